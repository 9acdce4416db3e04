/**
 * The growth of all of an account's videos in one reading: each by itself, and those with few new views together, for bots that are spread over many videos
 * would never be judged. Pure.
 */
import type { GrowthEvidence } from '@reelfair/contracts'
import {
  BURST_FACTOR,
  doAgree,
  EXPECTED_AT_LEAST,
  expectedPerView,
  type Figures,
  type Growth,
  type GrowthJudgement,
  growthSince,
  isUnloved,
  JUDGED_FROM_VIEWS,
  judgeGrowth,
  perHour,
  type Span,
  TOO_FEW_FACTOR,
  type Usual,
} from './growth.ts'

export interface Grown {
  /** The sign-up's name for the video. */
  readonly id: string
  /** The network's: a video of two sign-ups grows once. */
  readonly externalId: string
  readonly publishedAt: Date
  /** So far, in any order. */
  readonly earlier: readonly Figures[]
  readonly now: Figures
  readonly usual: Usual
}

interface Small extends Growth {
  readonly id: string
  readonly externalId: string
  readonly usual: Usual
}

/**
 * @param usual of the account
 * @returns by the sign-ups' names for the videos
 */
export function judgeAccountGrowth(videos: readonly Grown[], usual: Usual): ReadonlyMap<string, GrowthJudgement> {
  const judged = new Map(videos.map((one) => [one.id, judgeGrowth(one.earlier, one.now, one.publishedAt, one.usual)]))
  const small = videos.flatMap(({ id, externalId, earlier, now, publishedAt, usual }): Small[] => {
    const growth = growthSince(earlier, now, publishedAt)
    return growth && growth.own.newViews < JUDGED_FROM_VIEWS ? [{ ...growth, id, externalId, usual }] : []
  })
  const evidence = judgeTogether([...new Map(small.map((one) => [one.externalId, one])).values()], usual)
  if (evidence.length === 0) return judged
  for (const one of small) {
    const { looksInhuman = false, newViews = 0 } = judged.get(one.id) ?? {}
    if (!looksInhuman && isUnloved(one, one.usual)) judged.set(one.id, { looksInhuman: true, newViews, evidence })
  }
  return judged
}

/** What speaks against them as one: their newest views, or all since each was last judged by itself. Nothing when it does not suffice. */
function judgeTogether(small: readonly Small[], usual: Usual): readonly GrowthEvidence[] {
  for (const part of ['own', 'span'] as const) {
    const some = small.filter((one) => one[part].newViews > 0)
    const newViews = sumOf(some, (one) => one[part].newViews)
    if (some.length < 2 || newViews < JUDGED_FROM_VIEWS) continue
    const kinds = [engagement(some, part), volume(some, newViews, usual)]
    if (doAgree(kinds)) return kinds.flat()
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
    // Of each the next like may have been almost there.
    if (expected < EXPECTED_AT_LEAST || (found + known.length) * TOO_FEW_FACTOR >= expected) return []
    return [{ signal: of === 'likes' ? 'likes_per_view' : 'comments_per_view', value: found / views, usual: expected / views }]
  })
}

/** Many more than in the interval before; or more than a whole video of the account usually gets, in increments each of which is too small to be judged. */
function volume(small: readonly Small[], newViews: number, usual: Usual): GrowthEvidence[] {
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
