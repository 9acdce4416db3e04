/**
 * BSON in memory. Documents are Maps, because an object would reorder keys such as "40" and mishandle "__proto__".
 * Int32s and most doubles are numbers, and int64s are bigints. `Double` wraps a double that would look like an int32,
 * so every value keeps its type through a round trip.
 */
import { isUtf8 } from 'node:buffer'
import {
  Binary,
  BSONError,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  setInternalBufferSize,
  Timestamp,
} from 'bson'
import { refuse } from './errors.ts'

export { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp }

export type Doc = Map<string, Value>
export type Num = number | bigint | Double | Decimal128
export type Value =
  | null
  | boolean
  | Num
  | string
  | Date
  | Doc
  | Value[]
  | ObjectId
  | Binary
  | BSONRegExp
  | Timestamp
  | MinKey
  | MaxKey
  | Code
  | BSONSymbol

export const MAX_DOCUMENT = 16 * 1024 * 1024
/** MongoDB's nesting limits for stored documents and for commands, which add a few levels. */
export const MAX_DEPTH = 180
export const MAX_COMMAND_DEPTH = 200
/** Maximum distance in milliseconds between a JavaScript Date and 1 January 1970. */
const MAX_DATE = 8_640_000_000_000_000n

// A reply can hold three documents of maximum size. With a smaller buffer, bson truncates the reply or fails.
setInternalBufferSize(3 * MAX_DOCUMENT + 64 * 1024)

export const isDoc = (v: unknown): v is Doc => v instanceof Map
export const isNum = (v: unknown): v is Num =>
  typeof v === 'number' || typeof v === 'bigint' || v instanceof Double || v instanceof Decimal128

export const isInt32 = (n: number) => (n | 0) === n && !Object.is(n, -0)

/** Wraps a double if a plain number would look like an int32. */
export const double = (n: number): number | Double => (isInt32(n) ? new Double(n) : n)

/** BSON type number, as in `$type` and the canonical order. */
export function typeOf(v: Value): number {
  switch (typeof v) {
    case 'number':
      return isInt32(v) ? 16 : 1
    case 'string':
      return 2
    case 'boolean':
      return 8
    case 'bigint':
      return 18
  }
  if (v === null) return 10
  if (v instanceof Map) return 3
  if (Array.isArray(v)) return 4
  if (v instanceof ObjectId) return 7
  if (v instanceof Date) return 9
  if (v instanceof Double) return 1
  if (v instanceof Decimal128) return 19
  if (v instanceof Binary) return 5
  if (v instanceof BSONRegExp) return 11
  if (v instanceof Timestamp) return 17
  if (v instanceof Code) return v.scope ? 15 : 13
  if (v instanceof BSONSymbol) return 14
  return v instanceof MinKey ? -1 : 127
}

/** Type names that `$type` accepts and that error messages use. */
export const TYPE_NAMES: Readonly<Record<number, string>> = {
  [-1]: 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  6: 'undefined',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  12: 'dbPointer',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
}

export const typeName = (v: Value | undefined): string => (v === undefined ? 'missing' : (TYPE_NAMES[typeOf(v)] ?? 'unknown'))

/** Rounds longs and decimals if necessary. */
export const toNumber = (v: Num): number => (typeof v === 'number' ? v : v instanceof Decimal128 ? decimalToNumber(v) : Number(v))

function decimalToNumber(v: Decimal128): number {
  return Number(v.toString().replace(/^(-?)inf.*/i, '$1Infinity'))
}

/** Every value is true except false, null, zero and a missing value. */
export const truthy = (v: Value | undefined): boolean => v !== undefined && v !== null && v !== false && !(isNum(v) && toNumber(v) === 0)

/** Rejects documents of more than `limit` bytes. */
export function encode(doc: Doc, limit = MAX_DOCUMENT): Uint8Array {
  const size = { bytes: 0 }
  try {
    const bytes = serialize(doc, { ignoreUndefined: true })
    size.bytes = bytes.length
    if (bytes.length <= limit) return bytes
  } catch (error) {
    // BSON cannot represent the document, for example because a name contains a zero byte.
    if (BSONError.isBSONError(error)) refuse('BadValue', error.message)
    if (!(error instanceof RangeError)) throw error
  }
  return refuse('BSONObjectTooLarge', `BSONObj size: ${size.bytes} is invalid. Size must be between 0 and ${limit}`)
}

/** Decodes all or only the given top-level `fields`. Rejects malformed input. */
export function decode(bytes: Uint8Array, fields?: ReadonlySet<string> | null, maxDepth = MAX_DEPTH): Doc {
  const buf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buf.length < 5 || buf.readInt32LE(0) !== buf.length || buf[buf.length - 1] !== 0) malformed('length')
  const doc: Doc = new Map()
  readElements({ buf, at: 4, depth: 1, maxDepth }, buf.length - 1, setter(doc), fields ?? null)
  return doc
}

interface Reader {
  readonly buf: Buffer
  readonly maxDepth: number
  at: number
  depth: number
}

/** Rejects duplicate names, which MongoDB allows but a Map cannot hold. */
const setter = (doc: Doc) => (name: string, value: Value) => {
  const { size } = doc
  doc.set(name, value)
  if (doc.size === size) refuse(40413, `BSON field '${name}' is a duplicate field`)
}

function malformed(what: string): never {
  return refuse('FailedToParse', `Invalid BSON: ${what}`)
}

function readElements(r: Reader, end: number, add: (name: string, value: Value) => void, fields: ReadonlySet<string> | null): void {
  while (r.at < end) {
    const type = r.buf[r.at++] as number
    const name = readCString(r, end)
    if (fields && !fields.has(name)) skip(r, type, end)
    else add(name, readValue(r, type, end))
  }
  if (r.at !== end || r.buf[end] !== 0) malformed('document does not end where it says')
}

function readCString(r: Reader, end: number): string {
  const start = r.at
  let ascii = true
  let at = start
  for (; ; at++) {
    if (at >= end) malformed('unterminated name')
    const byte = r.buf[at] as number
    if (byte === 0) break
    if (byte > 127) ascii = false
  }
  r.at = at + 1
  return ascii ? r.buf.toString('latin1', start, at) : readText(r, start, at)
}

/** Rejects invalid UTF-8, because the engine could not store it exactly as received. */
function readText(r: Reader, start: number, end: number): string {
  const text = r.buf.toString('utf8', start, end)
  if (text.includes('\ufffd') && !isUtf8(r.buf.subarray(start, end))) malformed('text is not UTF-8')
  return text
}

/** Advances by `length` bytes and returns the previous position. */
function take(r: Reader, length: number, end: number): number {
  const start = r.at
  if (length < 0 || start + length > end) malformed('value runs past its document')
  r.at = start + length
  return start
}

function readString(r: Reader, end: number): string {
  const length = r.buf.readInt32LE(take(r, 4, end))
  if (length < 1) malformed('string length')
  const start = take(r, length, end)
  if (r.buf[r.at - 1] !== 0) malformed('string is not terminated')
  return readText(r, start, r.at - 1)
}

/** Enters the document or array at the current position. Returns the position of its terminating zero byte. */
function enter(r: Reader, end: number): number {
  const start = r.at
  const length = r.buf.readInt32LE(take(r, 4, end))
  if (length < 5 || start + length > end) malformed('nested length')
  if (++r.depth > r.maxDepth) refuse('Overflow', `BSONObj exceeded maximum nested object depth: ${r.maxDepth}`)
  return start + length - 1
}

function leave(r: Reader, inner: number): void {
  r.at = inner + 1
  r.depth--
}

function readDoc(r: Reader, end: number): Doc {
  const inner = enter(r, end)
  const doc: Doc = new Map()
  readElements(r, inner, setter(doc), null)
  leave(r, inner)
  return doc
}

function readArray(r: Reader, end: number): Value[] {
  const inner = enter(r, end)
  const list: Value[] = []
  readElements(r, inner, (_, value) => list.push(value), null)
  leave(r, inner)
  return list
}

function readBinary(r: Reader, end: number): Binary {
  const { buf } = r
  const length = buf.readInt32LE(take(r, 4, end))
  const subtype = buf[take(r, 1, end)] as number
  const start = take(r, length, end)
  if (subtype !== 2) return new Binary(Buffer.from(buf.subarray(start, r.at)), subtype)
  if (length < 4 || buf.readInt32LE(start) !== length - 4) malformed('old binary length')
  return new Binary(Buffer.from(buf.subarray(start + 4, r.at)), 2)
}

function readCodeWithScope(r: Reader, end: number): Code {
  const start = r.at
  const length = r.buf.readInt32LE(take(r, 4, end))
  const code = new Code(readString(r, end), Object.fromEntries(readDoc(r, end)))
  if (r.at !== start + length) malformed('length of code with scope')
  return code
}

function readValue(r: Reader, type: number, end: number): Value {
  const { buf } = r
  switch (type) {
    case 0x01:
      return double(buf.readDoubleLE(take(r, 8, end)))
    case 0x02:
      return readString(r, end)
    case 0x03:
      return readDoc(r, end)
    case 0x04:
      return readArray(r, end)
    case 0x05:
      return readBinary(r, end)
    case 0x07: {
      const start = take(r, 12, end)
      return new ObjectId(Buffer.from(buf.subarray(start, r.at)))
    }
    case 0x08:
      return buf[take(r, 1, end)] !== 0
    case 0x09: {
      const time = buf.readBigInt64LE(take(r, 8, end))
      if (time > MAX_DATE || time < -MAX_DATE) refuse('BadValue', `a date ${time} ms from 1970 is not supported by the embedded engine`)
      return new Date(Number(time))
    }
    case 0x06:
    case 0x0c:
      return refuse('CommandNotSupported', 'the deprecated BSON types undefined and DBPointer are not supported by the embedded engine')
    case 0x0a:
      return null
    case 0x0b:
      return new BSONRegExp(readCString(r, end), readCString(r, end))
    case 0x0d:
      return new Code(readString(r, end))
    case 0x0e:
      return new BSONSymbol(readString(r, end))
    case 0x0f:
      return readCodeWithScope(r, end)
    case 0x10:
      return buf.readInt32LE(take(r, 4, end))
    case 0x11:
      return new Timestamp(buf.readBigUInt64LE(take(r, 8, end)))
    case 0x12:
      return buf.readBigInt64LE(take(r, 8, end))
    case 0x13: {
      const start = take(r, 16, end)
      return new Decimal128(Buffer.from(buf.subarray(start, r.at)))
    }
    case 0x7f:
      return new MaxKey()
    case 0xff:
      return new MinKey()
    default:
      return malformed(`type ${type}`)
  }
}

/** Byte sizes of the fixed-size types. Values of other types contain their length. */
const SIZES: Readonly<Record<number, number>> = { 1: 8, 6: 0, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 }

function skip(r: Reader, type: number, end: number): void {
  const size = SIZES[type]
  if (size !== undefined) take(r, size, end)
  else if (type === 0x0b) {
    readCString(r, end)
    readCString(r, end)
  } else {
    const start = take(r, 4, end)
    const length = r.buf.readInt32LE(start)
    // A document's length includes its own four bytes, but a string's length does not. A binary value has an additional
    // subtype byte.
    take(r, type === 0x02 || type === 0x0d || type === 0x0e ? length : type === 0x05 ? length + 1 : length - 4, end)
  }
}

const MAX_SHOWN = 1000

/** Formats a value as MongoDB's error messages do. Truncates long values. */
export function show(v: Value): string {
  const text = print(v)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function print(v: Value): string {
  if (typeof v === 'string') return JSON.stringify(v.slice(0, MAX_SHOWN))
  if (v instanceof Double) return Number(v).toFixed(1)
  if (v instanceof Date) return `new Date(${v.getTime()})`
  if (Array.isArray(v)) return v.length ? `[ ${printAll(v, print)} ]` : '[]'
  if (isDoc(v)) return v.size ? `{ ${printAll(v, ([name, value]) => `${name}: ${print(value)}`)} }` : '{}'
  const text = String(v)
  return /^[0-9a-f]{24}$/.test(text) ? `ObjectId('${text}')` : text
}

function printAll<T>(items: Iterable<T>, printOne: (item: T) => string): string {
  let text = ''
  for (const item of items) {
    if (text.length > MAX_SHOWN) break
    text += `${text && ', '}${printOne(item)}`
  }
  return text
}

/** For values from tests and built-in replies. */
export function fromObject(v: unknown): Value {
  if (Array.isArray(v)) return v.map(fromObject)
  if (v !== null && typeof v === 'object' && Object.getPrototypeOf(v) === Object.prototype) {
    return new Map(
      Object.entries(v)
        .filter(([, x]) => x !== undefined)
        .map(([k, x]) => [k, fromObject(x)]),
    )
  }
  return v as Value
}

export const doc = (v: Record<string, unknown>): Doc => fromObject(v) as Doc
