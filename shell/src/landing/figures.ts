/** Figures that come from the settings. The build and the page's script print them with the same functions. */
import { type CreditPackage, earnedCents, lowestCentsPer1000, type PackageId, type RateCard } from '@reelfair/rules'
import { formatCents, formatCount, formatDate, formatUnits, type Locale } from '@reelfair/ui/static'

/** Named as in identity's public settings. */
export interface Figures {
  readonly packages: readonly CreditPackage[]
  readonly rateCard: RateCard
  readonly reviewHours: number
}

type Kind = 'campaign' | 'partnership'

/**
 * `campaign` is the rate per 1,000 views, and `campaign:10000` the pay for 10,000 views. `exact:10000` is this pay
 * before rounding, and `rounding:10000` what rounding takes off.
 */
export type FigureKey =
  | 'lowest'
  | 'review-hours'
  | 'rate-day'
  | Kind
  | `${Kind | 'exact' | 'rounding'}:${number}`
  | `${'price' | 'credits' | 'per-1000'}:${PackageId}`

const roundingOf = (views: number, rate: number) => earnedCents(views, rate) - (views * rate) / 1_000

const inEuros = (cents: number, locale: Locale) => formatCents(cents, locale, cents % 100 === 0 ? 0 : 2)

/** @example figureText('price:starter', figures, 'en') // '€3' */
export function figureText(key: FigureKey, { packages, rateCard, reviewHours }: Figures, locale: Locale): string {
  const [kind, of] = key.split(':')
  const { credits, priceCents } = packages.find(({ id }) => id === of) ?? { credits: 0, priceCents: 0 }
  const rate = kind === 'campaign' ? rateCard.campaignCentsPer1000 : rateCard.partnershipCentsPer1000
  switch (kind) {
    case 'price':
      return inEuros(priceCents, locale)
    case 'credits':
      return formatCount(credits, locale)
    case 'per-1000':
      return formatCents((priceCents * 1_000) / credits, locale)
    case 'exact':
      return formatCents((Number(of) * rateCard.campaignCentsPer1000) / 1_000, locale, 4)
    case 'rounding':
      return formatCents(roundingOf(Number(of), rateCard.campaignCentsPer1000), locale, 4)
    case 'rate-day':
      return formatDate(`${rateCard.validFrom}T12:00:00Z`, locale, { year: true })
    case 'review-hours':
      return formatUnits(reviewHours, 'hour', locale)
    case 'lowest':
      return formatCents(lowestCentsPer1000(packages), locale)
    default:
      return formatCents(of === undefined ? rate : earnedCents(Number(of), rate), locale)
  }
}

const MARKED = /\ue000([^\ue001]*)\ue001([^\ue002]*)\ue002/g

/** Marks a figure in a text with private characters, because texts cannot contain elements. */
export const marked = (key: FigureKey, text: string): string => `\ue000${key}\ue001${text}\ue002`

/** Turns marked figures in texts into elements for the script, and unmarks those in the head and in attributes. */
export function withFigureElements(html: string): string {
  const body = html.indexOf('<body')
  const unmark = (text: string) => text.replaceAll(MARKED, '$2')
  const texts = html.slice(body).replaceAll(/<[^>]*>/g, unmark)
  return unmark(html.slice(0, body)) + texts.replaceAll(MARKED, '<data value="$1">$2</data>')
}
