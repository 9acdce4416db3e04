import { expect, test } from 'vitest'
import { isCommonPassword } from './frequent-passwords.ts'

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou', 'letmein'])('reports %s as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['correct horse', 'Kéfiro-fridge-41', ''])('does not report “%s” as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
