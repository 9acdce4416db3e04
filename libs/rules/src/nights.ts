/** The hours of the night's work, and the last ones of a campaign. */
import { addDays, businessDayOf, instantOf, nextDay, nextInstantAt } from './business-day.ts'

/** In Europe/Paris: when views are read. @source decisions §8 */
export const READING_TIME = '00:00'

/** In Europe/Paris: when a business day is settled. @source decisions §8 */
export const SETTLEMENT_TIME = '02:00'

/** In Europe/Paris: until when the settlement of a day waits for its views to be read. @source decisions §8 */
export const REFRESH_DEADLINE = '04:00'

/**
 * The business day whose settlement is the first at or after `instant`: on it a review's default takes effect.
 * @source decisions §5
 * @example settlementDayOf(new Date('2026-11-21T01:00:01Z')) // '2026-11-22', since 02:00 on the 21st has passed
 */
export function settlementDayOf(instant: Date): string {
  const day = businessDayOf(instant)
  return instant <= instantOf(day, SETTLEMENT_TIME) ? day : nextDay(day)
}

/** A final settlement waits so long for a silent network. */
const SILENCE_MS = 72 * 3_600_000

/**
 * The business day whose nightly refresh is the final reading of what ended at `endsAt`: the second after an end by 02:00, otherwise the third.
 * @source decisions §3
 * @example finalReadingDay(new Date('2026-11-21T12:00:00Z')) // '2026-11-24'
 */
export function finalReadingDay(endsAt: Date): string {
  const day = businessDayOf(endsAt)
  return addDays(day, endsAt <= instantOf(day, SETTLEMENT_TIME) ? 2 : 3)
}

/**
 * When the final reading begins: 00:00 of its day. No review stays open beyond it.
 * @example finalReadingAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-23T23:00:00.000Z'
 */
export const finalReadingAt = (endsAt: Date): Date => instantOf(finalReadingDay(endsAt), READING_TIME)

/**
 * When what was earned becomes payable, the final reading being done: 02:00 of its day. Screens name this date and time.
 * @example finalSettlementAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-24T01:00:00.000Z'
 */
export const finalSettlementAt = (endsAt: Date): Date => instantOf(finalReadingDay(endsAt), SETTLEMENT_TIME)

/**
 * When a planned final settlement is due, as screens name it. It is late only after the wait for the nightly refresh, and due then by the latest possible
 * settlement.
 * @param planned 02:00 of a business day
 * @example dueSettlement(new Date('2026-11-24T01:00:00Z'), new Date('2026-11-24T02:59:59Z')).isLate // false, until 04:00 in Paris
 */
export function dueSettlement(planned: Date, now: Date): { readonly isLate: boolean; readonly at: Date } {
  const isLate = now >= instantOf(businessDayOf(planned), REFRESH_DEADLINE)
  return { isLate, at: isLate ? latestSettlementAfter(planned) : planned }
}

/**
 * The latest possible final settlement, while a network stays silent: the first 02:00 at or after 72 hours beyond the planned one.
 * @source decisions §5
 * @example latestSettlementAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-27T01:00:00.000Z'
 */
export const latestSettlementAt = (endsAt: Date): Date => latestSettlementAfter(finalSettlementAt(endsAt))

/**
 * The same, from the planned final settlement.
 * @example latestSettlementAfter(new Date('2026-11-24T01:00:00Z')).toISOString() // '2026-11-27T01:00:00.000Z'
 */
export const latestSettlementAfter = (planned: Date): Date => nextInstantAt(SETTLEMENT_TIME, new Date(planned.getTime() + SILENCE_MS - 1))
