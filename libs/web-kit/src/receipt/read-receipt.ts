import type { CountedVideo, CreditLineOfDay, ExclusionReason, MeasuredVideo, Network, Receipt, Review } from '@reelfair/contracts'
import { exclusionTable, isFixedInPlace, mendTable } from '@reelfair/contracts/reasons'
import { divide, instantOf, SETTLEMENT_TIME } from '@reelfair/rules'
import { formatCents, formatCount, formatDate, formatDateTime, formatSignedCents, formatSignedCount, type Locale } from '@reelfair/ui'
import type { PayLine, ReceiptLine, ReceiptProps } from '@reelfair/ui/rich'
import type { ReceiptText } from './messages/index.ts'

/** What a receipt is read from: itself, and what metrics says of the same sign-up's videos and reviews. */
export interface ReceiptParts {
  readonly receipt: Receipt
  readonly reviews: readonly Review[]
  readonly videos: readonly MeasuredVideo[]
}

interface Reader {
  /** `cents` for the creator's pay, `credits` for what the brand is charged; all else is the same for both. */
  readonly unit: 'cents' | 'credits'
  readonly t: ReceiptText
  readonly locale: Locale
}

const NETWORKS: Readonly<Record<Network, string>> = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' }
/** Of a description, so many letters name a video. */
const NAME_LENGTH = 44

const sum = (views: readonly number[]) => views.reduce((total, one) => total + one, 0)

/**
 * A receipt as sentences: pure, and each section adds up whatever parts are missing. Views and whole cents.
 * @example <Receipt {...readReceipt({ receipt, reviews, videos }, { unit: 'cents', t, locale })} />
 */
export function readReceipt(parts: ReceiptParts, reader: Reader): ReceiptProps {
  const { receipt } = parts
  const { unit, t, locale } = reader
  const { signUpId, username, network, campaignName, signedUpAt, terms, isFinal, finalReadingMissing, charged, cents } = receipt
  const writtenAt = newest(receipt)
  return {
    // Its last part: ids begin with the time, which many share.
    number: `R-${signUpId.slice(-8).toUpperCase()}`,
    writtenAt,
    party: `@${username}`,
    place: NETWORKS[network],
    title: unit === 'cents' ? titleOf(receipt, reader) : campaignName,
    details: [
      t('details', { at: formatDate(signedUpAt, locale, { year: true }), goal: formatCount(terms.viewsGoal, locale) }),
      t(isFinal ? 'details-final' : 'details-open'),
      ...(finalReadingMissing ? [t('details-missing')] : []),
    ].join(' '),
    unit,
    total: unit === 'cents' ? cents : charged,
    seenNote: t('seen-as-of', { at: formatDateTime(writtenAt, locale) }),
    seen: seenLines(parts, reader),
    takenOff: [...excludedLines(parts, reader), ...reviewLines(parts, reader)],
    granted: grantedSection(receipt, reader),
    ...(unit === 'cents' && { pay: payLines(receipt, reader), payNote: t(isFinal ? 'pay-final' : 'pay-open') }),
  }
}

/** A creator also reads whose campaign it is; the brand knows. */
function titleOf({ brandName, brandSince, campaignName: campaign }: Receipt, { t, locale }: Reader): string {
  if (brandName === undefined) return campaign
  const since = brandSince === undefined ? '' : ` (${t('brand-since', { day: formatDate(brandSince, locale, { year: true }) })})`
  return t('title', { brand: `${brandName}${since}`, campaign })
}

/** The newest of what it says: a reading, a settlement, at the least the sign-up. */
function newest({ signedUpAt, videos, days }: Receipt): number {
  const instants = [signedUpAt, ...videos.map(({ seenAt }) => seenAt)].map((at) => Date.parse(at))
  return Math.max(...instants, ...days.map(({ day }) => instantOf(day, SETTLEMENT_TIME).getTime()))
}

/** A business day has no time of its own; noon lies within it in Paris the year round. */
const ofDay = (day: string) => `${day}T12:00:00Z`

/** By what people know a video: its title, else its place. */
function nameOf({ videoId }: Pick<CountedVideo, 'videoId'>, { receipt, videos }: ReceiptParts, { t }: Reader): string {
  const title = videos.find((one) => one.videoId === videoId)?.title
  if (!title) {
    const place = receipt.videos.findIndex((one) => one.videoId === videoId)
    return place < 0 ? t('video-older') : t('video', { number: place + 1 })
  }
  const letters = [...title]
  return letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH).join('').trimEnd()}…` : title
}

/** A line for each video, and one for those too many to be named: together always what was seen. */
function seenLines(parts: ReceiptParts, reader: Reader): ReceiptLine[] {
  const { receipt, videos, reviews } = parts
  const { t, locale } = reader
  const older = receipt.count.observed - sum(receipt.videos.map(({ views }) => views))
  if (older < 0) return [{ id: 'all', label: t('video-all'), views: receipt.count.observed }]
  const lines = receipt.videos.map((video) => {
    const published = videos.find(({ videoId }) => videoId === video.videoId)?.publishedAt
    const at = formatDateTime(video.seenAt, locale)
    const read = published ? t('video-published', { published: formatDate(published, locale), at }) : t('video-read', { at })
    // A review that said yes leaves no other trace among the views.
    const counts = reviews.filter(({ videoId, decision }) => videoId === video.videoId && decision?.verdict === 'counts')
    const decided = counts.map((one) => `${t('decided-counts', { views: formatCount(one.views, locale) })} ${decisionOf(one, reader)}`)
    return { id: video.videoId, label: nameOf(video, parts, reader), views: video.views, note: [read, ...decided].join(' ') }
  })
  return older > 0 ? [...lines, { id: 'older', label: t('video-older'), views: older }] : lines
}

/** Who decided, when and why. */
function decisionOf({ decision }: Review, { t, locale }: Reader): string {
  return decision ? t(`decided-${decision.by}`, { at: formatDateTime(decision.at, locale), why: decision.why }) : ''
}

const REFUSED: Readonly<Record<Review['kind'], readonly ExclusionReason[]>> = {
  growth: ['not_human'],
  logo: ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'],
}

function excludedLines(parts: ReceiptParts, reader: Reader): ReceiptLine[] {
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
    const { mend } = exclusionTable[reason]
    const isFixed =
      mend !== 'contact_support' && where.length > 0 && where.every(({ video }) => video.faults.every((one) => one.reason !== reason))
    const fix = isFixed ? [t('excluded-fixed')] : [mendTable[mend][locale], ...(isFixedInPlace(mend) ? [t('excluded-then')] : [])]
    const notes = [
      // With one video there is nothing to divide.
      ...(receipt.videos.length > 1 && places.length > 0 ? [`${places.join(', ')}.`] : []),
      ...decided.map((one) => decisionOf(one, reader)),
      ...(receipt.isOver ? [] : fix),
    ]
    return { id: reason, label: exclusionTable[reason][locale].replace(/\.$/, ''), views, note: notes.join(' ') }
  })
}

/** What waits, for whom, until when, and what happens then: by video, as views may wait for two reviews at once. */
function reviewLines(parts: ReceiptParts, reader: Reader): ReceiptLine[] {
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

function grantedSection(receipt: Receipt, reader: Reader): NonNullable<ReceiptProps['granted']> {
  const { days, charged, count, isFinal } = receipt
  const { t, locale } = reader
  const views = formatCount(count.qualified - charged, locale)
  const isGoalGiven = isFinal || days.at(-1)?.shared !== undefined
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
      ...(count.qualified > charged && days.length > 0 && { note: t(isGoalGiven ? 'granted-goal' : 'granted-soon', { views }) }),
    },
  }
}

function dayLine(line: CreditLineOfDay, { unit, t, locale }: Reader): PayLine {
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
    label: formatDate(ofDay(day), locale),
    text: formatSignedCount(charged.after - charged.before, locale),
    note: notes.filter(Boolean).join(' '),
  }
}

function shareOf(
  left: number,
  { numerator, denominator, rank, extras }: NonNullable<CreditLineOfDay['shared']>,
  t: ReceiptText,
  count: (views: number) => string,
): string[] {
  if (left === 0) return [t('day-nothing-left')]
  // Nobody else asked: all that was left is the share.
  if (numerator === denominator) return [t('day-rest', { left: count(left) })]
  const figures = { left: count(left), numerator: count(numerator), denominator: count(denominator) }
  const sentence = t('day-shared', { ...figures, whole: count(divide(left, numerator, denominator).whole) })
  if (extras === 0) return [sentence]
  return [sentence, t(rank <= extras ? 'day-extra' : 'day-no-extra', { rank: count(rank), extras: count(extras) })]
}

/** The rate on all that is charged, and the one rounding. */
function payLines({ charged, cents, exactMilliCents, terms }: Receipt, { t, locale }: Reader): PayLine[] {
  const exact = exactMilliCents / 1_000
  const { validFrom, centsPer1000 } = terms.rateCard
  return [
    {
      id: 'rate',
      label: t('pay-rate', { views: formatCount(charged, locale), rate: formatCents(centsPer1000, locale) }),
      cents: exact,
      exact: true,
      note: t('pay-card', { day: formatDate(ofDay(validFrom), locale, { year: true }) }),
    },
    {
      id: 'rounding',
      label: t('pay-rounding'),
      // In whole thousandths, so that the line and the total make exactly what stands above.
      cents: (cents * 1_000 - exactMilliCents) / 1_000,
      exact: true,
      note: t('pay-rounding-note'),
    },
  ]
}
