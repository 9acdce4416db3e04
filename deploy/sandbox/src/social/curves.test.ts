import { expect, test } from 'vitest'
import { CURVE_KINDS, type Curve, figuresAt } from './curves.ts'

const HOUR = 3_600_000
const hours = Array.from({ length: 24 * 20 }, (_, hour) => hour)
const seeds = ['a', 'b', 'video-17', 'ü', ''] as const
const viewsOf = (curve: Curve) => hours.map((hour) => figuresAt(curve, hour * HOUR).views)
const growth = (views: readonly number[]) => views.slice(1).map((now, index) => now - (views[index] ?? 0))
const curve = (kind: (typeof CURVE_KINDS)[number], seed: string, views = 100_000): Curve => ({ kind, seed, views })

test.each(CURVE_KINDS)('%s: returns the same figures for the same age and seed, and different figures for a different seed', (kind) => {
  for (const hour of [1, 30, 200]) expect(figuresAt(curve(kind, 'a'), hour * HOUR)).toEqual(figuresAt(curve(kind, 'a'), hour * HOUR))
  expect(viewsOf(curve(kind, 'a'))).not.toEqual(viewsOf(curve(kind, 'b')))
})

test.each(CURVE_KINDS)('%s: returns integers: zero before publication, never more than the configured views, and few likes', (kind) => {
  for (const seed of seeds) {
    expect(figuresAt(curve(kind, seed), 0)).toEqual({ views: 0, likes: 0, comments: 0, shares: 0 })
    expect(figuresAt(curve(kind, seed), -HOUR).views).toBe(0)
    for (const hour of hours) {
      const figures = figuresAt(curve(kind, seed), hour * HOUR)
      for (const value of Object.values(figures)) expect(Number.isInteger(value) && value >= 0).toBe(true)
      expect(figures.views).toBeLessThanOrEqual(100_000)
      expect(figures.likes).toBeLessThanOrEqual(figures.views * 0.15)
    }
  }
})

test.each(['organic', 'viral', 'bot_spike'] as const)('%s: views never decrease', (kind) => {
  for (const seed of seeds) {
    let last = 0
    for (let minute = 0; minute < 60 * 24 * 5; minute += 7) {
      const { views } = figuresAt(curve(kind, seed), minute * 60_000)
      expect(views).toBeGreaterThanOrEqual(last)
      last = views
    }
  }
})

test('organic: nearly reaches the configured views in two weeks, and gains most of them in the first four days', () => {
  for (const seed of seeds) {
    const views = viewsOf(curve('organic', seed))
    expect(views[24 * 14]).toBeGreaterThan(99_000)
    expect(views[24 * 4]).toBeGreaterThan(75_000)
    expect(Math.max(...growth(views))).toBeLessThan(8_000)
  }
})

test('viral: starts slowly, then gains a large share of its views within twelve hours', () => {
  for (const seed of seeds) {
    const views = viewsOf(curve('viral', seed))
    expect(views[10]).toBeLessThan(12_000)
    const best = Math.max(...hours.slice(12).map((hour) => (views[hour] ?? 0) - (views[hour - 12] ?? 0)))
    expect(best).toBeGreaterThan(45_000)
    expect(views[24 * 14]).toBeGreaterThan(98_000)
  }
})

test('bot_spike: gains four fifths of its views within an hour, without likes', () => {
  for (const seed of seeds) {
    const spike = curve('bot_spike', seed)
    const steps = growth(viewsOf(spike))
    const at = steps.indexOf(Math.max(...steps))
    expect(at).toBeGreaterThanOrEqual(25)
    expect(at).toBeLessThanOrEqual(41)
    expect((steps[at - 1] ?? 0) + (steps[at] ?? 0) + (steps[at + 1] ?? 0)).toBeGreaterThan(79_000)
    const likes = hours.map((hour) => figuresAt(spike, hour * HOUR).likes)
    expect(Math.max(...growth(likes).slice(at - 1, at + 2))).toBeLessThan(100)
  }
  const fixed = viewsOf({ kind: 'bot_spike', seed: 'a', views: 100_000, turnAfterHours: 50 })
  expect((fixed[51] ?? 0) - (fixed[50] ?? 0)).toBeGreaterThan(79_000)
})

test('purge: loses about a third of its views within an hour and keeps its likes', () => {
  for (const seed of seeds) {
    const purge = curve('purge', seed)
    const views = viewsOf(purge)
    const top = Math.max(...views)
    const after = views[views.indexOf(top) + 2] ?? 0
    expect(after).toBeLessThan(top * 0.7)
    expect(after).toBeGreaterThan(top * 0.6)
    expect(growth(hours.map((hour) => figuresAt(purge, hour * HOUR).likes)).every((step) => step >= 0)).toBe(true)
  }
})

test('points: interpolates linearly between the points and stays constant after the last point', () => {
  const points: Curve = {
    kind: 'points',
    seed: 'x',
    points: [
      { afterHours: 48, views: 500 },
      { afterHours: 24, views: 1_000 },
    ],
  }
  const at = (hour: number) => figuresAt(points, hour * HOUR).views
  expect([at(0), at(12), at(24), at(36), at(48), at(500)]).toEqual([0, 500, 1_000, 750, 500, 500])
})

test('points: adds no likes for bot views', () => {
  const likesAt = (bots: number) => figuresAt({ kind: 'points', seed: 'x', points: [{ afterHours: 24, views: 10_000, bots }] }, 24 * HOUR)
  expect(likesAt(0).likes).toBeGreaterThan(399)
  expect(likesAt(10_000)).toEqual({ views: 10_000, likes: 0, comments: 0, shares: 0 })
})
