import { figuresAt } from '@reelfair/sandbox/curves'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GrowthInput, judgeAccountGrowth } from './account-growth.ts'
import type { Figures, UsualFigures } from './growth.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 21, 9, 20)
const hours = (count: number) => new Date(start + count * HOUR)
const usual: UsualFigures = { followers: 24_000, views: 8_000, likesPerView: 0.05, commentsPerView: 0.005 }

type Curve = (age: number) => Omit<Figures, 'at'>

interface Published {
  readonly at: number
  readonly curve: Curve
}

function readNightly(videos: readonly Published[], nights: readonly number[], known: UsualFigures) {
  const seen = videos.map((): Figures[] => [])
  return nights.map((night) => {
    const grown = videos.flatMap(({ at, curve }, index): GrowthInput[] => {
      if (at >= night) return []
      const [earlier, now] = [[...(seen[index] ?? [])], { ...curve(night - at), at: hours(night) }]
      seen[index]?.push(now)
      return [{ id: `${index}`, externalId: `v${index}`, publishedAt: hours(at), earlier, now, usual: known }]
    })
    const judged = judgeAccountGrowth(grown, known)
    return grown.flatMap(({ id }) => (judged.get(id)?.looksInhuman ? [Number(id)] : []))
  })
}

const drip =
  (aNight: number, likes = 0): Curve =>
  (age) => ({ views: Math.floor((age / 24) * aNight), likes: Math.floor((age / 24) * aNight * likes), comments: null })
const eight = (curve: Curve) => Array.from({ length: 8 }, (_, index) => ({ at: index / 10, curve }))
const all = [0, 1, 2, 3, 4, 5, 6, 7]
const NIGHTS = [24, 48, 72, 96, 120]

test('flags 990 bot views a night on each of eight videos if the sum exceeds a video’s usual views', () => {
  expect(readNightly(eight(drip(990)), NIGHTS, usual)).toEqual([[], all, all, all, all])
  expect(readNightly(eight(drip(990)), NIGHTS, { ...usual, views: 7_000 })).toEqual([all, all, all, all, all])
})

test('does not flag small videos that have likes or fewer than 1,000 views in total', () => {
  expect(readNightly(eight(drip(990, 0.05)), NIGHTS, { ...usual, views: 500 }).flat()).toEqual([])
  expect(readNightly(eight(drip(24)), NIGHTS, { ...usual, views: 10 }).flat()).toEqual([])
})

test('flags bot views on eight quiet videos in one night, with the sums as evidence', () => {
  const quiet = { views: 200, likes: 10, comments: 2 }
  const grown = all.map((index): GrowthInput => {
    const earlier = [
      { ...quiet, views: 190, at: hours(24) },
      { ...quiet, at: hours(48) },
    ]
    const now = { ...quiet, views: 950, at: hours(72) }
    return { id: `${index}`, externalId: `v${index}`, publishedAt: hours(0), earlier, now, usual }
  })
  const judged = judgeAccountGrowth(grown, usual)
  expect(judged.get('3')).toEqual({
    looksInhuman: true,
    newViews: 750,
    evidence: [
      { signal: 'likes_per_view', value: 0, usual: expect.closeTo(0.05) },
      { signal: 'comments_per_view', value: 0, usual: expect.closeTo(0.005) },
      { signal: 'views_per_hour', value: 250, usual: expect.closeTo(80 / 24) },
    ],
  })
  expect(judged.size).toBe(8)
})

test('does not flag a video with likes or a video that has stopped gaining views', () => {
  const videos = [...eight(drip(990)), { at: 0, curve: drip(900, 0.06) }, { at: 0, curve: () => ({ views: 500, likes: 1, comments: 0 }) }]
  expect(readNightly(videos, NIGHTS, usual)).toEqual([[...all, 9], all, all, all, all])
})

test('does not flag forty small videos that each lack a fraction of a like', () => {
  const videos = Array.from({ length: 40 }, () => ({ at: 0, curve: drip(50, 0.019) }))
  expect(readNightly(videos, NIGHTS, { ...usual, views: 1_000 }).flat()).toEqual([])
})

test('judges a video only once if it belongs to two sign-ups, but flags it for both', () => {
  const grown = (id: string, externalId: string): GrowthInput => ({
    id,
    externalId,
    publishedAt: hours(0),
    earlier: [],
    now: { views: 700, likes: 0, comments: 0, at: hours(24) },
    usual,
  })
  const known = { ...usual, views: 900 }
  const flagged = (...videos: GrowthInput[]) => [...judgeAccountGrowth(videos, known)].filter(([, { looksInhuman }]) => looksInhuman).length
  expect(flagged(grown('a', 'v'), grown('b', 'v'))).toBe(0)
  expect(flagged(grown('a', 'v'), grown('b', 'v'), grown('c', 'w'))).toBe(3)
})

const anyHonest = fc
  .record({
    kind: fc.constantFrom('organic', 'viral', 'purge'),
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    views: fc.oneof(fc.integer({ min: 50, max: 3_000 }), fc.integer({ min: 3_000, max: 60_000 })),
    at: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ at, ...curve }): Published => ({ at, curve: (age) => figuresAt(curve as Parameters<typeof figuresAt>[0], age * HOUR) }))
const anyUsual = fc.record({
  followers: fc.constantFrom(null, 300, 60_000),
  views: fc.constantFrom(null, 50, 1_000, 40_000),
  likesPerView: fc.constantFrom(null, 0.05, 0.08),
  commentsPerView: fc.constantFrom(null, 0.004, 0.006),
})

test('never flags videos with human views and likes, regardless of their number, size and age', () => {
  fc.assert(
    fc.property(fc.array(anyHonest, { minLength: 1, maxLength: 30 }), anyUsual, fc.integer({ min: 1, max: 24 }), (videos, known, first) => {
      const nights = [0, 1, 2, 3, 4, 5, 6, 7].map((night) => first + 24 * night)
      expect(readNightly(videos, nights, known).flat()).toEqual([])
    }),
    { numRuns: 300 },
  )
})
