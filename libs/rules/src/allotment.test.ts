import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, rebase, type Standing, shareOf, split, splitFinally } from './allotment.ts'

const anyStanding: fc.Arbitrary<Standing> = fc.record({
  qualified: fc.nat(500_000),
  inReview: fc.nat(100_000),
  charged: fc.nat(500_000),
  reserved: fc.nat(100_000),
})

test('what was reserved is held as far as views in review bear it; the rest is free again', () => {
  expect(rebase({ qualified: 60, inReview: 40, charged: 60, reserved: 40 })).toEqual({ held: 100, freed: 0, demand: 0 })
  expect(rebase({ qualified: 60, inReview: 10, charged: 60, reserved: 40 })).toEqual({ held: 70, freed: 30, demand: 0 })
  expect(rebase({ qualified: 90, inReview: 40, charged: 60, reserved: 0 })).toEqual({ held: 60, freed: 0, demand: 70 })
})

test('what is charged stays charged when figures fall short of it', () => {
  expect(rebase({ qualified: 10, inReview: 0, charged: 60, reserved: 0 })).toEqual({ held: 60, freed: 0, demand: 0 })
  expect(split({ qualified: 10, charged: 60 }, 60)).toEqual({ charged: 60, reserved: 0 })
})

test('qualified views are charged first, and a review that said yes turns reserved into charged', () => {
  expect(split({ qualified: 60, charged: 10 }, 100)).toEqual({ charged: 60, reserved: 40 })
  expect(split({ qualified: 150, charged: 60 }, 100)).toEqual({ charged: 100, reserved: 0 })
})

test('nothing is made up and nothing is lost: what was granted is held or freed, what is granted is charged or reserved', () => {
  fc.assert(
    fc.property(anyStanding, fc.nat(600_000), (standing, more) => {
      const { held, freed, demand } = rebase(standing)
      expect(held + freed).toBe(standing.charged + standing.reserved)
      expect(held).toBeGreaterThanOrEqual(standing.charged)
      expect(freed === 0 || demand === 0).toBe(true)
      const granted = held + Math.min(demand, more)
      const after = split(standing, granted)
      expect(after.charged + after.reserved).toBe(granted)
      expect(after.charged).toBeGreaterThanOrEqual(standing.charged)
      // Only views in review can be reserved, also when charged ones have fallen away.
      expect(after.reserved).toBeLessThanOrEqual(standing.inReview)
      // Asked again with nothing new, it holds the same and wants what it did not get.
      expect(rebase({ ...standing, ...after })).toEqual({ held: granted, freed: 0, demand: demand - Math.min(demand, more) })
    }),
  )
})

test('a share and its remainder are exact, also where the product is beyond what a double holds', () => {
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

test('the largest goal times the largest demand of a whole campaign is exact in a double', () => {
  expect(Number.isSafeInteger(500_000 * 500_000)).toBe(true)
  expect(Number.isSafeInteger(500_000 * 18_000_000_000)).toBe(true)
})

test('those whose remainders rank first get one view more', () => {
  const shares = [1, 2, 3].map((rank) => shareOf(100, 100, { denominator: 300, rank, extras: 1 }))
  expect(shares).toEqual([34, 33, 33])
})

test('credits granted for views that the final reading took off are shared among nobody and return', () => {
  const checked = { qualified: 5_000, inReview: 0, charged: 6_000, reserved: 0, removed: 1_000 }
  expect(rebase(checked)).toEqual({ held: 6_000, freed: 0, demand: 0 })
  expect(splitFinally(checked, 6_000)).toEqual({ charged: 5_000, reserved: 0, returned: 1_000 })
  // Of 40 in review 10 were refused, which are shared again, and 15 taken off.
  const reviewed = { qualified: 75, inReview: 0, charged: 60, reserved: 40, removed: 15 }
  expect(rebase(reviewed)).toEqual({ held: 90, freed: 10, demand: 0 })
  expect(splitFinally(reviewed, 90)).toEqual({ charged: 75, reserved: 0, returned: 15 })
})
