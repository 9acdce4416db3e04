/**
 * Byte strings whose memcmp order matches MongoDB's value order. Indexes, sorting, equality, `$min`/`$max`, distinct
 * and ranges share one encoder, so they always agree.
 */
import { refuse } from './errors.ts'
import { decimalParts } from './numbers.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  isDoc,
  isNum,
  MinKey,
  type Num,
  ObjectId,
  Timestamp,
  toNumber,
  type Value,
} from './values.ts'

/** In an index, `undefined` represents an empty array, which sorts before null. */
export type KeyPart = Value | undefined

/** First byte of a key part, in MongoDB's order of types. 0 ends a container; 255 sorts last. */
const ORDER = { min: 1, undefined: 2, null: 7, number: 12, string: 17, object: 22, array: 27, binary: 32, objectId: 37, bool: 42 }
const LATER = { date: 47, timestamp: 49, regex: 52, code: 62, scoped: 67, max: 129 }

function typeByte(v: KeyPart): number {
  if (v === undefined) return ORDER.undefined
  if (v === null) return ORDER.null
  if (isNum(v)) return ORDER.number
  if (typeof v === 'string' || v instanceof BSONSymbol) return ORDER.string
  if (typeof v === 'boolean') return ORDER.bool
  if (isDoc(v)) return ORDER.object
  if (Array.isArray(v)) return ORDER.array
  if (v instanceof ObjectId) return ORDER.objectId
  if (v instanceof Date) return LATER.date
  if (v instanceof Binary) return ORDER.binary
  if (v instanceof Timestamp) return LATER.timestamp
  if (v instanceof BSONRegExp) return LATER.regex
  if (v instanceof Code) return v.scope ? LATER.scoped : LATER.code
  return v instanceof MinKey ? ORDER.min : LATER.max
}

/** Keys are short and numerous, so the encoder builds each key in this shared buffer and then copies it. */
let scratch = Buffer.allocUnsafe(4096)
let used = 0

function reserve(n: number): number {
  if (used + n > scratch.length) {
    const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, used + n))
    scratch.copy(larger, 0, 0, used)
    scratch = larger
  }
  const at = used
  used += n
  return at
}

const putByte = (b: number) => {
  // Reserve space before reading `scratch`, because growing replaces the buffer.
  const at = reserve(1)
  scratch[at] = b
}

function putBytes(bytes: Uint8Array): void {
  const at = reserve(bytes.length)
  scratch.set(bytes, at)
}

/**
 * Writes UTF-8 with a terminating zero and escapes bytes 0 and 1 as 01 01 and 01 02. A prefix sorts before longer
 * strings, but no string's key is a prefix of another key.
 */
function putString(s: string): void {
  const bytes = Buffer.from(s, 'utf8')
  if (bytes.indexOf(0) < 0 && bytes.indexOf(1) < 0) putBytes(bytes)
  else for (const b of bytes) b < 2 ? putBytes(Uint8Array.of(1, b + 1)) : putByte(b)
  putByte(0)
}

const FLOAT = Buffer.alloc(8)

/**
 * Writes the largest double that does not exceed the number. If that double is exact, a 0 follows; otherwise the
 * number's decimal digits follow. As a result, 5, 5.0, Long(5) and Decimal128("5.00") share one key, and no two longs
 * collide.
 */
function putNumber(v: Num): void {
  const fraction = fractionOf(v)
  // A decimal with more than 34 digits is zero by definition, whatever its text form shows.
  const nearest = fraction?.digits === 0n ? 0 : toNumber(v)
  const difference = fraction ? compareToDouble(fraction, nearest) : 0
  if (Number.isNaN(nearest)) FLOAT.fill(0)
  else {
    FLOAT.writeDoubleBE((difference < 0 ? nextDown(nearest) : nearest) || 0)
    const negative = (FLOAT[0] as number) & 0x80
    if (negative) for (let i = 0; i < 8; i++) FLOAT[i] = ~(FLOAT[i] as number)
    else FLOAT[0] = (FLOAT[0] as number) | 0x80
  }
  putBytes(FLOAT)
  if (fraction && difference !== 0) putDigits(fraction)
  else putByte(0)
}

/** Bounds on a double's magnitude: digits before the decimal point or, if negative, zeros after it. */
const MAX_MAGNITUDE = 310
const MIN_MAGNITUDE = -330

/** `digits` times a power of ten. `digits` is signed. */
interface Fraction {
  readonly digits: bigint
  readonly exponent: number
}

/**
 * Splits a long or decimal, which a double may not represent exactly. Returns undefined for ints, doubles, NaN and
 * infinities.
 */
function fractionOf(v: Num): Fraction | undefined {
  if (typeof v === 'bigint') return { digits: v, exponent: 0 }
  const parts = v instanceof Decimal128 ? decimalParts(v) : undefined
  if (typeof parts !== 'object') return undefined
  return { digits: parts.negative ? -parts.digits : parts.digits, exponent: parts.exponent }
}

/** Sign of the exact difference (fraction - double). */
function compareToDouble(f: Fraction, d: number): number {
  if (d === Number.POSITIVE_INFINITY) return -1
  if (d === Number.NEGATIVE_INFINITY) return 1
  // Computing powers of ten with thousands of digits is slow. Outside a double's range, comparing exponents is enough.
  const magnitude = f.digits.toString().length + f.exponent
  if (f.digits === 0n || magnitude < MIN_MAGNITUDE) return d === 0 ? Number(f.digits > 0n) - Number(f.digits < 0n) : -d
  if (magnitude > MAX_MAGNITUDE) return f.digits > 0n ? 1 : -1
  FLOAT.writeDoubleBE(d)
  const bits = FLOAT.readBigUInt64BE()
  const biased = Number((bits >> 52n) & 0x7ffn)
  const mantissa = (bits & 0xfffffffffffffn) | (biased ? 1n << 52n : 0n)
  const power = (biased || 1) - 1075
  let left = f.digits
  let right = d < 0 ? -mantissa : mantissa
  if (f.exponent >= 0) left *= 10n ** BigInt(f.exponent)
  else right *= 10n ** BigInt(-f.exponent)
  if (power >= 0) right <<= BigInt(power)
  else left <<= BigInt(-power)
  return left < right ? -1 : left > right ? 1 : 0
}

function nextDown(d: number): number {
  if (d === 0) return -Number.MIN_VALUE
  FLOAT.writeDoubleBE(d)
  FLOAT.writeBigInt64BE(FLOAT.readBigInt64BE() + (d > 0 ? -1n : 1n))
  return FLOAT.readDoubleBE()
}

/** Writes the magnitude, then the digits. Inverts the bytes of negative numbers. */
function putDigits({ digits, exponent }: Fraction): void {
  const negative = digits < 0n
  const text = (negative ? -digits : digits).toString()
  const magnitude = text.length + exponent + 0x4000
  const start = used
  const bytes = Buffer.from(`\x01${String.fromCharCode(magnitude >> 8, magnitude & 255)}${text.replace(/0+$/, '')}\0`, 'latin1')
  putBytes(bytes)
  if (negative) for (let i = start + 1; i < used; i++) scratch[i] = ~(scratch[i] as number)
}

function putInt64(v: bigint): void {
  const at = reserve(8)
  scratch.writeBigUInt64BE(BigInt.asUintN(64, v), at)
}

function putPart(v: KeyPart): void {
  const type = typeByte(v)
  putByte(type)
  putPayload(v, type)
}

function putPayload(v: KeyPart, type: number): void {
  if (isNum(v)) putNumber(v)
  else if (typeof v === 'string') putString(v)
  else if (typeof v === 'boolean') putByte(v ? 1 : 0)
  else if (isDoc(v)) {
    for (const [name, value] of v) {
      const inner = typeByte(value)
      putByte(inner)
      putString(name)
      putPayload(value, inner)
    }
    putByte(0)
  } else if (Array.isArray(v)) {
    for (const value of v) putPart(value)
    putByte(0)
  } else if (v instanceof ObjectId) putBytes(v.id)
  else if (v instanceof Date) putInt64(BigInt(v.getTime() || 0) ^ (1n << 63n))
  else if (v instanceof Timestamp) putInt64(v.toBigInt())
  else if (v instanceof Binary) {
    const at = reserve(4)
    scratch.writeUInt32BE(v.length(), at)
    putByte(v.sub_type)
    putBytes(v.value())
  } else if (v instanceof BSONRegExp) {
    putString(v.pattern)
    putString(v.options)
  } else if (v instanceof BSONSymbol) putString(v.value)
  else if (v instanceof Code) putString(v.code)
  else if (type > ORDER.null && type < LATER.max) refuse('BadValue', 'a value of this type cannot be ordered')
}

/** Inverts parts with direction -1, so that memcmp order matches the pattern's order. */
export function encodeKey(parts: readonly KeyPart[], directions?: readonly number[]): Buffer {
  used = 0
  for (let i = 0; i < parts.length; i++) {
    const start = used
    putPart(parts[i])
    if ((directions?.[i] ?? 1) < 0) for (let b = start; b < used; b++) scratch[b] = ~(scratch[b] as number)
  }
  return Buffer.from(scratch.subarray(0, used))
}

/** Key range of all values of the same type as `v`. The end is exclusive. A range query finds only these values. */
export function typeBracket(v: KeyPart): readonly [Buffer, Buffer] {
  const type = typeByte(v)
  return [Buffer.from([type]), Buffer.from([type + 1])]
}

/** Whether range operators may compare the two values. */
export const sameBracket = (a: KeyPart, b: KeyPart): boolean => typeByte(a) === typeByte(b)

/** Compares any two values in MongoDB's order. Returns a negative number, zero or a positive number. */
export function compare(a: KeyPart, b: KeyPart): number {
  if (a === b) return 0
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint')) {
    if (a < b) return -1
    if (a > b) return 1
    if (a <= b) return 0 // NaN can be ordered only by comparing keys.
  } else if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  else if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  else if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id)
  else {
    const types = typeByte(a) - typeByte(b)
    if (types !== 0) return types
  }
  const left = encodeKey([a])
  return Buffer.compare(left, encodeKey([b]))
}

/**
 * Equality in queries, unique indexes and sets. Numbers are compared by value across types, and the order of a
 * document's fields matters.
 */
export const equal = (a: KeyPart, b: KeyPart): boolean => compare(a, b) === 0

/** Compares in UTF-8 order, which differs from JavaScript's UTF-16 order for surrogates. */
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y)
  }
  return a.length - b.length
}

const aboveSurrogates = (c: number) => (c >= 0xe000 ? c - 0x800 : c >= 0xd800 ? c + 0x2000 : c)

/** Two values have the same hash key if and only if they are equal. */
export const hashKey = (v: KeyPart): string => encodeKey([v]).toString('latin1')
