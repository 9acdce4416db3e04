import { expect, test } from 'vitest'
import { faultsOf } from './entries.ts'

const full = { email: 'a@b.example', password: 'sécret', termsAccepted: true }

test.each([
  [full, []],
  [{ ...full, email: 'a@b' }, ['email']],
  [{ ...full, password: 'short' }, ['password']],
  [{ ...full, password: 'x'.repeat(128) }, []],
  [{ ...full, password: 'x'.repeat(129) }, ['password']],
  [{ email: '', password: '', termsAccepted: false }, ['email', 'password', 'termsAccepted']],
])('of %j the faults are %j', (entries, faults) => expect(faultsOf(entries)).toEqual(faults))
