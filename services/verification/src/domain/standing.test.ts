import { VerificationCode } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptsLeft, codeFrom, countAccount, countAttempt, newStanding, uncountAccount, withValidCode } from './standing.ts'

const at = new Date('2026-11-21T12:00:00Z')
const later = (hours: number, ms = 0) => new Date(at.getTime() + hours * 3_600_000 + ms)
const bytes = (n: number) => new Uint8Array(7).fill(n)

test('every code has 7 letters without look-alikes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), (random) => {
      expect(codeFrom(random)).toMatch(/^[ABCDEFGHJKLMNPQRSTUVWXYZ23456789]{7}$/)
      expect(VerificationCode.safeParse(codeFrom(random)).success).toBe(true)
    }),
  )
})

test('each of the 32 letters is as likely as the others', () => {
  const seen = Array.from({ length: 256 }, (_, byte) => codeFrom(bytes(byte))[0])
  expect(new Set(seen).size).toBe(32)
  for (const letter of seen) expect(seen.filter((other) => other === letter)).toHaveLength(8)
})

test('a code stays for 24 hours and is another one after', () => {
  const standing = newStanding('AAAAAAA', at)
  expect(withValidCode(standing, 'BBBBBBB', later(24, -1))).toBe(standing)
  expect(withValidCode(standing, 'BBBBBBB', later(24))).toEqual({ accounts: 0, attempts: 0, code: 'BBBBBBB', codeExpiresAt: later(48) })
})

test('a third account is counted, a fourth refused, and one taken away makes room', () => {
  const three = countAccount(countAccount(countAccount(newStanding('AAAAAAA', at), at), at), at)
  expect(() => countAccount(three, at)).toThrow(expect.objectContaining({ code: 'account_limit_reached', details: { limit: 3 } }))
  expect(countAccount(uncountAccount(three), at).accounts).toBe(3)
})

test('a tenth verification is counted, an eleventh refused', () => {
  let standing = newStanding('AAAAAAA', at)
  for (let left = 9; left >= 0; left--) {
    standing = countAttempt(standing)
    expect(attemptsLeft(standing)).toBe(left)
  }
  expect(() => countAttempt(standing)).toThrow(expect.objectContaining({ code: 'verification_limit_reached', details: { limit: 10 } }))
})
