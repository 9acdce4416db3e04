import { VerificationCode } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptsLeft, codeFrom, countAccount, countAttempt, newCreatorNetwork, uncountAccount, withValidCode } from './creator-network.ts'

const at = new Date('2026-11-21T12:00:00Z')
const later = (hours: number, ms = 0) => new Date(at.getTime() + hours * 3_600_000 + ms)
const bytes = (n: number) => new Uint8Array(7).fill(n)

test('generates codes of 7 characters without look-alike characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), (random) => {
      expect(codeFrom(random)).toMatch(/^[ABCDEFGHJKLMNPQRSTUVWXYZ23456789]{7}$/)
      expect(VerificationCode.safeParse(codeFrom(random)).success).toBe(true)
    }),
  )
})

test('generates each of the 32 code characters with equal probability', () => {
  const seen = Array.from({ length: 256 }, (_, byte) => codeFrom(bytes(byte))[0])
  expect(new Set(seen).size).toBe(32)
  for (const letter of seen) expect(seen.filter((other) => other === letter)).toHaveLength(8)
})

test('keeps a code for 24 hours and then replaces it', () => {
  const creatorNetwork = newCreatorNetwork('AAAAAAA', at)
  expect(withValidCode(creatorNetwork, 'BBBBBBB', later(24, -1))).toBe(creatorNetwork)
  expect(withValidCode(creatorNetwork, 'BBBBBBB', later(24))).toEqual({
    accounts: 0,
    attempts: 0,
    code: 'BBBBBBB',
    codeExpiresAt: later(48),
  })
})

test('accepts a third account, rejects a fourth, and accepts another after a removal', () => {
  const three = countAccount(countAccount(countAccount(newCreatorNetwork('AAAAAAA', at), at), at), at)
  expect(() => countAccount(three, at)).toThrow(expect.objectContaining({ code: 'account_limit_reached', details: { limit: 3 } }))
  expect(countAccount(uncountAccount(three), at).accounts).toBe(3)
})

test('accepts a tenth verification and rejects an eleventh', () => {
  let creatorNetwork = newCreatorNetwork('AAAAAAA', at)
  for (let left = 9; left >= 0; left--) {
    creatorNetwork = countAttempt(creatorNetwork)
    expect(attemptsLeft(creatorNetwork)).toBe(left)
  }
  expect(() => countAttempt(creatorNetwork)).toThrow(
    expect.objectContaining({ code: 'verification_limit_reached', details: { limit: 10 } }),
  )
})
