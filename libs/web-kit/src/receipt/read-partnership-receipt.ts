import type { MeasuredVideo, Partnership, Review, TierDecision } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { type Tier, tierShare } from '@reelfair/rules'
import { formatCents, formatCount, formatDate, formatDateTime, formatDay, formatPercent } from '@reelfair/ui'
import type { PayLine, ReceiptProps } from '@reelfair/ui/rich'
import { type CountParts, countLines, type Reader } from './read-receipt.ts'

export interface PartnershipParts {
  readonly partnership: Partnership
  readonly reviews: readonly Review[]
  readonly videos: readonly MeasuredVideo[]
}

/** A decision, or what would be decided if the partnership ended now. */
type Outcome = Pick<TierDecision, 'qualified' | 'inReview' | 'byDefault' | 'removed' | 'tier' | 'cents' | 'consumed' | 'returned'>

/**
 * Converts a partnership's receipt to text, in views and whole cents or credits. Both sides read the same sentences.
 * @example <Receipt {...readPartnershipReceipt({ partnership, reviews, videos }, { unit: 'cents', t, locale })} />
 */
export function readPartnershipReceipt({ partnership, reviews, videos }: PartnershipParts, reader: Reader): ReceiptProps {
  const { id, username, network, brandName, viewsGoal, startsAt, endsAt, endedAt = endsAt, settledAt, finalReadingMissing } = partnership
  const { unit, t, locale } = reader
  const outcome = outcomeNow(partnership)
  const writtenAt = newest(partnership, videos)
  const year = { year: true }
  const span = { from: formatDate(startsAt, locale, year), to: formatDate(endedAt, locale, year), goal: formatCount(viewsGoal, locale) }
  return {
    number: `P-${id.slice(-8).toUpperCase()}`,
    writtenAt,
    party: `@${username}`,
    place: NETWORK_NAMES[network],
    title: brandName === undefined ? `@${username}` : `${brandName} × @${username}`,
    details: [
      t('partnership-details', span),
      t(settledAt ? 'details-final' : 'partnership-open'),
      ...(finalReadingMissing ? [t('details-missing')] : []),
    ].join(' '),
    unit,
    total: unit === 'cents' ? outcome.cents : outcome.consumed,
    ...(!settledAt && { totalLabel: t(unit === 'cents' ? 'yours-provisional' : 'credits-provisional') }),
    seenNote: t('seen-as-of', { at: formatDateTime(writtenAt, locale) }),
    ...countLines(countsOf({ partnership, reviews, videos }), reader),
    ...(unit === 'cents' ? paySection(partnership, reader) : creditsSection(partnership, outcome, reader)),
  }
}

function outcomeNow({ decisions, count, tier, amountCents, viewsGoal }: Partnership): Outcome {
  const consumed = tierShare(viewsGoal, tier)
  const { qualified, inReview } = count
  const now = { qualified, inReview, byDefault: 0, tier, cents: tierShare(amountCents, tier), consumed, returned: viewsGoal - consumed }
  return decisions.at(-1) ?? now
}

/** Time of the final checks or the latest reading, otherwise of the acceptance. */
function newest({ acceptedAt, settledAt }: Partnership, videos: readonly MeasuredVideo[]): number {
  const instants = [acceptedAt, settledAt, ...videos.map(({ seenAt }) => seenAt)]
  return Math.max(...instants.flatMap((at) => (at === undefined ? [] : [Date.parse(at)])))
}

/** The lines of views are those of a sign-up's receipt. */
function countsOf({ partnership: { count, settledAt, endedAt }, reviews, videos }: PartnershipParts): CountParts {
  const seen = videos.flatMap((video) => {
    const { videoId, url, publishedAt, views, qualified, inReview, excluded, faults, logo, seenAt } = video
    if (seenAt === undefined) return []
    const off = excluded.reduce((sum, one) => sum + one.views, 0)
    const reasons = faults.map(({ reason }) => reason)
    return [{ videoId, url, publishedAt, views, qualified, inReview, excluded: off, faults: reasons, logo, seenAt }]
  })
  return { receipt: { count, videos: seen, isOver: (settledAt ?? endedAt) !== undefined }, reviews, videos }
}

const percent = (tier: Tier, { locale }: Reader) => formatPercent(tier / 100, locale)

function paySection(partnership: Partnership, reader: Reader): Pick<ReceiptProps, 'pay' | 'payNote'> {
  const { amountCents, viewsGoal, rateCard, decisions } = partnership
  const { t, locale } = reader
  return {
    payNote: t(payNote(partnership)),
    pay: [
      {
        id: 'rate',
        label: t('pay-rate', { views: formatCount(viewsGoal, locale), rate: formatCents(rateCard.centsPer1000, locale) }),
        cents: amountCents,
        note: t('partnership-card', { day: formatDay(rateCard.validFrom, locale, { year: true }) }),
      },
      ...decisionLines(partnership, reader, ({ tier, cents }) =>
        t('decision-pay', { amount: formatCents(amountCents, locale), tier: percent(tier, reader), cents: formatCents(cents, locale) }),
      ),
      ...(decisions.length === 1 && !partnership.settledAt ? [{ id: 'held', label: t('decision-held') }] : []),
    ],
  }
}

function creditsSection(partnership: Partnership, outcome: Outcome, reader: Reader): Pick<ReceiptProps, 'allocation'> {
  const { viewsGoal, amountCents } = partnership
  const { t, locale } = reader
  const count = (credits: number) => formatCount(credits, locale)
  const pay = ({ tier, cents }: Outcome) =>
    t('decision-pay', { amount: formatCents(amountCents, locale), tier: percent(tier, reader), cents: formatCents(cents, locale) })
  return {
    allocation: {
      name: t('credits-title'),
      note: t('credits-note'),
      lines: [
        ...decisionLines(partnership, reader, pay),
        { id: 'credits-held', label: t('credits-held'), text: count(viewsGoal) },
        {
          id: 'credits-returned',
          label: t(partnership.settledAt ? 'credits-returned' : 'credits-to-return'),
          text: count(-outcome.returned),
        },
      ],
      sum: {
        id: 'credits-consumed',
        label: t(partnership.settledAt ? 'credits-consumed' : 'credits-to-consume'),
        text: count(outcome.consumed),
        note: t('credits-rounded', { goal: count(viewsGoal), tier: percent(outcome.tier, reader), consumed: count(outcome.consumed) }),
      },
    },
  }
}

const payNote = ({ settledAt, decisions }: Partnership) => (settledAt ? 'pay-final' : decisions.length > 0 ? 'pay-provisional' : 'pay-open')

/** One line per decision, or one for the case that the partnership ended now. */
function decisionLines(partnership: Partnership, reader: Reader, pay: (of: Outcome) => string): PayLine[] {
  const { decisions } = partnership
  const { t, locale } = reader
  if (decisions.length === 0) {
    const now = outcomeNow(partnership)
    return [
      {
        id: 'now',
        label: t('decision-now'),
        text: percent(now.tier, reader),
        note: `${sentencesOf(now, partnership, reader)} ${pay(now)}`,
      },
    ]
  }
  return decisions.map((decision) => ({
    id: decision.isFinal ? 'final' : 'end',
    label: t(decision.isFinal ? 'decision-final' : 'decision-end', { day: formatDay(decision.day, locale) }),
    text: percent(decision.tier, reader),
    note: `${sentencesOf(decision, partnership, reader)} ${pay(decision)}`,
  }))
}

function sentencesOf({ qualified, inReview, byDefault, removed = 0, tier }: Outcome, { viewsGoal }: Partnership, reader: Reader): string {
  const { t, locale } = reader
  const count = (views: number) => formatCount(views, locale)
  const figures = {
    views: count(qualified),
    goal: count(viewsGoal),
    // Rounded down: 24.996% is below the tier of 25%.
    share: formatPercent(Math.floor((qualified * 10_000) / viewsGoal) / 10_000, locale, 2),
    tier: percent(tier, reader),
  }
  return [
    t(tier === 0 ? 'decision-below' : 'decision-reach', figures),
    byDefault > 0 && t('decision-default', { views: count(byDefault) }),
    inReview > 0 && t('decision-review', { views: count(inReview) }),
    removed > 0 && t('decision-removed', { views: count(removed) }),
  ]
    .filter(Boolean)
    .join(' ')
}
