import { expect, test } from 'vitest'
import { addHistories } from './add-histories.ts'

const day = (date: string, qualified: number, inReview = 0, excluded = 0) => ({
  day: date,
  observed: qualified + inReview + excluded,
  qualified,
  inReview,
  excluded,
})

test('keeps a creator’s previous totals on a day without a reading', () => {
  const one = [day('2026-11-20', 100, 5, 1), day('2026-11-22', 250, 0, 6)]
  const late = [day('2026-11-21', 40), day('2026-11-22', 90, 10)]
  expect(addHistories([one, late])).toEqual([
    { date: '2026-11-20', qualified: 100, inReview: 5, excluded: 1 },
    { date: '2026-11-21', qualified: 140, inReview: 5, excluded: 1 },
    { date: '2026-11-22', qualified: 340, inReview: 10, excluded: 6 },
  ])
})

test('returns an empty list if there are no creators, and ignores creators without readings', () => {
  expect(addHistories([])).toEqual([])
  expect(addHistories([[], [day('2026-11-21', 7)]])).toEqual([{ date: '2026-11-21', qualified: 7, inReview: 0, excluded: 0 }])
})
