import { EASY_PASSWORDS, OTHER_PASSWORDS } from '@reelfair/rules/testing'
import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', undefined],
  ['short', undefined],
  ['abcdefghijklmnop', 'weak'],
  ['hjklmn', 'weak'],
  ['Fz7!qP', 'weak'],
  ['fjordlamp', 'weak'],
  ['fjord-lamp', 'fair'],
  ['fjord lantern 41', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['Fz7!qPw2#Lk9', 'strong'],
] as const)('rates “%s” as %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})

test.each(EASY_PASSWORDS)('calls %s too easy to guess, as the server does', (password) => {
  expect(strengthOf(password)).toBe('common')
})

test.each(OTHER_PASSWORDS)('accepts “%s”, as the server does', (password) => {
  expect(strengthOf(password)).not.toBe('common')
})
