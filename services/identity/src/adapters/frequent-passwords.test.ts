import { expect, test } from 'vitest'
import { isCommonPassword } from './frequent-passwords.ts'

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou', 'letmein'])('%s is one of the most common ones', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['correct horse', 'Kéfiro-fridge-41', ''])('“%s” is not', (password) => expect(isCommonPassword(password)).toBe(false))
