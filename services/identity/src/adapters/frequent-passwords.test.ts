import { EASY_PASSWORDS, OTHER_PASSWORDS } from '@reelfair/rules/testing'
import { expect, test } from 'vitest'
import { isCommonPassword } from './frequent-passwords.ts'

test.each([...EASY_PASSWORDS, 'QWERTY', 'iloveyou', 'letmein', 'Michael'])('reports %s as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(OTHER_PASSWORDS)('does not report “%s” as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
