/** Prices and rates that admins may change. The landing page is built with placeholders; the gateway fills them in. */
import { formatCents, formatCount, formatDate, formatUnits, type Locale } from './format.ts'
import { earnedCents } from './money.ts'
import { type CreditPackage, lowestCentsPer1000, type PackageId } from './packages.ts'
import type { RateCard } from './rate-cards.ts'

/** Named as in identity's public settings. */
export interface Figures {
  readonly packages: readonly CreditPackage[]
  readonly rateCard: RateCard
  readonly reviewHours: number
}

type Kind = 'campaign' | 'partnership'

/**
 * `campaign` is the rate per 1,000 views, `campaign-cents` the same as a number of cents, and `campaign:10000` the pay
 * for 10,000 views. `exact:10000` is this pay before rounding, and `rounding:10000` what rounding takes off.
 */
export type FigureKey =
  | 'lowest'
  | 'review-hours'
  | 'rate-day'
  | 'campaign-cents'
  | Kind
  | `${Kind | 'exact' | 'rounding'}:${number}`
  | `${'price' | 'credits' | 'per-1000'}:${PackageId}`

const PLACE = /\{\{figure:([\w:-]+)\}\}/g
const UNKNOWN = '—'

/** @example figurePlace('price:starter') // '{{figure:price:starter}}' */
export const figurePlace = (key: FigureKey): string => `{{figure:${key}}}`

/**
 * Replaces every placeholder in a text with its figure.
 * @param figures While they are unknown, dashes are printed, because a wrong price must never be shown.
 * @example printFigures('{{figure:price:starter}}', figures, 'en') // '€3'
 */
export const printFigures = (text: string, figures: Figures | undefined, locale: Locale): string =>
  text.replaceAll(PLACE, (_, key: string) => (figures && figureText(key, figures, locale)) ?? UNKNOWN)

const inEuros = (cents: number, locale: Locale) => formatCents(cents, locale, cents % 100 === 0 ? 0 : 2)

/** @returns undefined for an unknown key, which a newer build of the page may contain */
function figureText(key: string, { packages, rateCard, reviewHours }: Figures, locale: Locale): string | undefined {
  const [kind, of] = key.split(':')
  const sold = packages.find(({ id }) => id === of)
  const { campaignCentsPer1000: campaign, partnershipCentsPer1000: partnership } = rateCard
  const exactCents = (Number(of) * campaign) / 1_000
  const pay = (rate: number) => formatCents(of === undefined ? rate : earnedCents(Number(of), rate), locale)
  switch (kind) {
    case 'price':
      return sold && inEuros(sold.priceCents, locale)
    case 'credits':
      return sold && formatCount(sold.credits, locale)
    case 'per-1000':
      return sold && formatCents((sold.priceCents * 1_000) / sold.credits, locale)
    case 'lowest':
      return formatCents(lowestCentsPer1000(packages), locale)
    case 'campaign':
      return pay(campaign)
    case 'partnership':
      return pay(partnership)
    case 'campaign-cents':
      return String(campaign)
    case 'exact':
      return formatCents(exactCents, locale, 4)
    case 'rounding':
      return formatCents(earnedCents(Number(of), campaign) - exactCents, locale, 4)
    case 'rate-day':
      return formatDate(`${rateCard.validFrom}T12:00:00Z`, locale, { year: true })
    case 'review-hours':
      return formatUnits(reviewHours, 'hour', locale)
    default:
      return undefined
  }
}
