/** Documents with a field `a` of every type. */
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson'

export const int = (n: number) => new Int32(n)
export const long = (n: number | string) => (typeof n === 'string' ? Long.fromString(n) : Long.fromNumber(n))
export const double = (n: number) => new Double(n)
export const decimal = (text: string) => Decimal128.fromString(text)
export const oid = (n: number) => ObjectId.createFromHexString(n.toString(16).padStart(24, '0'))
export const date = (ms: number) => new Date(ms)
export const day = (text: string) => new Date(text)
export const binary = (...bytes: number[]) => new Binary(Uint8Array.from(bytes))
export const regex = (pattern: string, flags = '') => new BSONRegExp(pattern, flags)
export const timestamp = (t: number, i: number) => new Timestamp({ t, i })
export const minKey = new MinKey()
export const maxKey = new MaxKey()
export const MAX_LONG = 9223372036854775807n
export const MIN_LONG = -9223372036854775808n

export const mixed = [
  { _id: 'missing' },
  { _id: 'null', a: null },
  { _id: 'i5', a: int(5) },
  { _id: 'l5', a: long(5) },
  { _id: 'd5', a: double(5) },
  { _id: 'n5', a: decimal('5.0') },
  { _id: 'd55', a: double(5.5) },
  { _id: 'nan', a: double(Number.NaN) },
  { _id: 's5', a: '5' },
  { _id: 'true', a: true },
  { _id: 'false', a: false },
  { _id: 't5', a: date(5) },
  { _id: 'ts', a: timestamp(5, 1) },
  { _id: 'oid', a: oid(5) },
  { _id: 'bin', a: binary(5) },
  { _id: 're', a: regex('5') },
  { _id: 'min', a: minKey },
  { _id: 'max', a: maxKey },
  { _id: 'e', a: [] },
  { _id: 'a5', a: [int(5)] },
  { _id: 'aa5', a: [[int(5)]] },
  { _id: 'anull', a: [null] },
  { _id: 'edoc', a: {} },
  { _id: 'doc', a: { b: int(5) } },
  { _id: 'docs', a: [{ b: int(5) }] },
]

export const allBut = (...ids: string[]) => mixed.map((d) => d._id).filter((id) => !ids.includes(id))
