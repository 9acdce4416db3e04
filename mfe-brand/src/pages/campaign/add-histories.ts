import type { AssignmentHistory } from '@reelfair/contracts'

type Days = AssignmentHistory['days']

/** Cumulative totals at the end of a day. */
export interface TotalOfDay {
  /** Business day, for example "2026-11-21". */
  readonly date: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

const none = { qualified: 0, inReview: 0, excluded: 0 }

/** On a day without a reading, a sign-up keeps its previous totals. */
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
