/** Business days in Europe/Paris, from 1996 onwards. One day a year lasts 23 hours, and one lasts 25. */

export const BUSINESS_TIME_ZONE = 'Europe/Paris'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** From 1996 on, clocks change at 01:00 UTC on the last Sundays of March and October. @source Directive 2000/84/EC */
function clockChange(year: number, month: 'march' | 'october'): number {
  const lastOfMonth = new Date(Date.UTC(year, month === 'march' ? 2 : 9, 31, 1))
  return lastOfMonth.getTime() - lastOfMonth.getUTCDay() * DAY_MS
}

/**
 * Milliseconds ahead of UTC. Avoids `Intl.DateTimeFormat`, whose first instance takes 8 MB in each process, and 100 ms
 * on a slow phone.
 */
function offsetAt(instantMs: number): number {
  const year = new Date(instantMs).getUTCFullYear()
  const isSummer = instantMs >= clockChange(year, 'march') && instantMs < clockChange(year, 'october')
  return isSummer ? 2 * HOUR_MS : HOUR_MS
}

/** Local wall-clock time of an instant, in milliseconds as if it were UTC. */
const wallOf = (instantMs: number) => instantMs + offsetAt(instantMs)

function midnightUtc(day: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Date.parse accepts 30 February as a day in March.
  if (Number.isNaN(ms) || dayText(ms) !== day) throw new RangeError(`"${day}" is not a valid day; expected the format 2026-11-21`)
  return ms
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * Returns the business day of an instant.
 * @example businessDayOf(new Date('2026-11-21T23:30:00Z')) // '2026-11-22'
 */
export function businessDayOf(instant: Date): string {
  return dayText(wallOf(instant.getTime()))
}

/**
 * Returns the instant of a local time on a business day. A time that is skipped when summer time begins maps to the
 * instant of the change. A time that occurs twice maps to its first occurrence.
 * @param time `HH:MM`, 00:00 to 23:59
 * @throws RangeError for an invalid day or time
 * @example instantOf('2026-03-29', '02:30').toISOString() // '2026-03-29T01:00:00.000Z', when 02:00 became 03:00
 */
export function instantOf(day: string, time: string): Date {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  if (!match) throw new RangeError(`"${time}" is not a valid time; expected the format 02:00`)
  const wall = midnightUtc(day) + (Number(match[1]) * 60 + Number(match[2])) * MINUTE_MS
  // The clocks change at most once in these two days, so one of these offsets applies.
  const offsets = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)]
  const earliest = wall - Math.max(...offsets)
  const latest = wall - Math.min(...offsets)
  for (const instant of [earliest, latest]) if (wallOf(instant) === wall) return new Date(instant)
  let before = earliest
  let after = latest
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallOf(middle) < wall) before = middle
    else after = middle
  }
  return new Date(after)
}

/**
 * Adds calendar days. A negative `count` subtracts them.
 * @throws RangeError for an invalid day
 * @example addDays('2028-02-28', 2) // '2028-03-01'
 */
export function addDays(day: string, count: number): string {
  return dayText(midnightUtc(day) + count * DAY_MS)
}

/** @example nextDay('2026-12-31') // '2027-01-01' */
export const nextDay = (day: string): string => addDays(day, 1)

/**
 * Counts the calendar days between two days. Negative if `to` is earlier.
 * @example daysBetween('2026-03-28', '2026-03-30') // 2, although only 47 hours pass
 */
export function daysBetween(from: string, to: string): number {
  return (midnightUtc(to) - midnightUtc(from)) / DAY_MS
}

/**
 * Returns the first instant after `after` with this local time.
 * @param time `HH:MM`
 * @example nextInstantAt('00:00', new Date('2026-11-21T10:00:00Z')).toISOString() // '2026-11-21T23:00:00.000Z'
 */
export function nextInstantAt(time: string, after: Date): Date {
  const day = businessDayOf(after)
  const today = instantOf(day, time)
  return today > after ? today : instantOf(nextDay(day), time)
}
