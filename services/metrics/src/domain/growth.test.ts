import { figuresAt } from '@reelfair/sandbox/curves'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Figures, type GrowthJudgement, judgeGrowth, type Usual, usualOf } from './growth.ts'

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
const usual: Usual = { followers: 12_000, views: 8_000, likesPerView: 0.05, commentsPerView: 0.005 }
const unknown: Usual = { followers: null, views: null, likesPerView: null, commentsPerView: null }
const signals = ({ evidence }: GrowthJudgement) => evidence.map(({ signal }) => signal)

/** Reads a curve at these ages, and judges each reading by those before it. */
function judgeAll(of: (ageMs: number) => Omit<Figures, 'at'>, ages: readonly number[], known: Usual) {
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
/** Nightly, the first night at any hour of the video's life, some of the later nights missed: within two days at once a spike looks like a slow beginning. */
const anyNights = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }))
  .map(([first, missed]) => missed.flatMap((isMissed, night) => (isMissed && night > 1 ? [] : [first + 24 * night])))
const anyCurve = { seed: fc.string({ minLength: 1, maxLength: 8 }), views: fc.integer({ min: 8_000, max: 3_000_000 }) }

test.each(['organic', 'viral', 'purge'] as const)('the sandbox’s %s videos are never flagged, whatever is known of the account', (kind) => {
  fc.assert(
    fc.property(anyCurve.seed, anyCurve.views, anyNights, anyUsual, (seed, views, nights, known) => {
      const judged = judgeAll((age) => figuresAt({ kind, seed, views }, age), nights, known)
      expect(judged.filter(({ looksInhuman }) => looksInhuman)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('the sandbox’s bot spikes are flagged in the night that shows them, and in no other', () => {
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

test('a bot spike before the first reading is flagged by what is usual for the account', () => {
  const spike = judgeAll((age) => figuresAt({ kind: 'bot_spike', seed: 's', views: 60_000, turnAfterHours: 2 }, age), [12], usual)[0]!
  expect(spike.looksInhuman).toBe(true)
  expect(signals(spike)).toEqual(['likes_per_view', 'comments_per_view', 'new_views'])
})

test('the evidence stands beside what is usual', () => {
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

test('one kind of signal alone does not flag, and is told all the same', () => {
  const fast = judgeGrowth([figures(10, 5_000)], figures(20, 55_000), published, usual)
  expect([fast.looksInhuman, signals(fast)]).toEqual([false, ['views_per_hour', 'new_views']])
  const unloved = judgeGrowth([figures(10, 5_000)], figures(20, 9_000, 260), published, usual)
  expect([unloved.looksInhuman, signals(unloved)]).toEqual([false, ['likes_per_view']])
})

test.each([
  // A third of the usual likes, and three times the rate before, are the limits.
  [499, 15_001, ['likes_per_view', 'views_per_hour']],
  [500, 15_001, ['views_per_hour']],
  [499, 15_000, ['likes_per_view']],
])('%i new likes where 1,500 are usual, with %i new views after 5,000 in as many hours: %j', (likes, views, found) => {
  const known = { ...usual, likesPerView: 1_500 / views }
  const judged = judgeGrowth([figures(10, 5_000)], figures(20, 5_000 + views, 250 + likes), published, known)
  expect(signals(judged)).toEqual(found)
  expect(judged.looksInhuman).toBe(found.length === 2)
})

test('three times the usual views of a whole video are many, also where only the followers are known', () => {
  const judge = (views: number, known: Usual) => signals(judgeGrowth([], figures(10, views, null), published, known))
  expect(judge(24_001, usual)).toEqual(['new_views'])
  expect(judge(24_000, usual)).toEqual([])
  expect(judge(36_001, { ...usual, views: null })).toEqual(['new_views'])
  expect(judge(36_000, { ...usual, views: null })).toEqual([])
  expect(judge(9_000_000, unknown)).toEqual([])
})

test('views dripping in at one rate by day and by night, without likes, are flagged after two days; with likes they are not', () => {
  const drip = (likes: (views: number) => number) =>
    judgeAll(
      (age) => ({ views: Math.floor(age / HOUR) * 200, likes: likes(Math.floor(age / HOUR) * 200), comments: null }),
      [12, 24, 36, 48, 60, 72],
      usual,
    )
  expect(drip(() => 10).map(({ looksInhuman }) => looksInhuman)).toEqual([false, false, false, true, true, true])
  expect(drip((views) => views * 0.05).every(({ looksInhuman }) => !looksInhuman)).toBe(true)
})

test('far too many likes are as odd as far too few', () => {
  expect(judgeGrowth([figures(10, 5_000)], figures(20, 55_000, 25_000), published, usual)).toMatchObject({ looksInhuman: true })
})

test.each([
  ['views that are not known', [figures(10, 5_000)], figures(20, null)],
  ['fewer than 1,000 views in all', [figures(10, 100)], figures(20, 999, 0, 0)],
  ['a figure that falls', [figures(10, 50_000)], figures(20, 30_000)],
  ['a figure older than the last', [figures(10, 5_000)], figures(-1, 55_000, 0, 0)],
])('%s are not judged', (_, earlier, now) => {
  expect(judgeGrowth(earlier, now, published, usual)).toMatchObject({ looksInhuman: false, evidence: [] })
})

test('1,000 new views are judged', () => {
  expect(judgeGrowth([figures(10, 100)], figures(20, 1_100, 0), published, usual)).toMatchObject({ looksInhuman: true, newViews: 1_000 })
})

test('new views too few to be judged add up over the readings since one was judged by itself; what is flagged is the newest of them', () => {
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
  // The last 1,200 were judged by themselves already.
  const judged = [figures(10, 100), figures(34, 1_300, 5), figures(58, 1_800, 5)]
  expect(judgeGrowth(judged, figures(82, 2_299, 5), published, usual)).toMatchObject({ looksInhuman: false, evidence: [] })
})

test('small new views that people like are not held for what bots did before them', () => {
  const earlier = [figures(10, 20, 1), figures(34, 800, 1)]
  expect(judgeGrowth(earlier, figures(58, 1_600, 1), published, usual)).toMatchObject({ looksInhuman: true })
  expect(judgeGrowth([...earlier, figures(58, 1_600, 1)], figures(82, 1_700, 6), published, usual)).toMatchObject({ looksInhuman: false })
})

test('the same 990 new views every night, without likes, are flagged after two days', () => {
  const nights = [24, 48, 72, 96, 120]
  const judged = judgeAll((age) => ({ views: (age / HOUR / 24) * 990, likes: 3, comments: null }), nights, usual)
  expect(judged.map(({ looksInhuman }) => looksInhuman)).toEqual([false, false, false, true, true])
})

test('an account whose videos nobody likes is not usual', () => {
  const known = { ...usual, likesPerView: 0 }
  expect(judgeGrowth([figures(10, 5_000, 0)], figures(20, 25_000, 0), published, known).looksInhuman).toBe(true)
})

test('likes and comments that are not known are no evidence', () => {
  expect(judgeGrowth([figures(10, 5_000)], figures(20, 55_000, null, null), published, usual)).toMatchObject({ looksInhuman: false })
  expect(judgeGrowth([figures(10, 5_000, null)], figures(20, 55_000, 0), published, usual)).toMatchObject({ looksInhuman: false })
})

test('without anything known of the account the video’s own past is the measure', () => {
  const judged = judgeGrowth([figures(10, 5_000, 500)], figures(20, 55_000, 1_500), published, unknown)
  expect(judged.evidence[0]).toEqual({ signal: 'likes_per_view', value: 0.02, usual: 0.1 })
})

test('the order in which earlier figures are given does not matter, nor do unknown ones among them', () => {
  const earlier = [figures(10, 3_000), figures(34, 5_000), figures(58, 6_000)]
  const now = figures(82, 46_000, 320)
  fc.assert(
    fc.property(fc.shuffledSubarray(earlier, { minLength: 3 }), fc.array(fc.integer({ min: 1, max: 100 })), (shuffled, gaps) => {
      const noise = gaps.map((at) => figures(at, null))
      expect(judgeGrowth([...noise, ...shuffled], now, published, usual)).toEqual(judgeGrowth(earlier, now, published, usual))
    }),
  )
})

test('what is usual are medians of at least three videos of some size; the network’s own average comes first', () => {
  const video = (views: number | null, likes: number | null, comments: number | null) => ({ views, likes, comments })
  const videos = [video(1_000, 100, 1), video(2_000, 100, 4), video(100_000, 3_000, null), video(999, 999, 999), video(null, 5, 5)]
  expect(usualOf({ followers: 7, averageViews: null }, videos)).toEqual({
    followers: 7,
    views: 2_000,
    likesPerView: 0.05,
    commentsPerView: null,
  })
  expect(usualOf({ followers: null, averageViews: 0 }, videos).views).toBe(0)
  expect(usualOf({ followers: null, averageViews: null }, videos.slice(0, 2))).toEqual(unknown)
  expect(usualOf({ followers: null, averageViews: null }, [...videos, video(4_000, 400, 8)])).toMatchObject({
    views: 3_000,
    commentsPerView: 0.002,
  })
})
