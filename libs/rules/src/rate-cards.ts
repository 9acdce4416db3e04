/** Dated rates for views. To recompute a past settlement, use the rate card that applied on its day. */
import { SETTING_DEFAULTS, SETTINGS_BEGIN } from '@reelfair/contracts/setting-defaults'
import { earnedCents } from './money.ts'

/**
 * Rates in cents per 1,000 views, excluding tax. A campaign or partnership keeps the rate card that was in force on the
 * day it was created.
 */
export interface RateCard {
  /** First business day of the card, such as `2026-11-21`. */
  readonly validFrom: string
  readonly campaignCentsPer1000: number
  readonly partnershipCentsPer1000: number
}

/**
 * The initial rate card, in force until the setting `rate_card` changes. Screens print the public settings instead.
 * @source decisions §1: campaigns at half the standard rate
 */
export const RATE_CARD: RateCard = { validFrom: SETTINGS_BEGIN, ...SETTING_DEFAULTS.rate_card }

/**
 * Standard campaign rate in cents per 1,000 views. Campaigns may pay less for a time.
 * @source decisions §1
 */
export const STANDARD_CENTS_PER_1000 = 20

/**
 * Prize pool: the most that all creators of a campaign can earn together, in whole cents.
 * @example cashprizeCents(10_000, 10) // 100: one euro
 * @source decisions §1: the goal × €0.0001
 */
export const cashprizeCents = (viewsGoal: number, centsPer1000: number): number => earnedCents(viewsGoal, centsPer1000)
