/**
 * Flags growth that does not look human, based on the network's figures; an admin then decides. Flagging requires
 * signals of two different kinds, because each kind alone has harmless causes: viral videos grow fast, and small
 * numbers fluctuate.
 * @source facts/integration.md §4.3
 */
import type { GrowthEvidence } from '@reelfair/contracts'

const HOUR = 3_600_000

/**
 * Videos with fewer new views are not judged alone. Their gains add up over several readings and over the account's
 * videos.
 */
export const MIN_JUDGED_VIEWS = 1_000
/** There are too few likes or comments if their rate per view is below the usual rate divided by this factor. */
export const TOO_FEW_FACTOR = 3
/** There are too many likes or comments if their rate per view is above the usual rate times this factor. */
const TOO_MANY_FACTOR = 5
/** Minimum number of likes or comments needed for a judgement. Smaller numbers may vary by chance. */
export const MIN_ENGAGEMENT = 20
/** In a burst, the hourly views exceed those of the previous interval by more than this factor. */
export const BURST_FACTOR = 3
/**
 * Limit for new views, as a multiple of the account's usual views per video, or of its followers if those are unknown.
 */
const REACH_FACTOR = 3
/** Growth is steady if this many intervals in a row have nearly the same rate. */
const STEADY_INTERVALS = 4
/** Steady growth must last long enough to include days and nights. */
const STEADY_HOURS = 48
/** Maximum deviation from the mean rate during steady growth. */
const STEADY_WITHIN = 0.02
/** Human viewers sleep at night, so growth at a constant rate for longer than this is unusual. */
const USUAL_STEADY_HOURS = 12

const USUAL_LIKES_PER_VIEW = 0.05
const USUAL_COMMENTS_PER_VIEW = 0.004
/**
 * Lower limit for the usual like rate. Without it, a lack of likes would look normal for an account watched only by
 * bots.
 */
const MIN_LIKES_PER_VIEW = USUAL_LIKES_PER_VIEW / TOO_FEW_FACTOR

/** Null means that a figure is unknown, never that it is 0. */
export interface Figures {
  readonly at: Date
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
}

export interface UsualFigures {
  readonly followers: number | null
  /** The network's average, or the median of the account's other videos. */
  readonly views: number | null
  readonly likesPerView: number | null
  readonly commentsPerView: number | null
}

export interface GrowthJudgement {
  readonly looksInhuman: boolean
  readonly newViews: number
  /** All signals found, even if they are not enough to flag the growth. */
  readonly evidence: readonly GrowthEvidence[]
}

export function judgeGrowth(earlier: readonly Figures[], now: Figures, publishedAt: Date, usual: UsualFigures): GrowthJudgement {
  const grown = growthSince(earlier, now, publishedAt)
  if (!grown) return { looksInhuman: false, newViews: 0, evidence: [] }
  const { own, span, newest } = grown
  if (span.newViews < MIN_JUDGED_VIEWS) return { looksInhuman: false, newViews: own.newViews, evidence: [] }
  const kinds = [engagement(span, newest, usual), volume(grown, usual), steadiness([...own.past, newest])]
  return {
    // Earlier bot views must not cause later human views to be flagged.
    looksInhuman: signalsAgree(kinds) && (own.newViews >= MIN_JUDGED_VIEWS || hasTooFewLikes(grown, usual)),
    newViews: own.newViews,
    evidence: kinds.flat(),
  }
}

export const signalsAgree = (kinds: readonly (readonly GrowthEvidence[])[]): boolean =>
  kinds.filter((found) => found.length > 0).length >= 2

export type KnownFigures = Figures & { readonly views: number }

export interface Span {
  /** The known figures up to the start of the span, beginning with the publication. */
  readonly past: readonly KnownFigures[]
  readonly from: KnownFigures
  readonly newViews: number
}

export interface Growth {
  readonly own: Span
  /**
   * Growth since the video was last judged on its own. Equals `own` if there are enough new views to judge the video on
   * its own.
   */
  readonly span: Span
  readonly newest: KnownFigures
}

/** Undefined if the figures are unknown or not newer than the publication. */
export function growthSince(earlier: readonly Figures[], now: Figures, publishedAt: Date): Growth | undefined {
  const past = knownBefore(earlier, now, publishedAt)
  if (now.views === null || past.length === 0) return undefined
  const newest = { ...now, views: now.views }
  const risen = (to: KnownFigures, from: readonly KnownFigures[]) =>
    Math.max(0, to.views - from.reduce((most, { views }) => Math.max(most, views), 0))
  const spanOf = (known: readonly KnownFigures[]): Span => ({ past: known, from: known.at(-1) ?? newest, newViews: risen(newest, known) })
  const own = spanOf(past)
  if (own.newViews >= MIN_JUDGED_VIEWS) return { own, span: own, newest }
  const judged = past.findLastIndex((one, index) => index > 0 && risen(one, past.slice(0, index)) >= MIN_JUDGED_VIEWS)
  return { own, span: spanOf(past.slice(0, Math.max(0, judged) + 1)), newest }
}

function knownBefore(earlier: readonly Figures[], now: Figures, publishedAt: Date): KnownFigures[] {
  const figures = earlier.filter((one): one is KnownFigures => one.views !== null && one.at < now.at && one.at > publishedAt)
  const atFirst: KnownFigures = { at: publishedAt, views: 0, likes: 0, comments: 0 }
  return publishedAt < now.at ? [atFirst, ...figures.toSorted((a, b) => a.at.getTime() - b.at.getTime())] : []
}

/** Compares the likes and comments of the new views with the account's other videos, or with this video's past. */
function engagement({ past, from, newViews }: Span, now: KnownFigures, usual: UsualFigures): GrowthEvidence[] {
  const measure = (signal: 'likes_per_view' | 'comments_per_view', of: 'likes' | 'comments', fallback: number): GrowthEvidence[] => {
    const [had, has] = [from[of], now[of]]
    if (had === null || has === null) return []
    const expected = expectedPerView(of, past, usual)
    const found = Math.max(0, has - had)
    const tooFew = expected * newViews >= MIN_ENGAGEMENT && found * TOO_FEW_FACTOR < expected * newViews
    if (tooFew) return [{ signal, value: found / newViews, usual: expected }]
    // Compares totals, not gains: after the network has removed views, few views appear to be new, so the number of new
    // likes would look too high.
    const tooMany = has >= MIN_ENGAGEMENT && has > TOO_MANY_FACTOR * Math.max(expected, fallback) * now.views
    return tooMany ? [{ signal, value: has / now.views, usual: expected }] : []
  }
  return [...measure('likes_per_view', 'likes', USUAL_LIKES_PER_VIEW), ...measure('comments_per_view', 'comments', USUAL_COMMENTS_PER_VIEW)]
}

/**
 * The usual rate of the account's other videos; failing that, this video's own past rate; failing that, that of a
 * typical video.
 */
export function expectedPerView(of: 'likes' | 'comments', past: readonly KnownFigures[], usual: UsualFigures): number {
  const reference = past.findLast(({ views }) => views >= MIN_JUDGED_VIEWS)
  const own = reference && reference[of] !== null ? reference[of] / reference.views : null
  if (of === 'comments') return usual.commentsPerView ?? own ?? USUAL_COMMENTS_PER_VIEW
  return Math.max(MIN_LIKES_PER_VIEW, usual.likesPerView ?? own ?? USUAL_LIKES_PER_VIEW)
}

/** Compares comments instead if the likes are unknown. */
export function hasTooFewLikes({ own, span, newest }: Growth, usual: UsualFigures): boolean {
  if (own.newViews === 0) return false
  for (const kind of ['likes', 'comments'] as const) {
    const [had, has] = [own.from[kind], newest[kind]]
    if (had !== null && has !== null)
      return Math.max(0, has - had) * TOO_FEW_FACTOR < expectedPerView(kind, span.past, usual) * own.newViews
  }
  return false
}

export const perHour = (from: KnownFigures, to: KnownFigures) =>
  (Math.max(0, to.views - from.views) / (to.at.getTime() - from.at.getTime())) * HOUR

/** Looks for many more views than in the previous interval, or than a video of this account usually gets in total. */
function volume({ own, span, newest }: Growth, usual: UsualFigures): GrowthEvidence[] {
  const found: GrowthEvidence[] = []
  // A burst may have begun at any reading within the span. Only the first burst is reported.
  for (let at = Math.max(1, span.past.length - 1); at < own.past.length && found.length === 0; at += 1) {
    const [earlier, from] = [own.past[at - 1], own.past[at]]
    if (!earlier || !from) continue
    const [rate, rateBefore] = [perHour(from, newest), perHour(earlier, from)]
    if (rate > BURST_FACTOR * rateBefore) found.push({ signal: 'views_per_hour', value: rate, usual: rateBefore })
  }
  const reach = usual.views ?? usual.followers
  if (reach !== null && span.newViews > REACH_FACTOR * reach) found.push({ signal: 'new_views', value: span.newViews, usual: reach })
  return found
}

/** Looks for growth at the same rate by day and by night. Callers ensure that there are enough new views. */
function steadiness(figures: readonly KnownFigures[]): GrowthEvidence[] {
  const rates: number[] = []
  let hours = 0
  for (let index = figures.length - 1; index > 0; index -= 1) {
    const [from, to] = [figures[index - 1], figures[index]]
    if (!from || !to || to.views <= from.views) break
    const rate = perHour(from, to)
    const mean = [...rates, rate].reduce((sum, one) => sum + one, 0) / (rates.length + 1)
    if ([...rates, rate].some((one) => Math.abs(one - mean) > STEADY_WITHIN * mean)) break
    rates.push(rate)
    hours += (to.at.getTime() - from.at.getTime()) / HOUR
  }
  return rates.length >= STEADY_INTERVALS && hours >= STEADY_HOURS
    ? [{ signal: 'steady_hours', value: hours, usual: USUAL_STEADY_HOURS }]
    : []
}

/** Medians limit the effect of a single atypical video. */
export function usualFiguresOf(
  account: { readonly followers: number | null; readonly averageViews: number | null },
  videos: readonly Omit<Figures, 'at'>[],
): UsualFigures {
  const known = videos.filter((video): video is Omit<KnownFigures, 'at'> => video.views !== null && video.views >= MIN_JUDGED_VIEWS)
  const rates = (of: 'likes' | 'comments') => known.flatMap((video) => (video[of] === null ? [] : [video[of] / video.views]))
  return {
    followers: account.followers,
    views: account.averageViews ?? median(known.map(({ views }) => views)),
    likesPerView: median(rates('likes')),
    commentsPerView: median(rates('comments')),
  }
}

/** Null for fewer than three values, because two videos do not show a pattern. */
function median(values: readonly number[]): number | null {
  if (values.length < 3) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
