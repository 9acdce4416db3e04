import type { AssignmentHistory } from '@reelfair/contracts'

type Days = AssignmentHistory['days']

/** What several sign-ups had come to in all, day by day. */
export interface TotalOfDay {
  /** The business day, "2026-11-21". */
  readonly date: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

const none = { qualified: 0, inReview: 0, excluded: 0 }

/**
 * Adds the histories of sign-ups: a day on which one of them was not read has what it had come to before.
 * @example addHistories([[{ day: '2026-11-20', qualified: 5, … }], [{ day: '2026-11-21', qualified: 3, … }]]).at(-1)?.qualified // 8
 */
export function addHistories(histories: readonly Days[]): TotalOfDay[] {
  const dates = [...new Set(histories.flatMap((days) => days.map(({ day }) => day)))].sort()
  const byDay = histories.map((days) => new Map(days.map((one) => [one.day, one])))
  const known = histories.map(() => none)
  return dates.map((date) => {
    byDay.forEach((days, at) => {
      known[at] = days.get(date) ?? known[at] ?? none
    })
    const total = { date, ...none }
    for (const { qualified, inReview, excluded } of known) {
      total.qualified += qualified
      total.inReview += inReview
      total.excluded += excluded
    }
    return total
  })
}
