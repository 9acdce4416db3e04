import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collabEstimate, fullCollabBudgetCents, MAX_COLLAB_VIEWS } from './collab-estimate.ts'

test.each([
  [10_000, 100, 105, 95_238],
  [1_000, 100, 105, 9_523],
  // 73 × 1.05 = 76.65 and 90 × 1.05 = 94.5
  [10_000, 73, 77, 129_870],
  [10_000, 90, 95, 105_263],
  [1_000, 5_000, 5_250, 190],
  [0, 100, 105, 0],
])('%i cents at an RPM of %i cents: a CPM of %i cents and %i views', (budgetCents, rpmCents, cpmCents, views) => {
  expect(collabEstimate({ budgetCents, rpmCents })).toEqual({ cpmCents, views, isCapped: false })
})

test.each([
  [52_499, 499_990, false],
  [52_500, 500_000, false],
  [52_501, 500_000, true],
  [100_000, 500_000, true],
])('limits the views of %i cents at an RPM of one euro to %i', (budgetCents, views, isCapped) => {
  expect(collabEstimate({ budgetCents, rpmCents: 100 })).toMatchObject({ views, isCapped })
})

const budgets = fc.integer({ min: 0, max: 1_000_000 })
const rates = fc.integer({ min: 1, max: 1_000_000 })

test('the views are the most that the budget pays for at the CPM shown', () => {
  fc.assert(
    fc.property(budgets, rates, (budgetCents, rpmCents) => {
      const { cpmCents, views, isCapped } = collabEstimate({ budgetCents, rpmCents })
      const cost = (some: number) => BigInt(some) * BigInt(cpmCents)
      expect(cost(views)).toBeLessThanOrEqual(BigInt(budgetCents) * 1_000n)
      if (!isCapped) expect(cost(views + 1)).toBeGreaterThan(BigInt(budgetCents) * 1_000n)
      expect(views).toBeLessThanOrEqual(MAX_COLLAB_VIEWS)
      // Half a cent from the exact CPM at most, in hundredths of a cent.
      expect(Math.abs(cpmCents * 100 - rpmCents * 105)).toBeLessThanOrEqual(50)
    }),
  )
})

test('a larger budget never buys fewer views', () => {
  fc.assert(
    fc.property(budgets, budgets, rates, (one, more, rpmCents) => {
      const { views } = collabEstimate({ budgetCents: one + more, rpmCents })
      expect(views).toBeGreaterThanOrEqual(collabEstimate({ budgetCents: one, rpmCents }).views)
    }),
  )
})

test('the full budget buys the most views, and one cent less does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 100_000 }), (rpmCents) => {
      const budgetCents = fullCollabBudgetCents(rpmCents)
      expect(collabEstimate({ budgetCents, rpmCents }).views).toBe(MAX_COLLAB_VIEWS)
      expect(collabEstimate({ budgetCents: budgetCents - 1, rpmCents }).views).toBeLessThan(MAX_COLLAB_VIEWS)
    }),
  )
})

test.each([
  [-1, 100],
  [0.5, 100],
  [Number.MAX_SAFE_INTEGER, 100],
  [100, 0],
  [100, 1.5],
  [100, Number.NaN],
])('rejects %d cents at an RPM of %d cents', (budgetCents, rpmCents) => {
  expect(() => collabEstimate({ budgetCents, rpmCents })).toThrow(RangeError)
})
