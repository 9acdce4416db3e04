import { addDays, instantOf } from '@reelfair/rules'
import { figuresAt } from '@reelfair/sandbox/curves'
import { expect, test } from 'vitest'
import { type DailyViews, dailyViews } from './daily-views.ts'

const HOUR_MS = 3_600_000

function figuresOf(views: DailyViews, day: string) {
  const publishedAt = instantOf(day, '13:00')
  const points = dailyViews(views, publishedAt, day)
  return (at: Date) => figuresAt({ kind: 'points', seed: 'a', points }, at.getTime() - publishedAt.getTime())
}

test.each(['2026-11-09', '2026-03-27', '2026-10-23'])('does not add views at night, starting from %s', (day) => {
  const figures = figuresOf({ views: 26_500, bots: { on: 2, views: 34_000 } }, day)
  for (let count = 1; count < 12; count += 1) {
    const night = instantOf(addDays(day, count), '00:00')
    const seen = figures(night)
    for (const hours of [-2, 0.01, 2, 5]) expect(figures(new Date(night.getTime() + hours * HOUR_MS))).toEqual(seen)
  }
})

test('adds fewer views each day than the day before, and no likes for bots', () => {
  const day = '2026-11-09'
  const figures = figuresOf({ views: 6_200, bots: { on: 1, views: 34_000 } }, day)
  const nights = [1, 2, 3, 4, 5].map((count) => figures(instantOf(addDays(day, count), '00:00')))
  expect(nights[1]!.views - nights[0]!.views).toBeGreaterThan(34_000)
  expect(nights[1]!.likes).toBeLessThan(6_200 * 0.09)
  const added = nights.slice(2).map(({ views }, index) => views - nights[index + 1]!.views)
  expect(added).toEqual(added.toSorted((a, b) => b - a))
  expect(nights[4]!.views).toBeLessThanOrEqual(40_200)
})
