/**
 * MongoDB's arithmetic on its four number types. Results have the wider type (int < long < double < decimal). Ints
 * overflow to longs, and longs overflow to doubles. Decimals have 34 digits and round half to even.
 */
import { refuse } from './errors.ts'
import { Decimal128, Double, double, isInt32, type Num } from './values.ts'

/**
 * A finite Decimal128: digits times a power of ten. `negative` is separate from the digits because of negative zero.
 */
export interface Decimal {
  readonly negative: boolean
  /** Non-negative, with at most 34 digits. */
  readonly digits: bigint
  readonly exponent: number
}

const BIAS = 6176
const MAX_EXPONENT = 6111
const PRECISION = 34
const LIMIT = 10n ** 34n

/** Splits a Decimal128 into its parts. Returns a JavaScript number for NaN, Infinity and -Infinity. */
export function decimalParts(v: Decimal128): Decimal | number {
  const bytes = Buffer.from(v.bytes.buffer, v.bytes.byteOffset, 16)
  const high = bytes.readBigUInt64LE(8)
  const negative = high >> 63n === 1n
  const combination = (high >> 58n) & 31n
  if (combination === 31n) return Number.NaN
  if (combination === 30n) return negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  // The encoding with an implied leading 100 would always exceed 34 digits, so its value is zero by definition.
  const wide = combination >= 24n
  const digits = ((high & 0x1ffffffffffffn) << 64n) | bytes.readBigUInt64LE(0)
  const exponent = Number((high >> (wide ? 47n : 49n)) & 0x3fffn) - BIAS
  return { negative, digits: wide || digits >= LIMIT ? 0n : digits, exponent }
}

function pack(negative: boolean, rest: bigint, low: bigint): Decimal128 {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(low, 0)
  bytes.writeBigUInt64LE((negative ? 1n << 63n : 0n) | rest, 8)
  return new Decimal128(bytes)
}

/** Converts NaN, infinities and zero. */
function special(v: number): Decimal128 {
  if (Number.isNaN(v)) return pack(false, 31n << 58n, 0n)
  return v === 0 ? makeDecimal(0n, -BIAS, Object.is(v, -0)) : pack(v < 0, 30n << 58n, 0n)
}

/** Builds a Decimal128 from signed digits of any length and a power of ten. Rounds half to even. */
export function makeDecimal(signed: bigint, exponent: number, negativeZero = false): Decimal128 {
  const negative = signed < 0n || (signed === 0n && negativeZero)
  let digits = negative ? -signed : signed
  const drop = Math.max(digits.toString().length - PRECISION, -BIAS - exponent)
  if (drop > 0) {
    digits = digits === 0n ? 0n : divideHalfEven(digits, 10n ** BigInt(drop))
    exponent += drop
    if (digits === LIMIT) {
      digits /= 10n
      exponent++
    }
  }
  if (exponent > MAX_EXPONENT && digits > 0n) {
    const padded = digits.toString().length + exponent - MAX_EXPONENT
    if (padded > PRECISION) return special(negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY)
    digits *= 10n ** BigInt(exponent - MAX_EXPONENT)
  }
  const held = Math.min(exponent, MAX_EXPONENT)
  return pack(negative, (BigInt(held + BIAS) << 49n) | (digits >> 64n), digits & 0xffffffffffffffffn)
}

/** Both numbers must be positive. */
export function divideHalfEven(a: bigint, b: bigint): bigint {
  const quotient = a / b
  const twice = (a % b) * 2n
  return twice > b || (twice === b && quotient % 2n === 1n) ? quotient + 1n : quotient
}

/** As in MongoDB, rounds a double to 15 digits (1000.55 → 1000.55000000000). */
export function toDecimal(v: Num): Decimal128 {
  if (v instanceof Decimal128) return v
  if (!isDouble(v)) return makeDecimal(BigInt(v), 0)
  const n = Number(v)
  if (n === 0) return makeDecimal(0n, 0, Object.is(n, -0))
  if (!Number.isFinite(n)) return special(n)
  const [mantissa = '0', exponent = '0'] = n.toExponential(14).split('e')
  return makeDecimal(BigInt(mantissa.replace('.', '')), Number(exponent) - 14)
}

/** Converts a double with 34 digits, because adding doubles to decimals must not lose digits. */
export function toExactDecimal(n: number): Decimal128 {
  if (n === 0 || !Number.isFinite(n)) return toDecimal(double(n))
  const [mantissa = '0', exponent = '0'] = n
    .toExponential(PRECISION - 1)
    .replace(/0+e/, 'e')
    .split('e')
  const digits = mantissa.replace('.', '')
  const places = digits.replace('-', '').length - 1
  // An integral double has no exponent in its text form.
  const shift = Math.max(0, Math.min(Number(exponent) - places, PRECISION - 1 - places))
  return makeDecimal(BigInt(digits) * 10n ** BigInt(shift), Number(exponent) - places - shift)
}

export const isDouble = (v: Num): v is number | Double => (typeof v === 'number' ? !isInt32(v) : v instanceof Double)

/** Truncates to an exact integer. Returns undefined for NaN and infinities. */
export function truncate(v: Num): bigint | undefined {
  if (typeof v === 'bigint') return v
  const parts = v instanceof Decimal128 ? decimalParts(v) : Number(v)
  if (typeof parts === 'number') return Number.isFinite(parts) ? BigInt(Math.trunc(parts)) : undefined
  const digits = parts.exponent < 0 ? parts.digits / 10n ** BigInt(-parts.exponent) : parts.digits * 10n ** BigInt(parts.exponent)
  return parts.negative ? -digits : digits
}

const isLong = (v: bigint) => BigInt.asIntN(64, v) === v

interface Operation {
  readonly longs: (a: bigint, b: bigint) => bigint
  readonly doubles: (a: number, b: number) => number
  readonly decimals: (a: Decimal, b: Decimal) => Decimal128
}

function apply(a: Num, b: Num, op: Operation): Num {
  if (a instanceof Decimal128 || b instanceof Decimal128) return onDecimals(toDecimal(a), toDecimal(b), op)
  if (isDouble(a) || isDouble(b)) return double(op.doubles(Number(a), Number(b)))
  if (typeof a === 'number' && typeof b === 'number') {
    const quick = op.doubles(a, b)
    if (Number.isSafeInteger(quick)) return isInt32(quick + 0) ? quick + 0 : BigInt(quick)
  }
  const exact = op.longs(BigInt(a), BigInt(b))
  return isLong(exact) ? exact : double(op.doubles(Number(a), Number(b)))
}

function onDecimals(a: Decimal128, b: Decimal128, op: Operation): Decimal128 {
  const left = decimalParts(a)
  const right = decimalParts(b)
  // With NaN or an infinity, only the sign of the finite operand matters.
  return typeof left === 'object' && typeof right === 'object' ? op.decimals(left, right) : special(op.doubles(sign(left), sign(right)))
}

const sign = (d: Decimal | number): number => (typeof d === 'number' ? d : (d.negative ? -1 : 1) * (d.digits === 0n ? 0 : 1))

const signed = (d: Decimal): bigint => (d.negative ? -d.digits : d.digits)

const scaled = (d: Decimal, exponent: number): bigint => signed(d) * 10n ** BigInt(d.exponent - exponent)

const opposite = (d: Decimal): Decimal => ({ ...d, negative: !d.negative })

function addDecimals(a: Decimal, b: Decimal): Decimal128 {
  const exponent = Math.min(a.exponent, b.exponent)
  return makeDecimal(scaled(a, exponent) + scaled(b, exponent), exponent, a.negative && b.negative)
}

const ADD: Operation = { longs: (a, b) => a + b, doubles: (a, b) => a + b, decimals: addDecimals }

const SUBTRACT: Operation = { longs: (a, b) => a - b, doubles: (a, b) => a - b, decimals: (a, b) => addDecimals(a, opposite(b)) }

const MULTIPLY: Operation = {
  longs: (a, b) => a * b,
  doubles: (a, b) => a * b,
  decimals: (a, b) => makeDecimal(signed(a) * signed(b), a.exponent + b.exponent, a.negative !== b.negative),
}

function divideDecimals(a: Decimal, b: Decimal): Decimal128 {
  // Computes enough digits that one extra digit for the remainder guarantees correct rounding.
  const extra = Math.max(0, b.digits.toString().length - a.digits.toString().length) + PRECISION + 2
  const dividend = a.digits * 10n ** BigInt(extra)
  let digits = dividend / b.digits
  let exponent = a.exponent - b.exponent - extra
  if (dividend % b.digits !== 0n) {
    digits = digits * 10n + 1n
    exponent--
  } else
    while (exponent < a.exponent - b.exponent && digits % 10n === 0n) {
      digits /= 10n
      exponent++
    }
  const negative = a.negative !== b.negative
  return makeDecimal(negative ? -digits : digits, exponent, negative)
}

const DIVIDE: Operation = { longs: (a, b) => a / b, doubles: (a, b) => a / b, decimals: divideDecimals }

const MOD: Operation = {
  longs: (a, b) => a % b,
  doubles: (a, b) => a % b,
  decimals: (a, b) => {
    const exponent = Math.min(a.exponent, b.exponent)
    return makeDecimal(scaled(a, exponent) % scaled(b, exponent), exponent, a.negative)
  },
}

const isZero = (v: Num): boolean => (v instanceof Decimal128 ? sign(decimalParts(v)) === 0 : Number(v) === 0)

/** @example add(2147483647, 1) === 2147483648n; add(1, new Double(2)) is Double(3) */
export const add = (a: Num, b: Num): Num => apply(a, b, ADD)

export const subtract = (a: Num, b: Num): Num => apply(a, b, SUBTRACT)

export const multiply = (a: Num, b: Num): Num => apply(a, b, MULTIPLY)

/** Returns a double, or a decimal if either operand is a decimal. Throws error 2 on division by zero. */
export function divide(a: Num, b: Num): Num {
  if (isZero(b)) refuse('BadValue', "can't $divide by zero")
  if (a instanceof Decimal128 || b instanceof Decimal128) return apply(a, b, DIVIDE)
  return double(Number(a) / Number(b))
}

/**
 * The remainder has the sign of the dividend. A double divisor with an int32 value counts as an int unless the dividend
 * is a double. Throws error 16610 on division by zero.
 */
export function mod(a: Num, b: Num): Num {
  if (isZero(b)) refuse(16610, "can't $mod by zero")
  return apply(a, b instanceof Double && !isDouble(a) && isInt32(b.value) ? b.value : b, MOD)
}
