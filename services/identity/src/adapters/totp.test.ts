import { describe, expect, test } from 'vitest'
import { base32, codeAt, matchingStep, newTotpSecret, stepAt, totpUrl } from './totp.ts'

/** @source RFC 6238, Appendix B: the last six of the eight digits */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes the code of second %i from the RFC', (second, code) => {
  expect(codeAt(secret, stepAt(new Date(second * 1_000)))).toBe(code)
})

describe('matchingStep', () => {
  const at = new Date(1_111_111_111_000)
  const step = stepAt(at)

  test.each([
    [-2, undefined],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, undefined],
  ])('for a phone %i steps ahead, finds step %s', (ahead, expected) => {
    expect(matchingStep(secret, codeAt(secret, step + ahead), at)).toBe(expected)
  })

  test('ignores the last accepted step and those before it', () => {
    expect(matchingStep(secret, codeAt(secret, step), at, step)).toBeUndefined()
    expect(matchingStep(secret, codeAt(secret, step - 1), at, step)).toBeUndefined()
    expect(matchingStep(secret, codeAt(secret, step + 1), at, step)).toBe(step + 1)
  })
})

/** @source RFC 4648 §10 */
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j in Base32', (text, expected) => expect(base32(Buffer.from(text))).toBe(expected))

test('generates a new 32-character secret each time', () => {
  const [one, other] = [base32(newTotpSecret()), base32(newTotpSecret())]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(other).not.toBe(one)
})

test('names the account in the address for the QR code', () => {
  const url = new URL(totpUrl('ABC', 'ada+x@example.org'))
  expect(decodeURIComponent(url.pathname)).toBe('/Reelfair:ada+x@example.org')
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret: 'ABC', issuer: 'Reelfair', algorithm: 'SHA1', digits: '6', period: '30' })
})
