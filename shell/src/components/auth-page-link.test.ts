import { expect, test } from 'vitest'
import { authPageLink } from './auth-page-link.ts'

test('keeps only the role and the redirect in links between auth pages', () => {
  expect(authPageLink('/signup', new URLSearchParams('role=brand&redirect=/brand-dashboard&x=1'))).toBe(
    '/signup?role=brand&redirect=%2Fbrand-dashboard',
  )
  expect(authPageLink('/login', new URLSearchParams('role=admin'))).toBe('/login')
  expect(authPageLink('/login', new URLSearchParams(), 'creator')).toBe('/login?role=creator')
})
