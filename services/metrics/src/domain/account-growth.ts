/**
 * Judges each video alone, and videos with few new views as a group. Otherwise, bots that spread their views over many
 * videos would remain undetected.
 */
import type { GrowthEvidence } from '@reelfair/contracts'
import {
  BURST_FACTOR,
  expectedPerView,
  type Figures,
  type Growth,
  type GrowthJudgement,
  growthSince,
  hasTooFewLikes,
  judgeGrowth,
  MIN_ENGAGEMENT,
  MIN_JUDGED_VIEWS,
  perHour,
  type Span,
  signalsAgree,
  TOO_FEW_FACTOR,
  type UsualFigures,
} from './growth.ts'

export interface GrowthInput {
  readonly id: string
  /** The network's id for the video. A video that belongs to two sign-ups is judged only once. */
  readonly externalId: string
  readonly publishedAt: Date
  readonly earlier: readonly Figures[]
  readonly now: Figures
  readonly usual: UsualFigures
}

interface Small extends Growth {
  readonly id: string
  readonly externalId: string
  readonly usual: UsualFigures
}

/** @returns one judgement per input, keyed by its `id` */
export function judgeAccountGrowth(videos: readonly GrowthInput[], usual: UsualFigures): ReadonlyMap<string, GrowthJudgement> {
  const judged = new Map(videos.map((one) => [one.id, judgeGrowth(one.earlier, one.now, one.publishedAt, one.usual)]))
  const small = videos.flatMap(({ id, externalId, earlier, now, publishedAt, usual }): Small[] => {
    const growth = growthSince(earlier, now, publishedAt)
    return growth && growth.own.newViews < MIN_JUDGED_VIEWS ? [{ ...growth, id, externalId, usual }] : []
  })
  const evidence = judgeTogether([...new Map(small.map((one) => [one.externalId, one])).values()], usual)
  if (evidence.length === 0) return judged
  for (const one of small) {
    const { looksInhuman = false, newViews = 0 } = judged.get(one.id) ?? {}
    if (!looksInhuman && hasTooFewLikes(one, one.usual)) judged.set(one.id, { looksInhuman: true, newViews, evidence })
  }
  return judged
}

/**
 * Judges small gains together: first the newest gains, then all gains since each video was last judged alone. Returns
 * evidence only if it is enough to flag the videos.
 */
function judgeTogether(small: readonly Small[], usual: UsualFigures): readonly GrowthEvidence[] {
  for (const part of ['own', 'span'] as const) {
    const some = small.filter((one) => one[part].newViews > 0)
    const newViews = sumOf(some, (one) => one[part].newViews)
    if (some.length < 2 || newViews < MIN_JUDGED_VIEWS) continue
    const kinds = [engagement(some, part), volume(some, newViews, usual)]
    if (signalsAgree(kinds)) return kinds.flat()
  }
  return []
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

function engagement(small: readonly Small[], part: 'own' | 'span'): GrowthEvidence[] {
  return (['likes', 'comments'] as const).flatMap((of): GrowthEvidence[] => {
    const known = small.flatMap(({ [part]: { from, newViews }, span, newest, usual }: Small & Record<'own' | 'span', Span>) => {
      const [had, has] = [from[of], newest[of]]
      if (had === null || has === null) return []
      return [{ newViews, found: Math.max(0, has - had), expected: expectedPerView(of, span.past, usual) * newViews }]
    })
    const views = sumOf(known, ({ newViews }) => newViews)
    const expected = sumOf(known, (one) => one.expected)
    const found = sumOf(known, (one) => one.found)
    // Allows one more like per video, because each video may be about to get its next like.
    if (expected < MIN_ENGAGEMENT || (found + known.length) * TOO_FEW_FACTOR >= expected) return []
    return [{ signal: of === 'likes' ? 'likes_per_view' : 'comments_per_view', value: found / views, usual: expected / views }]
  })
}

/**
 * Looks for many more views than in the previous interval, or more than a video of the account usually gets in total.
 * The limit is lower than for a single video, because each gain is too small to be judged alone.
 */
function volume(small: readonly Small[], newViews: number, usual: UsualFigures): GrowthEvidence[] {
  const found: GrowthEvidence[] = []
  const rates = small.flatMap(({ own: { past, from }, newest }) => {
    const earlier = past.at(-2)
    return earlier ? [{ rate: perHour(from, newest), before: perHour(earlier, from) }] : []
  })
  const [rate, before] = [sumOf(rates, (one) => one.rate), sumOf(rates, (one) => one.before)]
  if (rate > BURST_FACTOR * before) found.push({ signal: 'views_per_hour', value: rate, usual: before })
  const reach = usual.views ?? usual.followers
  if (reach !== null && newViews > reach) found.push({ signal: 'new_views', value: newViews, usual: reach })
  return found
}
