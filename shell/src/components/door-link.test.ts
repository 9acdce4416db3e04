import { expect, test } from 'vitest'
import { doorLink } from './door-link.ts'

test('the way to the other page keeps role and redirect, and nothing else', () => {
  expect(doorLink('/signup', new URLSearchParams('role=brand&redirect=/brand-dashboard&x=1'))).toBe(
    '/signup?role=brand&redirect=%2Fbrand-dashboard',
  )
  expect(doorLink('/login', new URLSearchParams('role=admin'))).toBe('/login')
  expect(doorLink('/login', new URLSearchParams(), 'creator')).toBe('/login?role=creator')
})
