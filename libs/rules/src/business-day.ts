/** Business days in Europe/Paris. Two days a year last 23 or 25 hours. */

export const BUSINESS_TIME_ZONE = 'Europe/Paris'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Created on first use, because creating a formatter takes 100 ms on a slow phone, a thousand times longer than
 * formatting.
 */
let wallClock: Intl.DateTimeFormat | undefined
const makeWallClock = () =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: BUSINESS_TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

/**
 * Offsets from UTC, by hour since 1970. Formatting is slow, and the nightly refresh queries the same few hours for each
 * sign-up.
 */
const cachedOffsets = new Map<number, number>()
const MAX_CACHED = 1_000

/** Local wall-clock time of an instant, in milliseconds as if it were UTC. */
function wallOf(instantMs: number): number {
  // Since 1970, French clocks have changed only on the hour in UTC.
  const hour = Math.floor(instantMs / HOUR_MS)
  if (hour < 0) return computeWall(instantMs)
  const offset = cachedOffsets.get(hour) ?? computeWall(instantMs) - instantMs
  if (cachedOffsets.size >= MAX_CACHED) cachedOffsets.clear()
  cachedOffsets.set(hour, offset)
  return instantMs + offset
}

function computeWall(instantMs: number): number {
  wallClock ??= makeWallClock()
  const part: Record<string, number> = {}
  for (const { type, value } of wallClock.formatToParts(instantMs)) part[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instantMs % 1000) + 1000) % 1000)
}

const offsetAt = (instantMs: number) => wallOf(instantMs) - instantMs

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
