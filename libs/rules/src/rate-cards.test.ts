import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashprizeCents, type RateCard, rateCardAt } from './rate-cards.ts'

const card = (validFrom: string, campaignCentsPer1000: number): RateCard => ({
  validFrom,
  campaignCentsPer1000,
  partnershipCentsPer1000: 20,
})
const cards = [card('2026-01-01', 10), card('2026-06-01', 12), card('2027-01-01', 20)]

test.each([
  ['2026-01-01', 10],
  ['2026-05-31', 10],
  ['2026-06-01', 12],
  ['2026-12-31', 12],
  ['2027-01-01', 20],
  ['2099-01-01', 20],
])('the rate card in force on %s pays %i cents', (day, cents) => {
  expect(rateCardAt(day, cards).campaignCentsPer1000).toBe(cents)
  expect(rateCardAt(day, cards.toReversed()).campaignCentsPer1000).toBe(cents)
})

test('throws for a day before the first rate card', () => {
  expect(() => rateCardAt('2025-12-31', cards)).toThrow(RangeError)
})

test('the current card pays 10 cents per 1,000 views in campaigns and 20 in partnerships', () => {
  expect(rateCardAt('2026-11-21')).toMatchObject({ campaignCentsPer1000: 10, partnershipCentsPer1000: 20 })
})

test('the prize pool is €0.0001 per view of the goal', () => {
  expect(cashprizeCents(10_000, 10)).toBe(100)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (thousands) => {
      expect(cashprizeCents(thousands * 1_000, 10) * 100).toBe(thousands * 1_000)
    }),
  )
})
