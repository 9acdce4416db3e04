import { expect, test } from 'vitest'
import { aDecision, aPartnership, aPartnershipHistory } from '../../components/partnership/partnership.fixture.ts'
import { creditsOfTiers, daysOfTiers, nextTier, tierNow } from './tiers.ts'

const withViews = (qualified: number) => aPartnership({ count: { observed: qualified, qualified, inReview: 0, excluded: [] } })

test.each([
  [0, { tier: 25, missing: 2_500 }],
  [2_499, { tier: 25, missing: 1 }],
  [2_500, { tier: 50, missing: 2_500 }],
  [6_240, { tier: 75, missing: 1_260 }],
  [9_999, { tier: 100, missing: 1 }],
  [10_000, undefined],
])('at %i of 10,000 views, the next tier is %o', (qualified, next) => {
  expect(nextTier(withViews(qualified))).toEqual(next)
})

test('divides all held credits at each tier', () => {
  const rows = creditsOfTiers({ viewsGoal: 10_001, amountCents: 200 })
  expect(rows.map(({ consumed }) => consumed)).toEqual([0, 2_500, 5_000, 7_500, 10_001])
  expect(rows.every(({ consumed, returned }) => consumed + returned === 10_001)).toBe(true)
})

test('finds the day on which each tier was reached', () => {
  expect(daysOfTiers(aPartnership(), aPartnershipHistory().days)).toEqual({ 25: '2026-11-20', 50: '2026-11-22' })
})

test('follows the views until the first decision', () => {
  expect(tierNow(aPartnership({ tier: 75 }))).toBe(75)
  expect(tierNow(aPartnership({ tier: 75, decisions: [aDecision()] }))).toBe(50)
  expect(tierNow(aPartnership({ tier: 75, decisions: [aDecision(), aDecision({ isFinal: true, tier: 25 })] }))).toBe(25)
})
