import { expect, test } from 'vitest'
import { withDefaults } from './review-defaults.ts'

const review = (day: string, isApplied: boolean) => ({ day, counts: 30, excluded: 40, isApplied })
const open = { qualified: 100, inReview: 70, defaults: [review('2026-11-24', false)] }
const applied = { qualified: 130, inReview: 0, defaults: [review('2026-11-24', true)] }

test.each([
  ['open', open],
  ['applied', applied],
])('defaults take effect on the day of their deadline, however early or late metrics applied them (%s)', (_, totals) => {
  expect(withDefaults({}, totals, '2026-11-23')).toEqual({ qualified: 100, inReview: 70, byDefault: 0 })
  expect(withDefaults({}, totals, '2026-11-24')).toEqual({ qualified: 130, inReview: 0, byDefault: 30 })
  expect(withDefaults({}, totals, '2026-11-25')).toEqual({ qualified: 130, inReview: 0, byDefault: 0 })
})

test('an end moves later deadlines forward to the day of the final reading', () => {
  const endedAt = new Date('2026-11-19T12:00:00Z')
  expect(withDefaults({ endedAt }, open, '2026-11-21')).toMatchObject({ qualified: 100, byDefault: 0 })
  expect(withDefaults({ endedAt }, open, '2026-11-22')).toMatchObject({ qualified: 130, byDefault: 30 })
})

test('subtracts a default that was applied early, but only from views left after the final reading', () => {
  const gone = { qualified: 0, inReview: 0, defaults: [{ day: '2026-12-01', counts: 300, excluded: 0, isApplied: true }] }
  expect(withDefaults({}, gone, '2026-11-30')).toEqual({ qualified: 0, inReview: 0, byDefault: 0 })
  expect(withDefaults({}, { ...gone, qualified: 100 }, '2026-11-30')).toEqual({ qualified: 0, inReview: 100, byDefault: 0 })
})

test('without totals, nothing is counted', () => {
  expect(withDefaults({}, undefined, '2026-11-30')).toEqual({ qualified: 0, inReview: 0, byDefault: 0 })
})
