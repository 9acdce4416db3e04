import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordOf, type SettledPartnership, withPartnership } from './record.ts'

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 0, day, hour))
const settled = (number: number, more: Partial<SettledPartnership> = {}): SettledPartnership => ({
  partnershipId: `p${String(number).padStart(2, '0')}`,
  version: 1,
  tier: 100,
  observed: 1_000,
  qualified: 900,
  startsAt: at(1),
  settledAt: at(number),
  ...more,
})

test('keeps the latest ten partnerships, whatever the order and repetition of their events', () => {
  const all = Array.from({ length: 14 }, (_, number) => settled(number + 1))
  const latest = all.slice(-10)
  fc.assert(
    fc.property(fc.shuffledSubarray([...all, ...all], { minLength: 28 }), (events) => {
      expect(events.reduce<SettledPartnership[]>(withPartnership, [])).toEqual(latest)
    }),
  )
})

test('replaces a partnership with a newer version only', () => {
  const [first, second] = [settled(1, { version: 2, tier: 50 }), settled(1, { version: 3, tier: 75 })]
  for (const events of [
    [first, second],
    [second, first],
  ])
    expect(events.reduce<SettledPartnership[]>(withPartnership, [])).toEqual([second])
})

test('sums up tiers, views and the median days to the first video', () => {
  expect(
    recordOf([
      settled(1, { tier: 50, observed: 2_000, qualified: 1_000, firstVideoAt: at(2) }),
      settled(2, { tier: 0, observed: 0, qualified: 0 }),
      settled(3, { firstVideoAt: at(4) }),
      settled(4, { firstVideoAt: at(9) }),
    ]),
  ).toEqual({ tiers: [50, 0, 100, 100], observed: 4_000, qualified: 2_800, daysToFirstVideo: 3 })
})

test.each([
  ['the middle of two, rounded', [at(2), at(4)], 2],
  ['0 for a video on the first day', [at(1, 11)], 0],
  ['null without a video', [undefined], null],
])('reports as days to the first video: %s', (_, videos, expected) => {
  expect(recordOf(videos.map((firstVideoAt, number) => settled(number + 1, { firstVideoAt }))).daysToFirstVideo).toBe(expected)
})

test('is empty before the first settled partnership', () => {
  expect(recordOf([])).toEqual({ tiers: [], observed: 0, qualified: 0, daysToFirstVideo: null })
})
