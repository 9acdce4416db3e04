import { AudienceLanguage, Category, Zone } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marketEstimate } from './market-estimate.ts'

test.each([
  ['Fashion_Style', 'en', ['EU'], 650],
  ['Technology_Gadgets', 'en', ['EU'], 750],
  ['Gaming_Esports', 'en', ['EU'], 550],
  ['Beauty_Cosmetics', 'en', ['EU'], 680],
  ['Fitness_Sports', 'en', ['EU'], 580],
  ['Food_Cooking', 'en', ['EU'], 600],
  ['Food_Cooking', 'de', ['EU'], 660],
  ['Food_Cooking', 'it', ['EU'], 570],
  ['Food_Cooking', 'pt', ['EU'], 600],
  ['Food_Cooking', undefined, [], 600],
  ['Food_Cooking', 'en', ['US'], 720],
  ['Food_Cooking', 'en', ['LATAM'], 480],
  ['Food_Cooking', 'en', ['APAC'], 540],
  ['Food_Cooking', 'en', ['EU', 'US', 'LATAM', 'APAC'], 585],
  // 550 × 1.1 × 1.1 = 665.5, and 580 × 0.95 × 0.85 = 468.35
  ['Gaming_Esports', 'de', ['EU', 'US'], 666],
  ['Fitness_Sports', 'it', ['LATAM', 'APAC'], 468],
] as const)('%s in %s for %j costs about %i cents per 1,000 views', (category, language, zones, cpmCents) => {
  expect(marketEstimate({ views: 1_000, category, language, zones }).cpmCents).toBe(cpmCents)
})

test('computes the budget from the unrounded CPM', () => {
  expect(marketEstimate({ views: 10_000, category: 'Gaming_Esports', language: 'de', zones: ['EU', 'US'] })).toEqual({
    cpmCents: 666,
    budgetCents: 6_655,
  })
})

/** The specification's formula in BigInt fractions: multiplies all factors, with euros in tenths, and divides once. */
function naive(views: number, category: Category, language: AudienceLanguage | undefined, zones: readonly Zone[]) {
  const euros: Record<string, bigint> = {
    Fashion_Style: 65n,
    Technology_Gadgets: 75n,
    Gaming_Esports: 55n,
    Fitness_Sports: 58n,
    Water_Winter_Sports: 58n,
    Beauty_Cosmetics: 68n,
  }
  const times: Record<string, bigint> = { de: 110n, it: 95n }
  const zone: Record<Zone, bigint> = { EU: 10n, US: 12n, LATAM: 8n, APAC: 9n }
  const all = zones.length > 0 ? zones : (['EU'] as const)
  const numerator =
    (euros[category] ?? 60n) * 10n * (times[language ?? ''] ?? 100n) * all.reduce((sum, one) => sum + zone[one], 0n) * BigInt(views)
  const denominator = 1_000n * BigInt(all.length) * 1_000n
  const whole = numerator / denominator
  return Number((numerator % denominator) * 2n >= denominator ? whole + 1n : whole)
}

test('matches a naive BigInt computation for all valid inputs', () => {
  const zones = fc.uniqueArray(fc.constantFrom(...Zone.options), { maxLength: 4 })
  const language = fc.constantFrom(undefined, ...AudienceLanguage.options)
  fc.assert(
    fc.property(fc.nat(500_000), fc.constantFrom(...Category.options), language, zones, (views, category, spoken, where) => {
      expect(marketEstimate({ views, category, language: spoken, zones: where }).budgetCents).toBe(naive(views, category, spoken, where))
    }),
  )
})

test.each([-1, 0.5, Number.NaN])('rejects %d views', (views) => {
  expect(() => marketEstimate({ views, category: 'Food_Cooking', zones: [] })).toThrow(RangeError)
})
