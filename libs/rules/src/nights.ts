/** Schedules nightly readings and settlements, and the final reading and settlement of a campaign or partnership. */
import { addDays, businessDayOf, instantOf, nextDay, nextInstantAt } from './business-day.ts'

/** Start of the nightly reading, in Europe/Paris. @source decisions §8 */
const READING_TIME = '00:00'

/** Start of a business day's settlement, in Europe/Paris. @source decisions §8 */
export const SETTLEMENT_TIME = '02:00'

/** A settlement waits until this time, in Europe/Paris, for missing readings for its day. @source decisions §8 */
export const REFRESH_DEADLINE = '04:00'

/**
 * Returns the business day of the first settlement at or after `instant`. A review's default takes effect on this day.
 * @source decisions §5
 * @example settlementDayOf(new Date('2026-11-21T01:00:01Z')) // '2026-11-22', because 02:00 on the 21st has passed
 */
export function settlementDayOf(instant: Date): string {
  const day = businessDayOf(instant)
  return instant <= instantOf(day, SETTLEMENT_TIME) ? day : nextDay(day)
}

/** Maximum time that a final settlement waits for a network that does not respond. */
const SILENCE_MS = 72 * 3_600_000

/**
 * Returns the business day of a campaign's final reading: two days after a campaign that ends by 02:00, otherwise
 * three.
 * @source decisions §3
 * @example finalReadingDay(new Date('2026-11-21T12:00:00Z')) // '2026-11-24'
 */
export function finalReadingDay(endsAt: Date): string {
  const day = businessDayOf(endsAt)
  return addDays(day, endsAt <= instantOf(day, SETTLEMENT_TIME) ? 2 : 3)
}

/**
 * Start of the final reading, 00:00 on its day. All reviews close before this time.
 * @example finalReadingAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-23T23:00:00.000Z'
 */
export const finalReadingAt = (endsAt: Date): Date => instantOf(finalReadingDay(endsAt), READING_TIME)

/**
 * Time at which a campaign's earnings become payable, as screens show it: 02:00 on the day of the final reading.
 * @example finalSettlementAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-24T01:00:00.000Z'
 */
export const finalSettlementAt = (endsAt: Date): Date => instantOf(finalReadingDay(endsAt), SETTLEMENT_TIME)

/**
 * Due time of a final settlement, as screens show it. A settlement that has not happened by 04:00 is late; its due time
 * is then that of the latest possible settlement.
 * @param planned 02:00 of a business day
 * @example dueSettlement(new Date('2026-11-24T01:00:00Z'), new Date('2026-11-24T02:59:59Z')).isLate // false, until 04:00 in Paris
 */
export function dueSettlement(planned: Date, now: Date): { readonly isLate: boolean; readonly at: Date } {
  const isLate = now >= instantOf(businessDayOf(planned), REFRESH_DEADLINE)
  return { isLate, at: isLate ? latestSettlementAfter(planned) : planned }
}

/**
 * Latest final settlement if a network does not respond: the first 02:00 at least 72 hours after the planned
 * settlement.
 * @source decisions §5
 * @example latestSettlementAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-27T01:00:00.000Z'
 */
export const latestSettlementAt = (endsAt: Date): Date => latestSettlementAfter(finalSettlementAt(endsAt))

/**
 * Until then, a final reading is retried: half an hour before the latest settlement, so that the settlement knows the
 * outcome.
 * @example lastReadingAt(new Date('2026-11-21T12:00:00Z')).toISOString() // '2026-11-27T00:30:00.000Z'
 */
export const lastReadingAt = (endsAt: Date): Date => new Date(latestSettlementAt(endsAt).getTime() - 30 * 60_000)

/**
 * Latest final settlement, computed from the planned settlement.
 * @example latestSettlementAfter(new Date('2026-11-24T01:00:00Z')).toISOString() // '2026-11-27T01:00:00.000Z'
 */
const latestSettlementAfter = (planned: Date): Date => nextInstantAt(SETTLEMENT_TIME, new Date(planned.getTime() + SILENCE_MS - 1))

/**
 * Tells whether the final settlement of a campaign or partnership is due: on its planned day, or later if a network has
 * not responded by then. A final reading counts only from its own day onwards; otherwise the settlement date would
 * depend on whether the reading or a late settlement came first.
 * @param finals the newest totals of each sign-up, or of the partnership; undefined if none have arrived
 * @param day settled as of its `SETTLEMENT_TIME`, even if the job runs later
 * @source decisions §3, §5
 * @example isFinalSettlementDue(new Date('2026-11-21T12:00:00Z'), [{ isFinal: 'checks', day: '2026-11-24' }], '2026-11-24') // true
 */
export function isFinalSettlementDue(
  endedAt: Date | undefined,
  finals: readonly ({ readonly isFinal: false | 'end' | 'checks'; readonly day: string } | undefined)[],
  day: string,
): boolean {
  if (finals.length === 0) return true
  const at = instantOf(day, SETTLEMENT_TIME)
  if (!endedAt || at < finalSettlementAt(endedAt)) return false
  return at >= latestSettlementAt(endedAt) || finals.every((totals) => totals?.isFinal === 'checks' && totals.day <= day)
}
