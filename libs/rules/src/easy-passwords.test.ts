import { expect, test } from 'vitest'
import { EASY_PASSWORDS, OTHER_PASSWORDS } from './easy-passwords.fixture.ts'
import { isEasyPassword } from './easy-passwords.ts'

test.each(EASY_PASSWORDS)('finds %s too easy to guess', (password) => {
  expect(isEasyPassword(password)).toBe(true)
})

test.each(OTHER_PASSWORDS)('does not find “%s” too easy to guess', (password) => {
  expect(isEasyPassword(password)).toBe(false)
})
