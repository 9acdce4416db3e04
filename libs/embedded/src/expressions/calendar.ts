/**
 * Calendar arithmetic for the date expressions, with MongoDB's rules. Instants are milliseconds since 1970. A "local"
 * time is an instant plus the offset of its zone, so that the UTC fields of a Date show wall clock time.
 */
import { refuse } from '../errors.ts'

/** Returns the offset from UTC, in milliseconds, at an instant. */
export type Zone = (instant: number) => number

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export const LAST_INSTANT = 8.64e15

export const UTC: Zone = () => 0
const zones = new Map<string, Zone>()

/** Accepts an Olson name or an offset such as `+05:30`, `-0330` or `+01`. */
export function findZone(name: string): Zone {
  const cached = zones.get(name)
  if (cached) return cached
  const zone = fixedZone(name) ?? namedZone(name) ?? refuse(40485, `unrecognized time zone identifier: "${name}"`)
  if (zones.size < 1000) zones.set(name, zone)
  return zone
}

function fixedZone(name: string): Zone | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(name) ?? []
  if (sign === undefined) return undefined
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
  return () => offset
}

function namedZone(name: string): Zone | undefined {
  // Intl ignores case in zone names, but MongoDB does not.
  if (!/^[A-Z]/.test(name)) return undefined
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
  return (instant) => {
    const shown = format.format(Math.max(-LAST_INSTANT, Math.min(LAST_INSTANT, instant)))
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(shown) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND)
  }
}

export const toLocal = (instant: number, zone: Zone): Date => new Date(instant + zone(instant))

/**
 * Converts a wall clock time to an instant. A time that occurs twice, when clocks go back, maps to the first instant. A
 * time that clocks skip moves forward by the length of the gap.
 */
function toInstant(local: number, zone: Zone): number {
  const before = zone(local - DAY)
  const after = zone(local + DAY)
  const first = local - before
  if (before === after || zone(first) === before) return first
  return zone(local - after) === after ? local - after : first
}

const dayNumber = (local: Date) => Math.floor(local.getTime() / DAY)
const isoDay = (local: Date) => local.getUTCDay() || 7
const dayOfYear = (local: Date) => dayNumber(local) - Math.floor(localTime(local.getUTCFullYear(), 0, 1) / DAY) + 1
/** An ISO week belongs to the year of its Thursday. */
const thursday = (local: Date) => new Date(local.getTime() + (4 - isoDay(local)) * DAY)

/** Like Date.UTC, but takes years below 100 literally. */
function localTime(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day)
}

export const PARTS = {
  $year: (d) => d.getUTCFullYear(),
  $month: (d) => d.getUTCMonth() + 1,
  $dayOfMonth: (d) => d.getUTCDate(),
  $hour: (d) => d.getUTCHours(),
  $minute: (d) => d.getUTCMinutes(),
  $second: (d) => d.getUTCSeconds(),
  $millisecond: (d) => d.getUTCMilliseconds(),
  $dayOfWeek: (d) => d.getUTCDay() + 1,
  $dayOfYear: dayOfYear,
  $isoDayOfWeek: isoDay,
  $isoWeek: (d) => Math.ceil(dayOfYear(thursday(d)) / 7),
  $isoWeekYear: (d) => thursday(d).getUTCFullYear(),
  /** Weeks start on Sunday. Week 0 contains the days before the year's first Sunday. */
  $week: (d) => Math.floor((dayOfYear(d) + 6 - d.getUTCDay()) / 7),
} as const satisfies Record<string, (local: Date) => number>

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** For each format character: the getter, the padded width and the parsing pattern of its date part. */
const FORMATS: Readonly<Record<string, readonly [show: (local: Date) => number | string, digits: number, read: string]>> = {
  Y: [PARTS.$year, 4, '\\d{4}'],
  m: [PARTS.$month, 2, '\\d{1,2}'],
  d: [PARTS.$dayOfMonth, 2, '\\d{1,2}'],
  H: [PARTS.$hour, 2, '\\d{1,2}'],
  M: [PARTS.$minute, 2, '\\d{1,2}'],
  S: [PARTS.$second, 2, '\\d{1,2}'],
  L: [PARTS.$millisecond, 3, '\\d{1,3}'],
  j: [PARTS.$dayOfYear, 3, '\\d{1,3}'],
  G: [PARTS.$isoWeekYear, 4, '\\d{4}'],
  V: [PARTS.$isoWeek, 2, '\\d{1,2}'],
  u: [PARTS.$isoDayOfWeek, 1, '[1-7]'],
  w: [PARTS.$dayOfWeek, 1, ''],
  U: [PARTS.$week, 2, ''],
  b: [(d) => MONTHS[d.getUTCMonth()]?.slice(0, 3) ?? '', 0, '[A-Za-z]{3}'],
  B: [(d) => MONTHS[d.getUTCMonth()] ?? '', 0, '[A-Za-z]+'],
}

/** Replaces the specifiers and literal text of a format. Rejects unknown format characters. */
function expandFormat(format: string, expand: (character: string) => string | undefined): string {
  return format.replace(/%(.?)|[^%]+/gsu, (text, character?: string) => {
    if (character === undefined) return expand(text) ?? text
    if (character === '') return refuse(18535, "Unmatched '%' at end of format string")
    return expand(`%${character}`) ?? refuse(18536, `Invalid format character '%${character}' in format string`)
  })
}

export function formatDate(instant: number, format: string, zone: Zone): string {
  const offset = zone(instant)
  const local = new Date(instant + offset)
  const year = local.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) refuse(18537, `dateToString is only defined on year 0-9999, tried to use year ${year}`)
  const minutes = Math.trunc(offset / MINUTE)
  const pad = (n: number, digits: number) => String(Math.abs(n)).padStart(digits, '0')
  return expandFormat(format, (text) => {
    if (text[0] !== '%') return text
    if (text === '%%') return '%'
    if (text === '%Z') return String(minutes)
    if (text === '%z') return `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60), 2)}${pad(minutes % 60, 2)}`
    const known = FORMATS[text.slice(1)]
    return known && String(known[0](local)).padStart(known[1], '0')
  })
}

const failed = (text: string, why: string) => refuse('ConversionFailure', `Error parsing date string '${text}'; ${why}`)

type Fields = Record<string, string | undefined>

/**
 * Date strings accepted without a format: an ISO 8601 date, then optionally `T` or a space and a time of any precision,
 * then optionally a zone.
 */
const ISO_DATE =
  /^(?<Y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[T ](?<H>\d{1,2}):(?<M>\d\d)(?::(?<S>\d\d)(?:[.,](?<L>\d{1,9}))?)?)? ?(?<z>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/

/** Pass `zone` only if the operator has a `timezone` argument. The text must then not contain a zone. */
export function parseDate(text: string, format: string | undefined, zone: Zone | undefined): number {
  const fields: Fields | undefined = (format === undefined ? ISO_DATE : readerOf(format)).exec(text)?.groups
  if (!fields) return failed(text, 'the text does not have the expected form')
  const own = fields.z ?? fields.Z
  if (own !== undefined && zone)
    failed(text, `you cannot pass in a date/time string with time zone information ('${own}') together with a timezone argument`)
  const minutes = fields.Z === undefined ? undefined : Number(fields.Z) * MINUTE
  const given = minutes !== undefined ? () => minutes : own === undefined ? (zone ?? UTC) : /^[+-]/.test(own) ? findZone(own) : UTC
  return toInstant(dayOf(fields, text) + timeOf(fields, text), given)
}

const readers = new Map<string, RegExp>()

function readerOf(format: string): RegExp {
  const cached = readers.get(format)
  if (cached) return cached
  const seen = new Set<string>()
  const pattern = expandFormat(format, (text) => {
    if (text === '%%') return '%'
    if (text[0] !== '%') return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    const name = text.slice(1)
    const read = name === 'z' ? 'Z|[+-]\\d\\d(?::?\\d\\d)?' : name === 'Z' ? '[+-]?\\d{1,4}' : FORMATS[name]?.[2]
    if (!read) return undefined
    if (seen.has(name)) refuse('FailedToParse', `the format character '${text}' occurs twice`)
    seen.add(name)
    return `(?<${name}>${read})`
  })
  const reader = new RegExp(`^${pattern}$`, 'u')
  if (readers.size < 1000) readers.set(format, reader)
  return reader
}

/** MongoDB validates a format before it reads the date. */
export function validateFormat(format: string, reading: boolean): void {
  if (reading) readerOf(format)
  else formatDate(0, format, UTC)
}

function dayOf(fields: Fields, text: string): number {
  const year = Number(fields.Y)
  const named = fields.b ?? fields.B
  const month =
    named === undefined ? fields.m : MONTHS.findIndex((m) => (fields.b ? m.slice(0, 3) : m).toLowerCase() === named.toLowerCase()) + 1
  if (fields.Y !== undefined && month !== undefined && fields.d !== undefined) {
    const time = localTime(year, Number(month) - 1, Number(fields.d))
    const date = new Date(time)
    if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(fields.d)) failed(text, 'The parsed date was invalid')
    return time
  }
  if (fields.Y !== undefined && fields.j !== undefined) return localTime(year, 0, Number(fields.j))
  if (fields.G !== undefined && fields.V !== undefined && fields.u !== undefined)
    return fromIsoWeek(Number(fields.G), Number(fields.V), Number(fields.u))
  return failed(text, 'an incomplete date/time string has been found, with elements missing')
}

function timeOf(fields: Fields, text: string): number {
  const [hour, minute, second] = [Number(fields.H ?? 0), Number(fields.M ?? 0), Number(fields.S ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) failed(text, 'The parsed time was invalid')
  return hour * HOUR + minute * MINUTE + second * SECOND + Math.floor(Number(`0.${fields.L ?? 0}`) * 1000)
}

/** Local midnight of a day in an ISO week. Out-of-range numbers carry over. */
function fromIsoWeek(year: number, week: number, day: number): number {
  const fourth = new Date(localTime(year, 0, 4))
  return fourth.getTime() + ((week - 1) * 7 + day - isoDay(fourth)) * DAY
}

/** Out-of-range parts carry over, such as month 14 or day 0. */
export function fromParts(parts: Readonly<Record<string, number>>, zone: Zone): number {
  const { year, month = 1, day = 1, isoWeekYear = 1970, isoWeek = 1, isoDayOfWeek = 1 } = parts
  const { hour = 0, minute = 0, second = 0, millisecond = 0 } = parts
  const date = year === undefined ? fromIsoWeek(isoWeekYear, isoWeek, isoDayOfWeek) : localTime(year, month - 1, day)
  return toInstant(date + hour * HOUR + minute * MINUTE + second * SECOND + millisecond, zone)
}

const UNITS = { millisecond: 1, second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, month: 0, quarter: 0, year: 0 }
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
export type Unit = keyof typeof UNITS

/** Does not throw, because MongoDB's error code for an unknown unit depends on the operator. */
export const isUnit = (name: string): name is Unit => Object.hasOwn(UNITS, name)

/** Units of an hour or less measure elapsed time. Calendar units follow the wall clock. */
const isClock = (unit: Unit) => UNITS[unit] > 0 && UNITS[unit] <= HOUR

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Returns 0 for Monday and -1 for an unknown name. Accepts full names and three-letter abbreviations. */
export const findWeekday = (name: string): number =>
  WEEKDAYS.findIndex((day) => name.toLowerCase() === day || name.toLowerCase() === day.slice(0, 3))
const SUNDAY = 6

/** Adding months caps the day at the last day of the target month. */
export function addUnits(instant: number, unit: Unit, amount: number, zone: Zone): number {
  if (isClock(unit)) return instant + amount * UNITS[unit]
  const local = toLocal(instant, zone)
  const months = MONTHS_OF[unit]
  if (months === undefined) return toInstant(local.getTime() + amount * UNITS[unit], zone)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + amount * months]
  const last = new Date(localTime(year, month + 1, 0)).getUTCDate()
  const midnight = localTime(year, month, Math.min(local.getUTCDate(), last))
  return toInstant(midnight + (((local.getTime() % DAY) + DAY) % DAY), zone)
}

/** Counts the unit boundaries between two instants. */
export function countUnits(start: number, end: number, unit: Unit, zone: Zone, weekday = SUNDAY): number {
  const from = toLocal(start, zone)
  const to = toLocal(end, zone)
  if (isClock(unit)) {
    // Boundaries follow the wall clock. The shift corrects for hours that daylight saving skips or repeats.
    const shift = Math.trunc((zone(start) - zone(end)) / UNITS[unit])
    return Math.floor(to.getTime() / UNITS[unit]) - Math.floor(from.getTime() / UNITS[unit]) + shift
  }
  if (unit === 'day') return dayNumber(to) - dayNumber(from)
  // Day 0, 1 January 1970, was a Thursday: day 3 of a week that starts on Monday.
  const week = (local: Date) => Math.floor((dayNumber(local) + 3 - weekday) / 7)
  if (unit === 'week') return week(to) - week(from)
  const months = MONTHS_OF[unit] as number
  const index = (local: Date) => Math.floor((local.getUTCFullYear() * 12 + local.getUTCMonth()) / months)
  return index(to) - index(from)
}

/** Start of the bin that contains the instant. Bins are `size` units wide and start in 2000. */
export function truncate(instant: number, unit: Unit, size: number, zone: Zone, weekday = SUNDAY): number {
  const local = Date.UTC(2000, 0, 1)
  // 1 January 2000 was a Saturday. Weeks are counted from the first `weekday` on or after that day.
  const reference = toInstant(unit === 'week' ? local + ((weekday + 2) % 7) * DAY : local, zone)
  if (isClock(unit)) {
    const bin = size * UNITS[unit]
    return reference + Math.floor((instant - reference) / bin) * bin
  }
  if (size > 1e11) refuse(5439006, 'dateTrunc unsupported binSize value')
  return addUnits(reference, unit, Math.floor(countUnits(reference, instant, unit, zone, weekday) / size) * size, zone)
}
