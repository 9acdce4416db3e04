import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashprizeCents, RATE_CARD } from './rate-cards.ts'

test('the initial card pays 10 cents per 1,000 views in campaigns and 20 in partnerships', () => {
  expect(RATE_CARD).toMatchObject({ campaignCentsPer1000: 10, partnershipCentsPer1000: 20 })
})

test('the prize pool is €0.0001 per view of the goal', () => {
  expect(cashprizeCents(10_000, 10)).toBe(100)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (thousands) => {
      expect(cashprizeCents(thousands * 1_000, 10) * 100).toBe(thousands * 1_000)
    }),
  )
})
