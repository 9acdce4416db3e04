/** Figures that come from the settings. The build and the page's script print them with the same functions. */
import { type CreditPackage, earnedCents, lowestCentsPer1000, type PackageId, type RateCard } from '@reelfair/rules'
import { formatCents, formatCount, type Locale } from '@reelfair/ui/static'

/** Named as in identity's public settings. */
export interface Figures {
  readonly packages: readonly CreditPackage[]
  readonly rateCard: Pick<RateCard, 'campaignCentsPer1000' | 'partnershipCentsPer1000'>
}

type Kind = 'campaign' | 'partnership'

/** `campaign` is the rate per 1,000 views, and `campaign:10000` the pay for 10,000 views. */
export type FigureKey = 'lowest' | Kind | `${Kind}:${number}` | `${'price' | 'credits' | 'per-1000'}:${PackageId}`

const inEuros = (cents: number, locale: Locale) => formatCents(cents, locale, cents % 100 === 0 ? 0 : 2)

/** @example figureText('price:starter', figures, 'en') // '€3' */
export function figureText(key: FigureKey, { packages, rateCard }: Figures, locale: Locale): string {
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
