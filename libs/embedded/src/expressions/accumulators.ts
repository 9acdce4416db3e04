/** What `$group` gathers values with; `$sum`, `$avg`, `$min`, `$max` and `$mergeObjects` are expressions as well. */
import { refuse } from '../errors.ts'
import { compare, hashKey } from '../keys.ts'
import { add, divide, isDouble, makeDecimal, toExactDecimal } from '../numbers.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  type Doc,
  double,
  isDoc,
  isNum,
  type Num,
  typeName,
  type Value,
} from '../values.ts'
import { isNullish } from './operands.ts'

export interface Accumulator {
  /** Takes one value and tells about how many bytes more it holds now. */
  add(v: Value | undefined): number
  result(): Value
}

/** About what a value takes in memory, in bytes. */
export function sizeOf(v: Value): number {
  if (typeof v === 'string') return 16 + v.length
  if (Array.isArray(v)) return v.reduce<number>((sum, item) => sum + sizeOf(item), 32)
  if (v instanceof Binary) return 64 + v.length()
  if (v instanceof BSONRegExp || v instanceof Code || v instanceof BSONSymbol) return 64 + String(v).length
  if (!isDoc(v)) return 16
  let sum = 64
  for (const [name, value] of v) sum += 32 + name.length + sizeOf(value)
  return sum
}

/** Adds numbers of all types: whole numbers exactly, decimals as decimals, doubles with what rounding takes kept aside. */
class Sum {
  count = 0
  #ints = 0
  #longs = 0n
  #decimals: Num | undefined
  #doubles = 0
  #lost = 0
  #hasLong = false
  #hasDouble = false

  add(v: Value | undefined): void {
    if (v === undefined || !isNum(v)) return
    this.count++
    if (v instanceof Decimal128) this.#decimals = this.#decimals === undefined ? v : add(this.#decimals, v)
    else if (isDouble(v)) {
      this.#hasDouble = true
      this.#addDouble(Number(v))
    } else if (typeof v === 'bigint') {
      this.#hasLong = true
      this.#longs += v
    } else {
      if (Math.abs(this.#ints) > 2 ** 52) this.#moveInts()
      this.#ints += v
    }
  }

  #addDouble(n: number): void {
    const sum = this.#doubles + n
    const part = sum - this.#doubles
    const error = this.#doubles - (sum - part) + (n - part)
    if (Number.isFinite(error)) this.#lost += error
    this.#doubles = sum
  }

  /** Moves the sum of ints over before it could lose its last digit. */
  #moveInts(): void {
    this.#longs += BigInt(this.#ints)
    this.#ints = 0
  }

  /** The sum has the widest type that went in; ints become a long and longs a double when they do not fit. Call it once. */
  result(): Num {
    this.#moveInts()
    const whole = this.#longs
    if (this.#decimals !== undefined) {
      const exact = add(this.#decimals, makeDecimal(whole, 0))
      return this.#hasDouble ? add(add(exact, toExactDecimal(this.#doubles)), toExactDecimal(this.#lost)) : exact
    }
    if (!this.#hasDouble && BigInt.asIntN(64, whole) === whole) {
      return this.#hasLong || BigInt.asIntN(32, whole) !== whole ? whole : Number(whole)
    }
    this.#addDouble(Number(whole))
    this.#addDouble(Number(whole - BigInt(Number(whole))))
    return double(this.#doubles + this.#lost)
  }
}

/** An accumulator of numbers, which holds nothing that grows. */
const summed = (result: (sum: Sum) => Value) => (): Accumulator => {
  const sum = new Sum()
  return {
    add(v) {
      sum.add(v)
      return 0
    },
    result: () => result(sum),
  }
}

/** Keeps one of the values: the first, and each later one that is to replace it. */
function keep(
  replaces: (v: Value | undefined, kept: Value | undefined) => boolean,
  takes = (_: Value | undefined) => true,
): () => Accumulator {
  return () => {
    let kept: Value | undefined
    let any = false
    return {
      add(v) {
        if (!takes(v) || (any && !replaces(v, kept))) return 0
        const grown = (v === undefined ? 0 : sizeOf(v)) - (kept === undefined ? 0 : sizeOf(kept))
        kept = v
        any = true
        return grown
      },
      result: () => kept ?? null,
    }
  }
}

const present = (v: Value | undefined) => !isNullish(v)

function push(): Accumulator {
  const list: Value[] = []
  return {
    add(v) {
      if (v === undefined) return 0
      list.push(v)
      return sizeOf(v)
    },
    result: () => list,
  }
}

function addToSet(): Accumulator {
  const set = new Map<string, Value>()
  return {
    add(v) {
      const key = v === undefined ? undefined : hashKey(v)
      if (v === undefined || key === undefined || set.has(key)) return 0
      set.set(key, v)
      return sizeOf(v) + key.length + 64
    },
    result: () => [...set.values()],
  }
}

function mergeObjects(): Accumulator {
  const merged: Doc = new Map()
  return {
    add(v) {
      if (isNullish(v)) return 0
      if (!isDoc(v)) return refuse(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(v)}`)
      for (const [name, value] of v) merged.set(name, value)
      return sizeOf(v)
    },
    result: () => merged,
  }
}

/** By name; each call begins a new group. */
export const accumulators: Readonly<Record<string, () => Accumulator>> = {
  $sum: summed((sum) => sum.result()),
  $avg: summed((sum) => (sum.count === 0 ? null : divide(sum.result(), sum.count))),
  $min: keep((v, kept) => compare(v, kept) < 0, present),
  $max: keep((v, kept) => compare(v, kept) > 0, present),
  $first: keep(() => false),
  $last: keep(() => true),
  $push: push,
  $addToSet: addToSet,
  $count: summed((sum) => sum.result()),
  $mergeObjects: mergeObjects,
}
