/**
 * Whether a video's growth looks human, from the figures that networks give. It never decides: what is flagged waits for a person, with the evidence. Pure.
 * Growth looks not human when signals of two different kinds agree, for each alone has harmless causes: what goes viral grows fast, small numbers waver.
 * @source facts/integration.md §4.3
 */
import type { GrowthEvidence } from '@reelfair/contracts'

const HOUR = 3_600_000

/** Fewer new views than this are not judged by themselves: they add up, over a video's readings and over an account's videos. */
export const JUDGED_FROM_VIEWS = 1_000
/** Likes or comments per view, so many times below the usual, or above it. */
export const TOO_FEW_FACTOR = 3
const TOO_MANY_FACTOR = 5
/** Fewer likes or comments than this, where so many would be usual, may be chance. */
export const EXPECTED_AT_LEAST = 20
/** New views per hour, times those of the interval before. */
export const BURST_FACTOR = 3
/** New views, times the account's usual views of a whole video; where they are not known, times its followers. */
const REACH_FACTOR = 3
/** Intervals at one rate, over days and nights. */
const STEADY_INTERVALS = 4
const STEADY_HOURS = 48
const STEADY_WITHIN = 0.02
/** By night an audience sleeps. */
const USUAL_STEADY_HOURS = 12

/** What videos get where nothing is known of the account yet. */
const USUAL_LIKES_PER_VIEW = 0.05
const USUAL_COMMENTS_PER_VIEW = 0.004
/** Videos that only bots have seen would make it usual that nobody likes them. */
const LEAST_LIKES_PER_VIEW = USUAL_LIKES_PER_VIEW / TOO_FEW_FACTOR

/** A video's figures at an instant. Null is "not known", never 0. */
export interface Figures {
  readonly at: Date
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
}

/** What is usual for the account; null where it is not known. */
export interface Usual {
  readonly followers: number | null
  /** The median of its latest videos, or the network's own average. */
  readonly views: number | null
  readonly likesPerView: number | null
  readonly commentsPerView: number | null
}

export interface GrowthJudgement {
  readonly looksInhuman: boolean
  /** Views that came since the figures before. */
  readonly newViews: number
  /** All signals found, also when they do not suffice. */
  readonly evidence: readonly GrowthEvidence[]
}

/**
 * Judges what came since the figures before.
 * @param earlier this video's figures so far, in any order
 * @param now the figures judged
 */
export function judgeGrowth(earlier: readonly Figures[], now: Figures, publishedAt: Date, usual: Usual): GrowthJudgement {
  const grown = growthSince(earlier, now, publishedAt)
  if (!grown) return { looksInhuman: false, newViews: 0, evidence: [] }
  const { own, span, newest } = grown
  if (span.newViews < JUDGED_FROM_VIEWS) return { looksInhuman: false, newViews: own.newViews, evidence: [] }
  const kinds = [engagement(span, newest, usual), volume(grown, usual), steadiness([...own.past, newest])]
  return {
    // Views that people made are not held for what came before them.
    looksInhuman: doAgree(kinds) && (own.newViews >= JUDGED_FROM_VIEWS || isUnloved(grown, usual)),
    newViews: own.newViews,
    evidence: kinds.flat(),
  }
}

/** Whether signals of two kinds were found. */
export const doAgree = (kinds: readonly (readonly GrowthEvidence[])[]): boolean => kinds.filter((found) => found.length > 0).length >= 2

export type KnownFigures = Figures & { readonly views: number }

/** New views up to now. */
export interface Span {
  /** What was known when they began, from the publication on. */
  readonly past: readonly KnownFigures[]
  readonly from: KnownFigures
  readonly newViews: number
}

export interface Growth {
  /** Since the figures before. */
  readonly own: Span
  /** Since the video was last judged by itself, which is the same when the new views suffice to judge it so. */
  readonly span: Span
  readonly newest: KnownFigures
}

/** Nothing where the figures are not known, or not newer than the publication. */
export function growthSince(earlier: readonly Figures[], now: Figures, publishedAt: Date): Growth | undefined {
  const past = knownBefore(earlier, now, publishedAt)
  if (now.views === null || past.length === 0) return undefined
  const newest = { ...now, views: now.views }
  const risen = (to: KnownFigures, from: readonly KnownFigures[]) =>
    Math.max(0, to.views - from.reduce((most, { views }) => Math.max(most, views), 0))
  const spanOf = (known: readonly KnownFigures[]): Span => ({ past: known, from: known.at(-1) ?? newest, newViews: risen(newest, known) })
  const own = spanOf(past)
  if (own.newViews >= JUDGED_FROM_VIEWS) return { own, span: own, newest }
  const judged = past.findLastIndex((one, index) => index > 0 && risen(one, past.slice(0, index)) >= JUDGED_FROM_VIEWS)
  return { own, span: spanOf(past.slice(0, Math.max(0, judged) + 1)), newest }
}

/** The figures that are known, from the publication (nothing yet) to the last one before `now`. */
function knownBefore(earlier: readonly Figures[], now: Figures, publishedAt: Date): KnownFigures[] {
  const figures = earlier.filter((one): one is KnownFigures => one.views !== null && one.at < now.at && one.at > publishedAt)
  const atFirst: KnownFigures = { at: publishedAt, views: 0, likes: 0, comments: 0 }
  return publishedAt < now.at ? [atFirst, ...figures.toSorted((a, b) => a.at.getTime() - b.at.getTime())] : []
}

/** Likes and comments of the new views, beside those of the account's other videos, or of this one so far. */
function engagement({ past, from, newViews }: Span, now: KnownFigures, usual: Usual): GrowthEvidence[] {
  const measure = (signal: 'likes_per_view' | 'comments_per_view', of: 'likes' | 'comments', otherwise: number): GrowthEvidence[] => {
    const [had, has] = [from[of], now[of]]
    if (had === null || has === null) return []
    const expected = expectedPerView(of, past, usual)
    const found = Math.max(0, has - had)
    const tooFew = expected * newViews >= EXPECTED_AT_LEAST && found * TOO_FEW_FACTOR < expected * newViews
    if (tooFew) return [{ signal, value: found / newViews, usual: expected }]
    // Of all views: where the network has taken views back meanwhile, the new ones would seem to have got all the likes.
    const tooMany = has >= EXPECTED_AT_LEAST && has > TOO_MANY_FACTOR * Math.max(expected, otherwise) * now.views
    return tooMany ? [{ signal, value: has / now.views, usual: expected }] : []
  }
  return [...measure('likes_per_view', 'likes', USUAL_LIKES_PER_VIEW), ...measure('comments_per_view', 'comments', USUAL_COMMENTS_PER_VIEW)]
}

/** By the account's other videos, else by this one's past, else by what videos get. */
export function expectedPerView(of: 'likes' | 'comments', past: readonly KnownFigures[], usual: Usual): number {
  const reference = past.findLast(({ views }) => views >= JUDGED_FROM_VIEWS)
  const own = reference && reference[of] !== null ? reference[of] / reference.views : null
  if (of === 'comments') return usual.commentsPerView ?? own ?? USUAL_COMMENTS_PER_VIEW
  return Math.max(LEAST_LIKES_PER_VIEW, usual.likesPerView ?? own ?? USUAL_LIKES_PER_VIEW)
}

/** Whether the newest views have too few likes; where these are not known, comments. */
export function isUnloved({ own, span, newest }: Growth, usual: Usual): boolean {
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

/** Many more views than in the interval before, or than whole videos of this account usually get. */
function volume({ own, span, newest }: Growth, usual: Usual): GrowthEvidence[] {
  const found: GrowthEvidence[] = []
  // Within a span a burst may have begun at any of its readings: the first such.
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

/** The same rate by day and by night. Those who call have seen to it that there are enough new views. */
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

/** What is usual for an account, from its other videos' newest figures and what the network says of it: medians, so that one odd video changes little. */
export function usualOf(
  account: { readonly followers: number | null; readonly averageViews: number | null },
  videos: readonly Omit<Figures, 'at'>[],
): Usual {
  const known = videos.filter((video): video is Omit<KnownFigures, 'at'> => video.views !== null && video.views >= JUDGED_FROM_VIEWS)
  const rates = (of: 'likes' | 'comments') => known.flatMap((video) => (video[of] === null ? [] : [video[of] / video.views]))
  return {
    followers: account.followers,
    views: account.averageViews ?? median(known.map(({ views }) => views)),
    likesPerView: median(rates('likes')),
    commentsPerView: median(rates('comments')),
  }
}

/** Nothing below three: two videos are no habit. */
function median(values: readonly number[]): number | null {
  if (values.length < 3) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return (low + high) / 2
}
