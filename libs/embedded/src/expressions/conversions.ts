/**
 * `$convert` and the `$to…` operators, following the table in MongoDB's manual. Values that cannot be converted cause
 * error 241.
 */

import { MongoError, refuse } from '../errors.ts'
import { decimalParts, isDouble, makeDecimal, toDecimal, truncate } from '../numbers.ts'
import {
  BSONSymbol,
  Code,
  Decimal128,
  double,
  isNum,
  type Num,
  ObjectId,
  Timestamp,
  TYPE_NAMES,
  toNumber,
  truthy,
  typeName,
  typeOf,
  type Value,
} from '../values.ts'
import { formatDate, LAST_INSTANT, parseDate, UTC } from './calendar.ts'
import { type Arg, type Has, isNullish, type Named, nary, type Positional, requireString, unary, type V } from './operands.ts'

const failed = (message: string) => refuse('ConversionFailure', `${message} in $convert with no onError value`)

function typeNumber(to: Value): number {
  if (typeof to === 'string') {
    const found = Object.entries(TYPE_NAMES).find(([, name]) => name === to)
    return found ? Number(found[0]) : to === 'missing' ? 0 : refuse('BadValue', `Unknown type name: ${to}`)
  }
  if (!isNum(to)) return refuse('FailedToParse', `$convert's 'to' argument must be a string or number, but is ${typeName(to)}`)
  const n = toNumber(to)
  if (!Number.isInteger(n)) refuse('FailedToParse', "In $convert, numeric 'to' argument is not an integer")
  return TYPE_NAMES[n] ? n : refuse('FailedToParse', `In $convert, numeric value for 'to' does not correspond to a BSON type: ${n}`)
}

function convert(v: Value, to: number): Value {
  if (typeOf(v) === to && CONVERSIONS[to]) return v
  return CONVERSIONS[to]?.(v) ?? failed(`Unsupported conversion from ${typeName(v)} to ${TYPE_NAMES[to] ?? 'missing'}`)
}

/** Conversions by target type number. A conversion returns undefined if it does not support the source type. */
const CONVERSIONS: Readonly<Record<number, (v: Value) => Value | undefined>> = {
  1: (v) => {
    if (typeof v === 'boolean') return double(v ? 1 : 0)
    if (v instanceof Date) return double(v.getTime())
    if (typeof v === 'string') return double(parseDouble(v))
    if (!isNum(v)) return undefined
    const n = toNumber(v)
    if (v instanceof Decimal128 && !Number.isFinite(n) && typeof decimalParts(v) === 'object') overflow(v)
    return double(n)
  },
  2: (v) => {
    if (typeof v === 'boolean') return String(v)
    if (v instanceof ObjectId) return v.toHexString()
    return isNum(v) || v instanceof Date ? toText(v) : undefined
  },
  7: (v) => {
    if (typeof v !== 'string') return undefined
    return /^[0-9a-fA-F]{24}$/.test(v) ? new ObjectId(v) : failed(`Failed to parse objectId '${v}'`)
  },
  8: (v) => truthy(v),
  9: (v) => {
    if (typeof v === 'string') return new Date(parseDate(v, undefined, undefined))
    if (v instanceof ObjectId || v instanceof Timestamp) return new Date(instantOf(v) as number)
    // MongoDB converts every numeric type but int to a date.
    if (!isNum(v) || typeOf(v) === 16) return undefined
    const instant = Number(truncated(v))
    return Math.abs(instant) <= LAST_INSTANT ? new Date(instant) : overflow(v)
  },
  16: (v) => {
    const n = integerOf(v)
    return n === undefined ? undefined : BigInt.asIntN(32, n) === n ? Number(n) : overflow(v)
  },
  18: (v) => {
    const n = v instanceof Date ? BigInt(v.getTime()) : integerOf(v)
    return n === undefined || BigInt.asIntN(64, n) === n ? n : overflow(v)
  },
  19: (v) => {
    if (typeof v === 'boolean') return makeDecimal(v ? 1n : 0n, 0)
    if (v instanceof Date) return makeDecimal(BigInt(v.getTime()), 0)
    if (typeof v === 'string') return parseDecimal(v)
    return isNum(v) ? toDecimal(v) : undefined
  },
}

const overflow = (v: Value): never => failed(`Conversion would overflow target type: ${isNum(v) ? toText(v) : typeName(v)}`)

function integerOf(v: Value): bigint | undefined {
  if (typeof v === 'boolean') return v ? 1n : 0n
  if (typeof v === 'string')
    return /^[+-]?\d+$/.test(v) && v.length < 100 ? BigInt(v.replace('+', '')) : failed(`Failed to parse number '${v}'`)
  return isNum(v) ? truncated(v) : undefined
}

const truncated = (v: Num): bigint =>
  truncate(v) ?? failed(`Attempt to convert ${Number.isNaN(toNumber(v)) ? 'NaN' : 'infinity'} value to integer type`)

const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i

function parseDouble(text: string): number {
  if (!NUMBER.test(text)) failed(`Failed to parse number '${text}'`)
  const word = /inf|nan/i.exec(text)?.[0].toLowerCase()
  if (word) return word === 'nan' ? Number.NaN : text[0] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const n = Number(text)
  return Number.isFinite(n) ? n : failed(`Failed to parse number '${text}': Out of range`)
}

function parseDecimal(text: string): Decimal128 {
  if (!NUMBER.test(text) || text.length > 10_000) failed(`Failed to parse number '${text}'`)
  if (/inf|nan/i.test(text)) return toDecimal(parseDouble(text))
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const digits = BigInt(`${whole}${fraction}`)
  const negative = mantissa[0] === '-'
  return makeDecimal(negative ? -digits : digits, Math.max(-20_000, Math.min(20_000, Number(exponent))) - fraction.length, negative)
}

/** Milliseconds of a date, ObjectId or timestamp; undefined for any other type. */
export function instantOf(v: Value | undefined): number | undefined {
  if (v instanceof Date)
    return Number.isNaN(v.getTime()) ? refuse('Overflow', 'the date lies beyond what this server can hold') : v.getTime()
  if (v instanceof ObjectId) return v.getTimestamp().getTime()
  return v instanceof Timestamp ? v.getHighBitsUnsigned() * 1000 : undefined
}

/** Converts a value as the string operators do: null becomes '', and numbers and dates are formatted. */
export function toText(v: Value | undefined): string {
  if (typeof v === 'string') return requireString(v, 0, '')
  if (v === null || v === undefined) return ''
  if (v instanceof Date) return formatDate(instantOf(v) as number, '%Y-%m-%dT%H:%M:%S.%LZ', UTC)
  if (isNum(v)) return isDouble(v) ? doubleText(Number(v)) : v.toString()
  if (v instanceof Code) return v.code
  if (v instanceof BSONSymbol) return v.value
  return refuse(16007, `can't convert from BSON type ${typeName(v)} to String`)
}

/** Formats 16 significant digits, like %.16g in C. */
function doubleText(n: number): string {
  if (!Number.isFinite(n) || n === 0) return Object.is(n, -0) ? '-0' : String(n)
  const [mantissa = '', exponent = ''] = n.toExponential(15).split('e')
  const power = Number(exponent)
  const short = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  if (power < -4 || power >= 16) return `${short(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  return short(n.toFixed(15 - power))
}

/** When the conversion fails, returns the value of `onError` if it is present. */
export function withOnError(arg: Arg, has: Has, run: () => V): V {
  try {
    return run()
  } catch (error) {
    if (error instanceof MongoError && error.codeName === 'ConversionFailure' && has('onError')) return arg('onError')
    throw error
  }
}

const convertTo = (name: string, type: number): Positional =>
  nary((args) => {
    if (args.length !== 1) refuse(50723, `${name} requires a single argument, got ${args.length}`)
    const [v] = args
    return isNullish(v) ? null : convert(v, type)
  })

export const TYPES: Readonly<Record<string, Positional>> = {
  $isNumber: unary((v) => v !== undefined && isNum(v)),
  $toBool: convertTo('$toBool', 8),
  $toDate: convertTo('$toDate', 9),
  $toDecimal: convertTo('$toDecimal', 19),
  $toDouble: convertTo('$toDouble', 1),
  $toInt: convertTo('$toInt', 16),
  $toLong: convertTo('$toLong', 18),
  $toObjectId: convertTo('$toObjectId', 7),
  $toString: convertTo('$toString', 2),
  $type: unary((v) => typeName(v)),
}

export const NAMED_TYPES: Readonly<Record<string, Named>> = {
  $convert: {
    codes: [9, 9],
    names: { input: 9, to: 9, onError: 0, onNull: 0 },
    run(arg, has) {
      const [input, to] = [arg('input'), arg('to')]
      const type = isNullish(to) ? null : typeNumber(to)
      if (isNullish(input)) return has('onNull') ? arg('onNull') : null
      return type === null ? null : withOnError(arg, has, () => convert(input, type))
    },
  },
}
