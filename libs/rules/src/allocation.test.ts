import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, rebase, type SignUpViews, shareOf, split, splitFinally } from './allocation.ts'

const anySignUp: fc.Arbitrary<SignUpViews> = fc.record({
  qualified: fc.nat(500_000),
  inReview: fc.nat(100_000),
  charged: fc.nat(500_000),
  reserved: fc.nat(100_000),
})

test('holds reserved views that are still in review and frees the rest', () => {
  expect(rebase({ qualified: 60, inReview: 40, charged: 60, reserved: 40 })).toEqual({ held: 100, freed: 0, demand: 0 })
  expect(rebase({ qualified: 60, inReview: 10, charged: 60, reserved: 40 })).toEqual({ held: 70, freed: 30, demand: 0 })
  expect(rebase({ qualified: 90, inReview: 40, charged: 60, reserved: 0 })).toEqual({ held: 60, freed: 0, demand: 70 })
})

test('keeps charged views charged when fewer views qualify', () => {
  expect(rebase({ qualified: 10, inReview: 0, charged: 60, reserved: 0 })).toEqual({ held: 60, freed: 0, demand: 0 })
  expect(split({ qualified: 10, charged: 60 }, 60)).toEqual({ charged: 60, reserved: 0 })
})

test('charges qualified views first, and charges reserved views once they pass review', () => {
  expect(split({ qualified: 60, charged: 10 }, 100)).toEqual({ charged: 60, reserved: 40 })
  expect(split({ qualified: 150, charged: 60 }, 100)).toEqual({ charged: 100, reserved: 0 })
})

test('conserves views: the old allocation is held or freed, the new one charged or reserved', () => {
  fc.assert(
    fc.property(anySignUp, fc.nat(600_000), (signUp, more) => {
      const { held, freed, demand } = rebase(signUp)
      expect(held + freed).toBe(signUp.charged + signUp.reserved)
      expect(held).toBeGreaterThanOrEqual(signUp.charged)
      expect(freed === 0 || demand === 0).toBe(true)
      const granted = held + Math.min(demand, more)
      const after = split(signUp, granted)
      expect(after.charged + after.reserved).toBe(granted)
      expect(after.charged).toBeGreaterThanOrEqual(signUp.charged)
      // Only views in review can be reserved, even if charged views were removed.
      expect(after.reserved).toBeLessThanOrEqual(signUp.inReview)
      // Without new views, a second run holds the same views and demands the rest.
      expect(rebase({ ...signUp, ...after })).toEqual({ held: granted, freed: 0, demand: demand - Math.min(demand, more) })
    }),
  )
})

test('computes shares and remainders exactly for all safe integers', () => {
  expect(divide(4_000, 3_000, 9_000)).toEqual({ whole: 1_333, remainder: 3_000 })
  const safe = fc.maxSafeNat()
  fc.assert(
    fc.property(safe, safe, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (left, a, b) => {
      const [demand, wanted] = [Math.min(a, b), Math.max(a, b)]
      const { whole, remainder } = divide(left, demand, wanted)
      expect(BigInt(whole) * BigInt(wanted) + BigInt(remainder)).toBe(BigInt(left) * BigInt(demand))
      expect(remainder >= 0 && remainder < wanted).toBe(true)
    }),
  )
})

test('a double represents the largest goal times the largest demand exactly', () => {
  expect(Number.isSafeInteger(500_000 * 500_000)).toBe(true)
  expect(Number.isSafeInteger(500_000 * 18_000_000_000)).toBe(true)
})

test('gives one more view to the sign-up with the largest remainder', () => {
  const shares = [1, 2, 3].map((rank) => shareOf(100, 100, { denominator: 300, rank, extras: 1 }))
  expect(shares).toEqual([34, 33, 33])
})

test('returns the credits for views that the final reading removed, without sharing them again', () => {
  const checked = { qualified: 5_000, inReview: 0, charged: 6_000, reserved: 0, removed: 1_000 }
  expect(rebase(checked)).toEqual({ held: 6_000, freed: 0, demand: 0 })
  expect(splitFinally(checked, 6_000)).toEqual({ charged: 5_000, reserved: 0, returned: 1_000 })
  // Reviews rejected ten of the 40 views, so their credits are shared again. The final reading removed another 15
  // views.
  const reviewed = { qualified: 75, inReview: 0, charged: 60, reserved: 40, removed: 15 }
  expect(rebase(reviewed)).toEqual({ held: 90, freed: 10, demand: 0 })
  expect(splitFinally(reviewed, 90)).toEqual({ charged: 75, reserved: 0, returned: 15 })
})
