import type { ReviewDefaults } from '@reelfair/contracts'
import { finalReadingDay } from './nights.ts'

/** Totals of the metrics service, with the effects of default review verdicts by the day on which each takes effect. */
interface Totals {
  readonly qualified: number
  readonly inReview: number
  readonly defaults: readonly ReviewDefaults[]
}

/**
 * Returns the totals as of a day's settlement. Defaults count from their deadline onwards, even if the metrics service
 * applied them earlier or later. The end of the campaign or partnership moves the deadlines of undecided reviews
 * forward to the planned final reading.
 * @returns `byDefault`: the part of `qualified` that starts to count on this day
 * @source decisions §5: the result depends on the deadline alone
 * @example withDefaults({}, { qualified: 100, inReview: 70, defaults: [] }, '2026-11-24') // byDefault: 0
 */
export function withDefaults(
  { endedAt }: { readonly endedAt?: Date | undefined },
  { qualified = 0, inReview = 0, defaults = [] }: Partial<Totals> = {},
  day: string,
): { readonly qualified: number; readonly inReview: number; readonly byDefault: number } {
  const planned = endedAt && finalReadingDay(endedAt)
  const dated = defaults.map((one) => ({ ...one, day: planned !== undefined && planned < one.day ? planned : one.day }))
  const sum = (of: 'counts' | 'excluded', matches: (one: ReviewDefaults) => boolean) =>
    dated.reduce((total, one) => total + (matches(one) ? one[of] : 0), 0)
  const isDue = (one: ReviewDefaults) => !one.isApplied && one.day <= day
  const isEarly = (one: ReviewDefaults) => one.isApplied && one.day > day
  const counted = qualified + sum('counts', isDue)
  // The final reading may remove views that already counted by default.
  const uncounted = Math.min(counted, sum('counts', isEarly))
  return {
    qualified: counted - uncounted,
    inReview: inReview - sum('counts', isDue) - sum('excluded', isDue) + uncounted + sum('excluded', isEarly),
    byDefault: sum('counts', (one) => one.day === day),
  }
}
