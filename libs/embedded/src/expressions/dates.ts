import { refuse } from '../errors.ts'
import { typeName, type Value } from '../values.ts'
import {
  addUnits,
  countUnits,
  findWeekday,
  findZone,
  formatDate,
  fromParts,
  isUnit,
  LAST_INSTANT,
  PARTS,
  parseDate,
  toLocal,
  truncate,
  type Unit,
  UTC,
  validateFormat,
  type Zone,
} from './calendar.ts'
import { instantOf, withOnError } from './conversions.ts'
import { type Arg, type Has, isNullish, type Named, requireString, toInteger, type V } from './operands.ts'

const instant = (v: Value): number => instantOf(v) ?? refuse(16006, `can't convert from BSON type ${typeName(v)} to Date`)

/** The `timezone` argument: UTC if omitted, null if null. */
function zoneOf(arg: Arg, has: Has): Zone | null {
  if (!has('timezone')) return UTC
  const v = arg('timezone')
  return isNullish(v) ? null : findZone(requireString(v, 40517, 'timezone must evaluate to a string: it'))
}

/** Returns a long for `$isoWeekYear` and an int for all other parts. */
export function datePart(name: string, date: V, zone: Zone | null): V {
  if (isNullish(date) || !zone) return null
  const part = PARTS[name as keyof typeof PARTS](toLocal(instant(date), zone))
  return name === '$isoWeekYear' ? BigInt(part) : part
}

function dateToString(arg: Arg, has: Has): V {
  const date = arg('date')
  const format = has('format') ? arg('format') : undefined
  if (!isNullish(format)) validateFormat(requireString(format, 18533, "$dateToString requires that 'format' be a string: it"), false)
  const zone = zoneOf(arg, has)
  if (isNullish(date)) return has('onNull') ? arg('onNull') : null
  if (!zone || (has('format') && isNullish(format))) return null
  const utc = zone === UTC || zone === findZone('UTC') || zone === findZone('GMT')
  return formatDate(instant(date), (format as string | undefined) ?? `%Y-%m-%dT%H:%M:%S.%L${utc ? 'Z' : ''}`, zone)
}

function dateFromString(arg: Arg, has: Has): V {
  const format = has('format') ? arg('format') : undefined
  if (!isNullish(format)) validateFormat(requireString(format, 40684, "$dateFromString requires that 'format' be a string: it"), true)
  const zone = zoneOf(arg, has)
  const date = arg('dateString')
  if (isNullish(date)) return has('onNull') ? arg('onNull') : null
  return withOnError(arg, has, () => {
    if (typeof date !== 'string')
      return refuse('ConversionFailure', `$dateFromString requires that 'dateString' be a string, found: ${typeName(date)}`)
    if (!zone || (has('format') && isNullish(format))) return null
    return new Date(parseDate(date, (format as string | undefined) ?? undefined, has('timezone') ? zone : undefined))
  })
}

const DATE_PARTS = { year: '$year', month: '$month', day: '$dayOfMonth' }
const ISO_PARTS = { isoWeekYear: '$isoWeekYear', isoWeek: '$isoWeek', isoDayOfWeek: '$isoDayOfWeek' }
const TIME_PARTS = { hour: '$hour', minute: '$minute', second: '$second', millisecond: '$millisecond' }

function dateToParts(arg: Arg, has: Has): V {
  const date = arg('date')
  const zone = zoneOf(arg, has)
  const iso = has('iso8601') ? arg('iso8601') : false
  if (!zone || isNullish(iso)) return null
  if (typeof iso !== 'boolean') return refuse(40521, `iso8601 must evaluate to a bool, found ${typeName(iso)}`)
  if (isNullish(date)) return null
  const local = toLocal(instant(date), zone)
  const names = { ...(iso ? ISO_PARTS : DATE_PARTS), ...TIME_PARTS }
  return new Map(Object.entries(names).map(([key, part]): [string, Value] => [key, PARTS[part as keyof typeof PARTS](local)]))
}

function dateFromParts(arg: Arg, has: Has): V {
  const parts: Record<string, number> = {}
  for (const name of Object.keys({ ...DATE_PARTS, ...ISO_PARTS, ...TIME_PARTS })) {
    if (!has(name)) continue
    const v = arg(name)
    if (isNullish(v)) return null
    const n = toInteger(v, 64) ?? refuse(40515, `'${name}' must evaluate to an integer, found ${typeName(v)}`)
    const isYear = name === 'year' || name === 'isoWeekYear'
    if (isYear && (n < 1 || n > 9999))
      refuse(name === 'year' ? 40523 : 31095, `'${name}' must evaluate to an integer in the range 1 to 9999, found ${n}`)
    if (!isYear && name !== 'second' && name !== 'millisecond' && Math.abs(n + 0.5) > 32768) {
      refuse(31034, `'${name}' must evaluate to a value in the range [-32768, 32767]; value ${n} is not in range`)
    }
    parts[name] = n
  }
  const zone = zoneOf(arg, has)
  return zone && dateOf(fromParts(parts, zone), 'Overflow', '$dateFromParts')
}

const dateOf = (instant: number, code: number | 'Overflow', name: string): Date =>
  Math.abs(instant) <= LAST_INSTANT ? new Date(instant) : refuse(code, `${name} overflowed`)

function unitOf(v: V, name: string): Unit {
  const unit = requireString(v, 5439013, `${name} requires 'unit' to be a string: it`)
  return isUnit(unit) ? unit : refuse(5439014, `${name} parameter 'unit' value cannot be recognized as a time unit: ${unit}`)
}

function weekdayOf(arg: Arg, has: Has, name: string): number | undefined {
  if (!has('startOfWeek')) return undefined
  const v = requireString(arg('startOfWeek'), 5439015, `${name} requires 'startOfWeek' to be a string: it`)
  const day = findWeekday(v)
  return day < 0 ? refuse(5439016, `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${v}`) : day
}

/** `startOfWeek` matters only if the unit is `week`. */
const anyNull = (arg: Arg, has: Has, names: readonly string[]): boolean =>
  [...names, ...(arg('unit') === 'week' ? ['startOfWeek'] : [])].some((name) => has(name) && isNullish(arg(name)))

function dateTrunc(arg: Arg, has: Has): V {
  if (anyNull(arg, has, ['date', 'unit', 'binSize', 'timezone'])) return null
  const at = instantOf(arg('date')) ?? refuse(5439012, `$dateTrunc requires 'date' to be a date, but got ${typeName(arg('date'))}`)
  const unit = unitOf(arg('unit'), '$dateTrunc')
  const size = has('binSize') ? toInteger(arg('binSize'), 64) : 1
  if (size === undefined)
    return refuse(5439017, `$dateTrunc requires 'binSize' to be a 64-bit integer, but got type ${typeName(arg('binSize'))}`)
  if (size <= 0) refuse(5439018, `$dateTrunc requires 'binSize' to be greater than 0, but got value ${size}`)
  const zone = zoneOf(arg, has) as Zone
  return dateOf(truncate(at, unit, size, zone, unit === 'week' ? weekdayOf(arg, has, '$dateTrunc') : undefined), 5439000, 'dateTrunc')
}

function dateDiff(arg: Arg, has: Has): V {
  if (anyNull(arg, has, ['startDate', 'endDate', 'unit', 'timezone'])) return null
  const date = (name: string) =>
    instantOf(arg(name)) ?? refuse(5166307, `$dateDiff requires '${name}' to be a date, but got ${typeName(arg(name))}`)
  const [start, end] = [date('startDate'), date('endDate')]
  const unit = unitOf(arg('unit'), '$dateDiff')
  const zone = zoneOf(arg, has) as Zone
  return BigInt(countUnits(start, end, unit, zone, unit === 'week' ? weekdayOf(arg, has, '$dateDiff') : undefined))
}

const dateAdd = (name: string, sign: 1 | -1): Named => ({
  codes: [5166400, 5166401],
  names: { startDate: 5166402, unit: 5166402, amount: 5166402, timezone: 0 },
  run(arg, has) {
    if (['startDate', 'unit', 'amount', 'timezone'].some((key) => has(key) && isNullish(arg(key)))) return null
    const start = instantOf(arg('startDate')) ?? refuse(5166403, `${name} requires startDate to be convertible to a date`)
    const unit = requireString(arg('unit'), 5166404, `${name} expects string defining the time unit: it`)
    if (!isUnit(unit)) return refuse('FailedToParse', `unknown time unit value: ${unit}`)
    const amount = toInteger(arg('amount'), 64) ?? refuse(5166405, `${name} expects integer amount of time units`)
    return dateOf(addUnits(start, unit, sign * amount, zoneOf(arg, has) as Zone), 5166406, 'dateAdd')
  },
})

export const NAMED_DATES: Readonly<Record<string, Named>> = {
  $dateAdd: dateAdd('$dateAdd', 1),
  $dateDiff: {
    codes: [5166301, 5166302],
    names: { startDate: 5166303, endDate: 5166304, unit: 5166305, timezone: 0, startOfWeek: 0 },
    run: dateDiff,
  },
  $dateFromParts: {
    codes: [40519, 40518],
    names: Object.fromEntries([...Object.keys({ ...DATE_PARTS, ...ISO_PARTS, ...TIME_PARTS }), 'timezone'].map((name) => [name, 0])),
    check(has) {
      if (!has('year') && !has('isoWeekYear')) refuse(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present")
      if (has('year') && Object.keys(ISO_PARTS).some(has))
        refuse(40489, '$dateFromParts does not allow mixing natural dates with ISO dates')
      if (has('isoWeekYear') && Object.keys(DATE_PARTS).some(has))
        refuse(40525, '$dateFromParts does not allow mixing ISO dates with natural dates')
    },
    run: dateFromParts,
  },
  $dateFromString: {
    codes: [40540, 40541],
    names: { dateString: 40542, format: 0, timezone: 0, onNull: 0, onError: 0 },
    run: dateFromString,
  },
  $dateSubtract: dateAdd('$dateSubtract', -1),
  $dateToParts: { codes: [40524, 40520], names: { date: 40522, timezone: 0, iso8601: 0 }, run: dateToParts },
  $dateToString: { codes: [18629, 18534], names: { date: 18628, format: 0, timezone: 0, onNull: 0 }, run: dateToString },
  $dateTrunc: {
    codes: [5439007, 5439008],
    names: { date: 5439009, unit: 5439010, binSize: 0, timezone: 0, startOfWeek: 0 },
    run: dateTrunc,
  },
}
