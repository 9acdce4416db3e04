/** The solvency rule: every package must cover what its views cost the platform, plus a margin. @source decisions §1 */
import type { Locale, SettingValue } from '@reelfair/contracts'
import {
  businessDayOf,
  type CreditPackage,
  comingAfter,
  type DatedValue,
  inForceAt,
  insolventPackages,
  PACKAGE_NAMES,
} from '@reelfair/rules'
import { formatCents, formatCount, formatDay } from '@reelfair/rules/format'

export interface Prices {
  readonly packages: readonly DatedValue<SettingValue<'packages'>>[]
  readonly rate_card: readonly DatedValue<SettingValue<'rate_card'>>[]
  readonly solvency_margin_cents: readonly DatedValue<SettingValue<'solvency_margin_cents'>>[]
  /** Of all packages ever on sale, the one with the lowest price per credit. Its credits may still be unspent. */
  readonly cheapestSold: CreditPackage
}

export interface Insolvency {
  readonly from: Date
  readonly package: CreditPackage
  readonly payCentsPer1000: number
  readonly marginCentsPer1000: number
  /** Whether the package is no longer on sale at that price. */
  readonly isFormer: boolean
}

const dearestOf = ({ campaignCentsPer1000, partnershipCentsPer1000 }: SettingValue<'rate_card'>) =>
  Math.max(campaignCentsPer1000, partnershipCentsPer1000)

/**
 * Finds the package with the lowest price per credit.
 * @example cheapestOf(SETTING_DEFAULTS.packages).id // 'enterprise'
 */
export const cheapestOf = (packages: readonly CreditPackage[]): CreditPackage =>
  packages.reduce((cheapest, one) => (one.priceCents * cheapest.credits < cheapest.priceCents * one.credits ? one : cheapest))

/**
 * Finds the first time at which a package costs less than the highest pay rate plus the margin. Credits never expire,
 * so a package must also cover every rate that comes later, even once it is no longer on sale.
 * @param prices for each setting, the value in force `now` and all later ones
 */
export const findInsolvency = (prices: Prices, now: Date): Insolvency | undefined =>
  findInsolventSale(prices, now) ?? findUncoveredCredits(prices, now)

function findInsolventSale(prices: Prices, now: Date): Insolvency | undefined {
  const changes = [...prices.packages, ...prices.rate_card, ...prices.solvency_margin_cents].map(({ validFrom }) => validFrom)
  const moments = [now, ...changes.filter((at) => at > now)].toSorted((one, other) => +one - +other)
  for (const from of moments) {
    const packages = inForceAt(prices.packages, from)?.value ?? []
    const marginCentsPer1000 = inForceAt(prices.solvency_margin_cents, from)?.value ?? 0
    const cards = [inForceAt(prices.rate_card, from), ...prices.rate_card.filter((card) => card.validFrom > from)]
    const payCentsPer1000 = cards.reduce((dearest, card) => Math.max(dearest, card ? dearestOf(card.value) : 0), 0)
    const [first] = insolventPackages(packages, payCentsPer1000, marginCentsPer1000)
    if (first) return { from, package: first, payCentsPer1000, marginCentsPer1000, isFormer: false }
  }
  return undefined
}

/**
 * Checks only coming rates, because no change cures the one in force. The margin applies to what is on sale. It may
 * rise later, when credits sold before can no longer pay for it.
 */
function findUncoveredCredits({ rate_card: cards, cheapestSold }: Prices, now: Date): Insolvency | undefined {
  for (const { value, validFrom: from } of comingAfter(cards, now)) {
    const payCentsPer1000 = dearestOf(value)
    if (insolventPackages([cheapestSold], payCentsPer1000, 0).length > 0)
      return { from, package: cheapestSold, payCentsPer1000, marginCentsPer1000: 0, isFormer: true }
  }
  return undefined
}

/**
 * Values for the texts of `setting_insolvent` and `setting_insolvent_former`: formatted in the reader’s language, and
 * the cents for screens.
 */
export function explainInsolvency({ from, package: one, payCentsPer1000, marginCentsPer1000 }: Insolvency, locale: Locale) {
  const neededCents = Math.ceil(((payCentsPer1000 + marginCentsPer1000) * one.credits) / 1_000)
  const missingCents = neededCents - one.priceCents
  const maxPayCents = Math.floor((one.priceCents * 1_000) / one.credits) - marginCentsPer1000
  const money = (cents: number) => formatCents(cents, locale)
  return {
    day: longDay(businessDayOf(from), locale),
    package: PACKAGE_NAMES[one.id],
    packageId: one.id,
    credits: formatCount(one.credits, locale),
    price: money(one.priceCents),
    pay: money(payCentsPer1000),
    margin: money(marginCentsPer1000),
    needed: money(neededCents),
    missing: money(missingCents),
    max: money(maxPayCents),
    missingCents,
  }
}

/** @example longDay('2026-11-21', 'en') // '21 November 2026' */
export const longDay = (day: string, locale: Locale) => formatDay(day, locale, { month: 'long', year: true })
