import { expect, test } from 'vitest'
import { doorLink, faultsOf } from './entries.ts'

const full = { email: 'a@b.example', password: 'sécret', termsAccepted: true }

test.each([
  [full, []],
  [{ ...full, email: 'a@b' }, ['email']],
  [{ ...full, password: 'short' }, ['password']],
  [{ ...full, password: 'x'.repeat(128) }, []],
  [{ ...full, password: 'x'.repeat(129) }, ['password']],
  [{ email: '', password: '', termsAccepted: false }, ['email', 'password', 'termsAccepted']],
])('of %j the faults are %j', (entries, faults) => expect(faultsOf(entries)).toEqual(faults))

test('the way to the other page keeps role and redirect, and nothing else', () => {
  expect(doorLink('/signup', new URLSearchParams('role=brand&redirect=/brand-dashboard&x=1'))).toBe(
    '/signup?role=brand&redirect=%2Fbrand-dashboard',
  )
  expect(doorLink('/login', new URLSearchParams('role=admin'))).toBe('/login')
  expect(doorLink('/login', new URLSearchParams(), 'creator')).toBe('/login?role=creator')
})
