import type { AllocationLine, CountedVideo, ExclusionReason, MeasuredVideo, Receipt, Review } from '@reelfair/contracts'
import { exclusionLabel, exclusionTable, fixTable, isFixedInPlace } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { divide, instantOf, SETTLEMENT_TIME } from '@reelfair/rules'
import {
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatSignedCents,
  formatSignedCount,
  type Locale,
} from '@reelfair/ui'
import type { PayLine, ReceiptLine, ReceiptProps } from '@reelfair/ui/rich'
import type { ReceiptText } from './messages/index.ts'

export interface ReceiptParts {
  readonly receipt: Receipt
  readonly reviews: readonly Review[]
  readonly videos: readonly MeasuredVideo[]
}

/** What the lines of views need. Partnerships have the same lines as sign-ups. */
export interface CountParts extends Omit<ReceiptParts, 'receipt'> {
  readonly receipt: Pick<Receipt, 'count' | 'videos' | 'isOver'>
}

export interface Reader {
  /** `cents` shows the creator's pay, `credits` the brand's charge. */
  readonly unit: 'cents' | 'credits'
  readonly t: ReceiptText
  readonly locale: Locale
}

/** Video titles may be long descriptions, so they are shortened. */
const NAME_LENGTH = 44

const sum = (views: readonly number[]) => views.reduce((total, one) => total + one, 0)

/**
 * Converts a receipt to text, in views and whole cents. Each section adds up even if reviews or videos are missing.
 * @example <Receipt {...readReceipt({ receipt, reviews, videos }, { unit: 'cents', t, locale })} />
 */
export function readReceipt(parts: ReceiptParts, reader: Reader): ReceiptProps {
  const { receipt } = parts
  const { unit, t, locale } = reader
  const { signUpId, username, network, campaignName, signedUpAt, terms, isFinal, finalReadingMissing, charged, cents } = receipt
  const writtenAt = newest(receipt)
  return {
    // Uses the end of the id, because many ids start with the same timestamp.
    number: `R-${signUpId.slice(-8).toUpperCase()}`,
    writtenAt,
    party: `@${username}`,
    place: NETWORK_NAMES[network],
    title: unit === 'cents' ? titleOf(receipt, reader) : campaignName,
    details: [
      t('details', { at: formatDate(signedUpAt, locale, { year: true }), goal: formatCount(terms.viewsGoal, locale) }),
      t(isFinal ? 'details-final' : 'details-open'),
      ...(finalReadingMissing ? [t('details-missing')] : []),
    ].join(' '),
    unit,
    total: unit === 'cents' ? cents : charged,
    ...(unit === 'cents' && !isFinal && { totalLabel: t('yours-provisional') }),
    seenNote: t('seen-as-of', { at: formatDateTime(writtenAt, locale) }),
    ...countLines(parts, reader),
    allocation: allocationSection(receipt, reader),
    ...(unit === 'cents' && { pay: payLines(receipt, reader), payNote: t(isFinal ? 'pay-final' : 'pay-open') }),
  }
}

/** The views seen per video, and the views deducted per reason. */
export const countLines = (parts: CountParts, reader: Reader): Pick<ReceiptProps, 'seen' | 'deducted'> => ({
  seen: seenLines(parts, reader),
  deducted: [...excludedLines(parts, reader), ...reviewLines(parts, reader)],
})

/** Creators also need to see the brand's name. */
function titleOf({ brandName, brandSince, campaignName: campaign }: Receipt, { t, locale }: Reader): string {
  if (brandName === undefined) return campaign
  const since = brandSince === undefined ? '' : ` (${t('brand-since', { day: formatDate(brandSince, locale, { year: true }) })})`
  return t('title', { brand: `${brandName}${since}`, campaign })
}

/** Time of the latest reading or settlement, otherwise of the sign-up. */
function newest({ signedUpAt, videos, days }: Receipt): number {
  const instants = [signedUpAt, ...videos.map(({ seenAt }) => seenAt)].map((at) => Date.parse(at))
  return Math.max(...instants, ...days.map(({ day }) => instantOf(day, SETTLEMENT_TIME).getTime()))
}

/** Without a title, a video is named by its position on the receipt. */
function nameOf({ videoId }: Pick<CountedVideo, 'videoId'>, { receipt, videos }: CountParts, { t }: Reader): string {
  const title = videos.find((one) => one.videoId === videoId)?.title
  if (!title) {
    const place = receipt.videos.findIndex((one) => one.videoId === videoId)
    return place < 0 ? t('video-older') : t('video', { number: place + 1 })
  }
  const letters = [...title]
  return letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH).join('').trimEnd()}…` : title
}

/** One line per listed video, and one for older videos. The lines always add up to the views seen. */
function seenLines(parts: CountParts, reader: Reader): ReceiptLine[] {
  const { receipt, videos, reviews } = parts
  const { t, locale } = reader
  const older = receipt.count.observed - sum(receipt.videos.map(({ views }) => views))
  if (older < 0) return [{ id: 'all', label: t('video-all'), views: receipt.count.observed }]
  const lines = receipt.videos.map((video) => {
    const published = videos.find(({ videoId }) => videoId === video.videoId)?.publishedAt
    const at = formatDateTime(video.seenAt, locale)
    const read = published ? t('video-published', { published: formatDate(published, locale), at }) : t('video-read', { at })
    // Lists the reviews that allowed views, because the receipt shows them nowhere else.
    const counts = reviews.filter(({ videoId, decision }) => videoId === video.videoId && decision?.verdict === 'counts')
    const decided = counts.map((one) => `${t('decided-counts', { views: formatCount(one.views, locale) })} ${decisionOf(one, reader)}`)
    return { id: video.videoId, label: nameOf(video, parts, reader), views: video.views, note: [read, ...decided].join(' ') }
  })
  return older > 0 ? [...lines, { id: 'older', label: t('video-older'), views: older }] : lines
}

function decisionOf({ decision }: Review, { t, locale }: Reader): string {
  return decision ? t(`decided-${decision.by}`, { at: formatDateTime(decision.at, locale), why: decision.why }) : ''
}

const REFUSED: Readonly<Record<Review['kind'], readonly ExclusionReason[]>> = {
  growth: ['not_human'],
  logo: ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'],
}

function excludedLines(parts: CountParts, reader: Reader): ReceiptLine[] {
  const { receipt, videos, reviews } = parts
  const { t, locale } = reader
  return receipt.count.excluded.map(({ reason, views }) => {
    const where = videos
      .map((video) => ({ video, views: video.excluded.find((one) => one.reason === reason)?.views ?? 0 }))
      .filter((one) => one.views > 0)
    const places = where.map((one) => t('excluded-in', { views: formatCount(one.views, locale), video: nameOf(one.video, parts, reader) }))
    const decided = reviews.filter(
      ({ kind, decision }) => decision?.verdict === 'excluded' && REFUSED[kind].includes(reason) && (decision.reason ?? reason) === reason,
    )
    const { fix } = exclusionTable[reason]
    const isFixed =
      fix !== 'contact_support' && where.length > 0 && where.every(({ video }) => video.faults.every((one) => one.reason !== reason))
    const whatToDo = isFixed ? [t('excluded-fixed')] : [fixTable[fix][locale], ...(isFixedInPlace(fix) ? [t('excluded-then')] : [])]
    const notes = [
      // A single video does not need a name.
      ...(receipt.videos.length > 1 && places.length > 0 ? [`${places.join(', ')}.`] : []),
      ...decided.map((one) => decisionOf(one, reader)),
      ...(receipt.isOver ? [] : whatToDo),
    ]
    return { id: reason, label: exclusionLabel(reason, locale), views, note: notes.join(' ') }
  })
}

/** Views in review are listed per video, because two reviews can cover the same views. */
function reviewLines(parts: CountParts, reader: Reader): ReceiptLine[] {
  const { receipt, reviews } = parts
  const { t, locale } = reader
  const waiting = receipt.videos.filter(({ inReview }) => inReview > 0)
  const older = receipt.count.inReview - sum(waiting.map(({ inReview }) => inReview))
  if (older < 0) return [{ id: 'review', kind: 'held', label: t('video-all'), views: receipt.count.inReview, note: t('review-waits') }]
  const lines = waiting.map((video): ReceiptLine => {
    const open = reviews.filter(({ videoId, decision }) => videoId === video.videoId && !decision)
    const notes = open.map(({ kind, decideBy }) => t(`review-${kind}`, { at: formatDateTime(decideBy, locale) }))
    return {
      id: `review-${video.videoId}`,
      kind: 'held',
      label: t('review', { video: nameOf(video, parts, reader) }),
      views: video.inReview,
      note: notes.length > 0 ? notes.join(' ') : t('review-waits'),
    }
  })
  if (older === 0) return lines
  return [
    ...lines,
    { id: 'review-older', kind: 'held', label: t('review', { video: t('video-older') }), views: older, note: t('review-waits') },
  ]
}

function allocationSection(receipt: Receipt, reader: Reader): NonNullable<ReceiptProps['allocation']> {
  const { days, charged, count, isFinal } = receipt
  const { t, locale } = reader
  const views = formatCount(count.qualified - charged, locale)
  const isGoalAllocated = isFinal || days.at(-1)?.shared !== undefined
  return {
    name: t('granted-title'),
    lines:
      days.length > 0
        ? days.map((line) => dayLine(line, reader))
        : [{ id: 'none', label: t('granted-none'), text: formatCount(0, locale), note: t('granted-none-note') }],
    sum: {
      id: 'granted',
      label: t('granted'),
      text: formatCount(charged, locale),
      ...(count.qualified > charged && days.length > 0 && { note: t(isGoalAllocated ? 'granted-goal' : 'granted-soon', { views }) }),
    },
  }
}

function dayLine(line: AllocationLine, { unit, t, locale }: Reader): PayLine {
  const { day, revision, demand, freed, byDefault, removed = 0, returned = 0, left, shared, charged, reserved, cents } = line
  const count = (views: number) => formatCount(views, locale)
  const fallen = Math.max(0, charged.before - charged.after)
  const confirmed = reserved.before - freed - reserved.after - (returned - fallen)
  const notes = [
    demand > 0 && t(shared ? 'day-asked' : 'day-all', { demand: count(demand) }),
    ...(shared ? shareOf(left, shared, t, count) : []),
    freed > 0 && t('day-freed', { views: count(freed) }),
    confirmed > 0 && t('day-confirmed', { views: count(confirmed) }),
    byDefault > 0 && t('day-default', { views: count(byDefault) }),
    returned > 0 && t('day-returned', { views: count(removed), returned: count(returned) }),
    reserved.after > 0 && t('day-reserved', { views: count(reserved.after) }),
    unit === 'cents'
      ? t('day-posted', { cents: formatSignedCents(cents.after - cents.before, locale), total: formatCents(cents.after, locale) })
      : t('day-charged', { views: count(charged.after) }),
    revision > 0 && t('day-revision', { revision: count(revision) }),
  ]
  return {
    id: day,
    label: formatDay(day, locale),
    text: formatSignedCount(charged.after - charged.before, locale),
    note: notes.filter(Boolean).join(' '),
  }
}

function shareOf(
  left: number,
  { numerator, denominator, rank, extras }: NonNullable<AllocationLine['shared']>,
  t: ReceiptText,
  count: (views: number) => string,
): string[] {
  if (left === 0) return [t('day-nothing-left')]
  // No other creator had views waiting, so this creator received everything that was left.
  if (numerator === denominator) return [t('day-rest', { left: count(left) })]
  const figures = { left: count(left), numerator: count(numerator), denominator: count(denominator) }
  const sentence = t('day-shared', { ...figures, whole: count(divide(left, numerator, denominator).whole) })
  if (extras === 0) return [sentence]
  return [sentence, t(rank <= extras ? 'day-extra' : 'day-no-extra', { rank: count(rank), extras: count(extras) })]
}

/** The pay is rounded only once, after the rate is applied to all charged views. */
function payLines({ charged, cents, exactMilliCents, terms }: Receipt, { t, locale }: Reader): PayLine[] {
  const exact = exactMilliCents / 1_000
  const { validFrom, centsPer1000 } = terms.rateCard
  return [
    {
      id: 'rate',
      label: t('pay-rate', { views: formatCount(charged, locale), rate: formatCents(centsPer1000, locale) }),
      cents: exact,
      exact: true,
      note: t('pay-card', { day: formatDay(validFrom, locale, { year: true }) }),
    },
    {
      id: 'rounding',
      label: t('pay-rounding'),
      // Computed in thousandths of a cent, so that the pay and the rounding add up exactly to the total.
      cents: (cents * 1_000 - exactMilliCents) / 1_000,
      exact: true,
      note: t('pay-rounding-note'),
    },
  ]
}
