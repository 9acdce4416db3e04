/**
 * Typical market price of a campaign, which the wizard shows only for comparison. Computed in whole numbers and rounded
 * once.
 */
import type { AudienceLanguage, Category, Zone } from '@reelfair/contracts'

/** Market price in cents per 1,000 views. @source specification §9 */
const CPM_CENTS: Readonly<Partial<Record<Category, number>>> = {
  Fashion_Style: 650,
  Technology_Gadgets: 750,
  Gaming_Esports: 550,
  Beauty_Cosmetics: 680,
  Fitness_Sports: 580,
  Water_Winter_Sports: 580,
}
const OTHER_CPM_CENTS = 600
/**
 * Language factor in hundredths. Other languages cost the same as English, as does a campaign without a language.
 * @source specification §9
 */
const LANGUAGE: Readonly<Partial<Record<AudienceLanguage, number>>> = { en: 100, de: 110, it: 95 }
/** Zone factor in tenths. Several zones are averaged. If no zone is given, Europe applies. @source specification §9 */
const ZONE: Readonly<Record<Zone, number>> = { EU: 10, US: 12, LATAM: 8, APAC: 9 }
/** Minimum market price: one euro per 1,000 views. @source specification §9 */
const MINIMUM_CPM_CENTS = 100

export interface MarketEstimate {
  /** Price in euro cents per 1,000 views. */
  readonly cpmCents: number
  /** Price of all views in euro cents, computed from the unrounded CPM. */
  readonly budgetCents: number
}

/** Rounds halves up. */
const rounded = (numerator: number, denominator: number) => Math.floor((2 * numerator + denominator) / (2 * denominator))

/**
 * Estimates the market price of a campaign in euro cents.
 * @param campaign.views whole views, up to 500,000
 * @throws RangeError for an invalid number of views
 * @example marketEstimate({ views: 10_000, category: 'Gaming_Esports', language: 'de', zones: ['EU', 'US'] }) // { cpmCents: 666, budgetCents: 6_655 }
 * @source specification §9, decisions §1
 */
export function marketEstimate(campaign: {
  readonly views: number
  readonly category: Category
  readonly language?: AudienceLanguage | undefined
  readonly zones: readonly Zone[]
}): MarketEstimate {
  const { views, category, language, zones } = campaign
  if (!Number.isSafeInteger(views) || views < 0) throw new RangeError(`${views} is not a valid number of views`)
  const counted = zones.length === 0 ? (['EU'] as const) : zones
  const base = CPM_CENTS[category] ?? OTHER_CPM_CENTS
  const spoken = (language && LANGUAGE[language]) ?? 100
  // base × language/100 × (sum of zones/10)/count, as one fraction.
  const parts = counted.reduce((sum, zone) => sum + ZONE[zone], 0)
  const denominator = 1_000 * counted.length
  const numerator = Math.max(base * spoken * parts, MINIMUM_CPM_CENTS * denominator)
  return { cpmCents: rounded(numerator, denominator), budgetCents: rounded(views * numerator, 1_000 * denominator) }
}
