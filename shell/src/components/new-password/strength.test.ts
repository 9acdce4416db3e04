import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', undefined],
  ['short', undefined],
  ['password', 'common'],
  ['Password2026!', 'common'],
  ['motdepasse1', 'common'],
  ['aaaaaaaaaaaa', 'common'],
  ['123456', 'common'],
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
