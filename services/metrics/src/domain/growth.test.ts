import { figuresAt } from '@reelfair/sandbox/curves'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Figures, type GrowthJudgement, judgeGrowth, type UsualFigures, usualFiguresOf } from './growth.ts'

const HOUR = 3_600_000
const published = new Date('2026-11-21T09:20:00Z')
const hours = (count: number) => new Date(published.getTime() + count * HOUR)
const figures = (
  at: number,
  views: number | null,
  likes: number | null = views === null ? null : views * 0.05,
  comments: number | null = null,
): Figures => ({
  at: hours(at),
  views,
  likes,
  comments,
})
const usual: UsualFigures = { followers: 12_000, views: 8_000, likesPerView: 0.05, commentsPerView: 0.005 }
const unknown: UsualFigures = { followers: null, views: null, likesPerView: null, commentsPerView: null }
const signals = ({ evidence }: GrowthJudgement) => evidence.map(({ signal }) => signal)

function judgeAll(of: (ageMs: number) => Omit<Figures, 'at'>, ages: readonly number[], known: UsualFigures) {
  const seen: Figures[] = []
  return ages.map((age) => {
    const now = { ...of(age * HOUR), at: hours(age) }
    const judged = judgeGrowth(seen, now, published, known)
    seen.push(now)
    return judged
  })
}

const anyUsual = fc.record({
  followers: fc.constantFrom(null, 4_000, 60_000),
  views: fc.constantFrom(null, 5_000, 40_000),
  likesPerView: fc.constantFrom(null, 0.05, 0.08),
  commentsPerView: fc.constantFrom(null, 0.004, 0.006),
})
/**
 * Nightly readings from the video's first day onwards. Any later night except the second may be missed: without the
 * second night, a spike in the first two days would look like a slow start.
 */
const anyNights = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }))
  .map(([first, missed]) => missed.flatMap((isMissed, night) => (isMissed && night > 1 ? [] : [first + 24 * night])))
const anyCurve = { seed: fc.string({ minLength: 1, maxLength: 8 }), views: fc.integer({ min: 8_000, max: 3_000_000 }) }

test.each(['organic', 'viral', 'purge'] as const)('never flags the sandbox’s %s videos, whatever is known about the account', (kind) => {
  fc.assert(
    fc.property(anyCurve.seed, anyCurve.views, anyNights, anyUsual, (seed, views, nights, known) => {
      const judged = judgeAll((age) => figuresAt({ kind, seed, views }, age), nights, known)
      expect(judged.filter(({ looksInhuman }) => looksInhuman)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('flags the sandbox’s bot spikes only on the night when they appear', () => {
  fc.assert(
    fc.property(anyCurve.seed, anyCurve.views, anyNights, anyUsual, (seed, views, nights, known) => {
      const turn = nights[0]! + 1
      const judged = judgeAll((age) => figuresAt({ kind: 'bot_spike', seed, views, turnAfterHours: turn }, age), nights, known)
      expect(judged.map(({ looksInhuman }) => looksInhuman)).toEqual(nights.map((_, index) => index === 1))
      expect(signals(judged[1]!)).toEqual(expect.arrayContaining(['likes_per_view', 'views_per_hour']))
    }),
    { numRuns: 300 },
  )
})

test('flags a bot spike that precedes the first reading, based on the account’s usual figures', () => {
  const spike = judgeAll((age) => figuresAt({ kind: 'bot_spike', seed: 's', views: 60_000, turnAfterHours: 2 }, age), [12], usual)[0]!
  expect(spike.looksInhuman).toBe(true)
  expect(signals(spike)).toEqual(['likes_per_view', 'comments_per_view', 'new_views'])
})

test('returns the evidence together with the account’s usual values', () => {
  const judged = judgeGrowth([figures(10, 5_000)], figures(20, 25_000, 270), published, usual)
  expect(judged).toEqual({
    looksInhuman: true,
    newViews: 20_000,
    evidence: [
      { signal: 'likes_per_view', value: 0.001, usual: 0.05 },
      { signal: 'views_per_hour', value: 2_000, usual: 500 },
    ],
  })
})

test('returns evidence of a single kind, but does not flag the growth', () => {
  const fast = judgeGrowth([figures(10, 5_000)], figures(20, 55_000), published, usual)
  expect([fast.looksInhuman, signals(fast)]).toEqual([false, ['views_per_hour', 'new_views']])
  const unloved = judgeGrowth([figures(10, 5_000)], figures(20, 9_000, 260), published, usual)
  expect([unloved.looksInhuman, signals(unloved)]).toEqual([false, ['likes_per_view']])
})

test.each([
  // The limits are a third of the usual likes and three times the previous rate.
  [499, 15_001, ['likes_per_view', 'views_per_hour']],
  [500, 15_001, ['views_per_hour']],
  [499, 15_000, ['likes_per_view']],
])('given %i new likes (usually 1,500) and %i new views (previously 5,000 in the same time), finds %j', (likes, views, found) => {
  const known = { ...usual, likesPerView: 1_500 / views }
  const judged = judgeGrowth([figures(10, 5_000)], figures(20, 5_000 + views, 250 + likes), published, known)
  expect(signals(judged)).toEqual(found)
  expect(judged.looksInhuman).toBe(found.length === 2)
})

test('reports views exceeding three times the usual views, or three times the followers if the usual views are unknown', () => {
  const judge = (views: number, known: UsualFigures) => signals(judgeGrowth([], figures(10, views, null), published, known))
  expect(judge(24_001, usual)).toEqual(['new_views'])
  expect(judge(24_000, usual)).toEqual([])
  expect(judge(36_001, { ...usual, views: null })).toEqual(['new_views'])
  expect(judge(36_000, { ...usual, views: null })).toEqual([])
  expect(judge(9_000_000, unknown)).toEqual([])
})

test('flags steady views without likes after two days, but not steady views with likes', () => {
  const drip = (likes: (views: number) => number) =>
    judgeAll(
      (age) => ({ views: Math.floor(age / HOUR) * 200, likes: likes(Math.floor(age / HOUR) * 200), comments: null }),
      [12, 24, 36, 48, 60, 72],
      usual,
    )
  expect(drip(() => 10).map(({ looksInhuman }) => looksInhuman)).toEqual([false, false, false, true, true, true])
  expect(drip((views) => views * 0.05).every(({ looksInhuman }) => !looksInhuman)).toBe(true)
})

test('flags a video with implausibly many likes', () => {
  expect(judgeGrowth([figures(10, 5_000)], figures(20, 55_000, 25_000), published, usual)).toMatchObject({ looksInhuman: true })
})

test.each([
  ['unknown views', [figures(10, 5_000)], figures(20, null)],
  ['fewer than 1,000 views in total', [figures(10, 100)], figures(20, 999, 0, 0)],
  ['a falling figure', [figures(10, 50_000)], figures(20, 30_000)],
  ['a figure older than the last one', [figures(10, 5_000)], figures(-1, 55_000, 0, 0)],
])('does not judge %s', (_, earlier, now) => {
  expect(judgeGrowth(earlier, now, published, usual)).toMatchObject({ looksInhuman: false, evidence: [] })
})

test('judges a video’s growth once it has 1,000 new views', () => {
  expect(judgeGrowth([figures(10, 100)], figures(20, 1_100, 0), published, usual)).toMatchObject({ looksInhuman: true, newViews: 1_000 })
})

test('adds up small gains since the last judged reading, and flags only the newest gain', () => {
  const earlier = [figures(10, 100), figures(34, 150, 5)]
  expect(judgeGrowth(earlier, figures(58, 1_140, 5), published, usual)).toMatchObject({ looksInhuman: true })
  expect(judgeGrowth([...earlier, figures(58, 1_140, 5)], figures(82, 1_640, 5), published, usual)).toEqual({
    looksInhuman: true,
    newViews: 500,
    evidence: [
      { signal: 'likes_per_view', value: 5 / 1_640, usual: 0.05 },
      { signal: 'views_per_hour', value: 1_490 / 48, usual: 50 / 24 },
    ],
  })
  // The last 1,200 views were already judged on their own.
  const judged = [figures(10, 100), figures(34, 1_300, 5), figures(58, 1_800, 5)]
  expect(judgeGrowth(judged, figures(82, 2_299, 5), published, usual)).toMatchObject({ looksInhuman: false, evidence: [] })
})

test('does not flag small gains that have likes, even after bot views', () => {
  const earlier = [figures(10, 20, 1), figures(34, 800, 1)]
  expect(judgeGrowth(earlier, figures(58, 1_600, 1), published, usual)).toMatchObject({ looksInhuman: true })
  expect(judgeGrowth([...earlier, figures(58, 1_600, 1)], figures(82, 1_700, 6), published, usual)).toMatchObject({ looksInhuman: false })
})

test('flags 990 new views a night without likes after two days', () => {
  const nights = [24, 48, 72, 96, 120]
  const judged = judgeAll((age) => ({ views: (age / HOUR / 24) * 990, likes: 3, comments: null }), nights, usual)
  expect(judged.map(({ looksInhuman }) => looksInhuman)).toEqual([false, false, false, true, true])
})

test('flags missing likes even if the account’s videos never get any likes', () => {
  const known = { ...usual, likesPerView: 0 }
  expect(judgeGrowth([figures(10, 5_000, 0)], figures(20, 25_000, 0), published, known).looksInhuman).toBe(true)
})

test('does not treat unknown likes and comments as evidence', () => {
  expect(judgeGrowth([figures(10, 5_000)], figures(20, 55_000, null, null), published, usual)).toMatchObject({ looksInhuman: false })
  expect(judgeGrowth([figures(10, 5_000, null)], figures(20, 55_000, 0), published, usual)).toMatchObject({ looksInhuman: false })
})

test('compares a video with its own past when nothing is known about the account', () => {
  const judged = judgeGrowth([figures(10, 5_000, 500)], figures(20, 55_000, 1_500), published, unknown)
  expect(judged.evidence[0]).toEqual({ signal: 'likes_per_view', value: 0.02, usual: 0.1 })
})

test('ignores earlier figures that are unknown, and the order of the others', () => {
  const earlier = [figures(10, 3_000), figures(34, 5_000), figures(58, 6_000)]
  const now = figures(82, 46_000, 320)
  fc.assert(
    fc.property(fc.shuffledSubarray(earlier, { minLength: 3 }), fc.array(fc.integer({ min: 1, max: 100 })), (shuffled, gaps) => {
      const noise = gaps.map((at) => figures(at, null))
      expect(judgeGrowth([...noise, ...shuffled], now, published, usual)).toEqual(judgeGrowth(earlier, now, published, usual))
    }),
  )
})

test('uses the network’s average, or the median of at least three videos with enough views', () => {
  const video = (views: number | null, likes: number | null, comments: number | null) => ({ views, likes, comments })
  const videos = [video(1_000, 100, 1), video(2_000, 100, 4), video(100_000, 3_000, null), video(999, 999, 999), video(null, 5, 5)]
  expect(usualFiguresOf({ followers: 7, averageViews: null }, videos)).toEqual({
    followers: 7,
    views: 2_000,
    likesPerView: 0.05,
    commentsPerView: null,
  })
  expect(usualFiguresOf({ followers: null, averageViews: 0 }, videos).views).toBe(0)
  expect(usualFiguresOf({ followers: null, averageViews: null }, videos.slice(0, 2))).toEqual(unknown)
  expect(usualFiguresOf({ followers: null, averageViews: null }, [...videos, video(4_000, 400, 8)])).toMatchObject({
    views: 3_000,
    commentsPerView: 0.002,
  })
})
