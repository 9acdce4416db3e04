import { SETTING_DEFAULTS } from '@reelfair/contracts/setting-defaults'
import { expect, test } from 'vitest'
import { BUDGET, budgetOf, offerOf } from './offer.ts'

const settings = {
  packages: [...SETTING_DEFAULTS.packages],
  rateCard: { ...SETTING_DEFAULTS.rate_card, validFrom: '2025-08-23' },
}
const account = { rpmCents: 100, averageViews: 14_800 }

test('computes the figures of the specified example', () => {
  expect(offerOf(100, account, settings)).toMatchObject({
    cpmCents: 105,
    views: 95_238,
    isCapped: false,
    payCents: 1_904,
    capCents: 52_500,
    videos: 7,
    package: { id: 'business' },
    tiers: [
      { tier: 0, cents: 0, consumed: 0, returned: 95_238 },
      { tier: 25, cents: 476, consumed: 23_809, returned: 71_429 },
      { tier: 50, cents: 952, consumed: 47_619, returned: 47_619 },
      { tier: 75, cents: 1_428, consumed: 71_428, returned: 23_810 },
      { tier: 100, cents: 1_904, consumed: 95_238, returned: 0 },
    ],
  })
})

test('limits the goal to 500,000 views beyond the budget that reaches it', () => {
  expect(offerOf(525, account, settings)).toMatchObject({ views: 500_000, isCapped: false })
  expect(offerOf(1_000, account, settings)).toMatchObject({ views: 500_000, isCapped: true, payCents: 10_000 })
})

test('in every tier of every budget, the credits consumed and returned are the whole hold', () => {
  for (let budget: number = BUDGET.min; budget <= BUDGET.max; budget += BUDGET.step)
    for (const rpmCents of [1, 7, 99, 100, 101, 4_999, 100_000]) {
      const offer = offerOf(budget, { rpmCents, averageViews: null }, settings)
      for (const { consumed, returned } of offer?.tiers ?? []) expect(consumed + returned).toBe(offer?.views)
      expect(offer?.tiers.at(-1)).toMatchObject({ tier: 100, cents: offer?.payCents, returned: 0 })
    }
})

test('has no offer while the rate is unknown, and no number of videos while the average is', () => {
  expect(offerOf(100, { averageViews: 1 }, settings)).toBeUndefined()
  expect(offerOf(100, { rpmCents: 100, averageViews: null }, settings)?.videos).toBeUndefined()
  expect(offerOf(100, { rpmCents: 100, averageViews: 0 }, settings)?.videos).toBeUndefined()
})

test.each([
  [null, 100],
  ['10', 10],
  ['1000', 1_000],
  ['525', 525],
  ['5', 100],
  ['1005', 100],
  ['101', 100],
  ['1e2', 100],
  ['-20', 100],
  ['', 100],
])('reads the budget %j in an address as %i euros', (text, budget) => {
  expect(budgetOf(text)).toBe(budget)
})
