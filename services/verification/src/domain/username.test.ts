import { Refusal, usernameKey } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkUsername } from './username.ts'

const networks = ['instagram', 'tiktok', 'youtube'] as const

test.each([
  ['instagram', 'a'],
  ['instagram', 'some.body_99'],
  ['instagram', 'a'.repeat(30)],
  ['tiktok', 'ab'],
  ['tiktok', 'a'.repeat(24)],
  ['youtube', 'élise-films'],
  ['youtube', 'abc'],
] as const)('%s accepts %s', (network, username) => expect(checkUsername(network, username)).toBe(username))

test.each([
  ['instagram', ' lea', 'username_spaces'],
  ['instagram', 'lea\t', 'username_spaces'],
  ['tiktok', '@lea', 'username_address'],
  ['instagram', 'https://instagram.com/lea', 'username_address'],
  ['youtube', 'www.lea', 'username_address'],
  ['instagram', 'instagram.com/lea', 'username_address'],
  ['instagram', 'a'.repeat(31), 'username_characters'],
  ['tiktok', 'a', 'username_characters'],
  ['tiktok', 'a'.repeat(25), 'username_characters'],
  ['youtube', 'ab', 'username_characters'],
  ['instagram', 'le a', 'username_characters'],
  ['instagram', 'lea\u0000', 'username_characters'],
  ['instagram', 'lеa', 'username_characters'], // Contains a Cyrillic e.
  ['instagram', '$ne', 'username_characters'],
] as const)('%s rejects %j with %s', (network, username, code) => {
  expect(() => checkUsername(network, username)).toThrow(expect.objectContaining({ code }))
})

test('returns a username unchanged or rejects it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...networks), fc.string({ unit: 'binary' }), (network, username) => {
      try {
        expect(checkUsername(network, username)).toBe(username)
        expect(username).not.toMatch(/[\s@/\p{C}]/u)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('ignores case when comparing usernames', () => expect(usernameKey('LEA.Films')).toBe(usernameKey('lea.films')))
