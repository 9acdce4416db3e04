import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payOfTiers, TIERS, tierOf, tierShare } from './tiers.ts'

test.each([
  [0, 0],
  [2_499, 0],
  [2_500, 25],
  [4_999, 25],
  [5_000, 50],
  [7_499, 50],
  [7_500, 75],
  [9_999, 75],
  [10_000, 100],
  [10_001, 100],
])('%i of 10,000 views reach the tier of %i%%', (views, tier) => {
  expect(tierOf(views, 10_000)).toBe(tier)
})

test.each([
  [1, 3, 25],
  [2, 3, 50],
  [3, 3, 100],
  [23_809, 95_238, 0],
  [23_810, 95_238, 25],
  [71_428, 95_238, 50],
  [71_429, 95_238, 75],
])('%i of %i views reach the tier of %i%%, although the goal cannot be divided by four', (views, goal, tier) => {
  expect(tierOf(views, goal)).toBe(tier)
})

const goals = fc.integer({ min: 1, max: 500_000 })
const views = fc.integer({ min: 0, max: 1_000_000 })

test('more views never reach a lower tier', () => {
  fc.assert(
    fc.property(goals, views, views, (goal, one, more) => {
      expect(tierOf(one + more, goal)).toBeGreaterThanOrEqual(tierOf(one, goal))
    }),
  )
})

test('a higher tier never pays less, the full tier pays everything, and no tier pays more than was reached', () => {
  fc.assert(
    fc.property(goals, views, (goal, qualified) => {
      const shares = TIERS.map((tier) => tierShare(goal, tier))
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect([shares.at(0), shares.at(-1)]).toEqual([0, goal])
      expect(tierShare(goal, tierOf(qualified, goal))).toBeLessThanOrEqual(qualified)
    }),
  )
})

test.each([
  [-1, 10],
  [1.5, 10],
  [Number.MAX_SAFE_INTEGER, 10],
  [1, 0],
])('rejects %d of %d views', (qualified, goal) => {
  expect(() => tierOf(qualified, goal)).toThrow(RangeError)
})

test.each([-1, 0.5, Number.MAX_SAFE_INTEGER])('rejects a share of %d', (total) => {
  expect(() => tierShare(total, 50)).toThrow(RangeError)
})

test('the fewest views of each tier reach it, and one view less does not', () => {
  fc.assert(
    fc.property(goals, fc.nat(100_000), (goal, cents) => {
      for (const { tier, views, cents: pay } of payOfTiers(goal, cents)) {
        expect(tierOf(views, goal)).toBeGreaterThanOrEqual(tier)
        if (views > 0) expect(tierOf(views - 1, goal)).toBeLessThan(tier)
        expect(pay).toBe(tierShare(cents, tier))
      }
    }),
  )
})

test.each([0, 1.5, -1])('rejects the tiers of %d views', (goal) => {
  expect(() => payOfTiers(goal, 100)).toThrow(RangeError)
})
