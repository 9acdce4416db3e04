import type { Interval } from '../connection.ts'
import { encodeKey, typeBracket } from '../keys.ts'
import { BSONRegExp, MaxKey, MinKey, type Value } from '../values.ts'
import type { Condition } from './conditions.ts'

export const ALL: Interval = { lo: Buffer.alloc(0), hi: Buffer.from([255]) }

interface Bounds {
  readonly points: boolean
  readonly intervals: readonly Interval[]
}

const after = (key: Buffer) => Buffer.concat([key, AFTER])
const AFTER = Buffer.from([255])
const point = (v: Value | undefined, direction: number): Interval => {
  const lo = encodeKey([v], [direction])
  return { lo, hi: after(lo) }
}

/** Key intervals covering all values that satisfy the conditions on one field. Undefined if no condition is usable. */
export function boundsOf(list: readonly Condition[], direction: number, multikey: boolean): Bounds | undefined {
  for (const c of list) {
    // A missing field is indexed as null, but a field missing below an array may not be indexed at all.
    if (c.op === '$exists' && !c.value && !multikey) return { points: true, intervals: [point(null, direction)] }
    const values = c.op === '$eq' ? [c.value] : c.op === '$in' ? c.values : undefined
    if (!values || values.some((v) => v instanceof BSONRegExp && c.op !== '$eq')) continue
    return { points: true, intervals: union(values.flatMap((v) => pointsOf(v, direction))) }
  }
  let range: Interval | undefined
  for (const c of list) {
    const bounds = rangeOf(c, direction)
    if (!bounds) continue
    if (!range) range = bounds
    // In a multikey index, different elements may satisfy the two bounds, so the planner can use only one bound.
    else if (!multikey) {
      range = {
        lo: Buffer.compare(bounds.lo, range.lo) > 0 ? bounds.lo : range.lo,
        hi: Buffer.compare(bounds.hi, range.hi) < 0 ? bounds.hi : range.hi,
      }
    }
  }
  if (range) return { points: false, intervals: Buffer.compare(range.lo, range.hi) < 0 ? [range] : [] }
  const prefixes = list
    .map((c) => (c.op === '$regex' && direction > 0 ? prefixOf(c.pattern, c.flags) : undefined))
    .find((p) => p !== undefined)
  return prefixes && { points: false, intervals: prefixes }
}

/**
 * An array is indexed by its elements, so searching for the first element finds the array. A nested array is indexed as
 * a whole.
 */
function pointsOf(v: Value, direction: number): Interval[] {
  return Array.isArray(v) ? [point(v[0], direction), point(v, direction)] : [point(v, direction)]
}

function union(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => Buffer.compare(a.lo, b.lo))
  return sorted.filter((interval, i) => i === 0 || !interval.lo.equals((sorted[i - 1] as Interval).lo))
}

function rangeOf(c: Condition, direction: number): Interval | undefined {
  if (c.op !== '$gt' && c.op !== '$gte' && c.op !== '$lt' && c.op !== '$lte') return undefined
  const v = c.value
  if (Array.isArray(v) || v instanceof MinKey || v instanceof MaxKey) return undefined
  const key = encodeKey([v], [direction])
  const [lo, hi] = bracket(v, direction)
  const upper = (c.op === '$gt' || c.op === '$gte') === direction > 0
  const inclusive = c.op === '$gte' || c.op === '$lte'
  return upper ? { lo: inclusive ? key : after(key), hi } : { lo, hi: inclusive ? after(key) : key }
}

function bracket(v: Value, direction: number): readonly [Buffer, Buffer] {
  const [lo, hi] = typeBracket(v)
  if (direction > 0) return [lo, hi]
  const type = 255 - (lo[0] as number)
  return [Buffer.from([type]), Buffer.from([type + 1])]
}

/** `/^abc/` matches only strings with that prefix, and the same regular expression stored as a value. */
function prefixOf(pattern: string, flags: string): Interval[] | undefined {
  if (flags !== '' || pattern.includes('|')) return undefined
  const literal = /^\^([\w \-,:/@]+)(?![*?{])/.exec(pattern)?.[1]
  if (!literal) return undefined
  const lo = encodeKey([literal]).subarray(0, -1)
  const hi = Buffer.from(lo)
  hi[hi.length - 1] = (hi[hi.length - 1] as number) + 1
  return [{ lo, hi }, point(new BSONRegExp(pattern, flags), 1)]
}
