/** `$group` accumulators. Some, such as `$sum` and `$max`, are also expression operators. */
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
  /** Adds one value. Returns the approximate increase in memory, in bytes. */
  add(v: Value | undefined): number
  result(): Value
}

/** Approximate size of a value in memory, in bytes. */
export function approximateSize(v: Value): number {
  if (typeof v === 'string') return 16 + v.length
  if (Array.isArray(v)) return v.reduce<number>((sum, item) => sum + approximateSize(item), 32)
  if (v instanceof Binary) return 64 + v.length()
  if (v instanceof BSONRegExp || v instanceof Code || v instanceof BSONSymbol) return 64 + String(v).length
  if (!isDoc(v)) return 16
  let sum = 64
  for (const [name, value] of v) sum += 32 + name.length + approximateSize(value)
  return sum
}

/** Adds integers exactly, decimals as decimals, and doubles with compensated summation. */
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

  /** Moves the int sum to the bigint sum before the int sum becomes too large for a double. */
  #moveInts(): void {
    this.#longs += BigInt(this.#ints)
    this.#ints = 0
  }

  /**
   * Returns the sum in the widest input type. An int sum overflows to a long, and a long sum overflows to a double.
   * Call this method only once.
   */
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

/** A numeric accumulator, which uses a constant amount of memory. */
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

/** Keeps the first accepted value until `replaces` returns true for a later one. */
function keep(
  replaces: (v: Value | undefined, kept: Value | undefined) => boolean,
  accepts = (_: Value | undefined) => true,
): () => Accumulator {
  return () => {
    let kept: Value | undefined
    let any = false
    return {
      add(v) {
        if (!accepts(v) || (any && !replaces(v, kept))) return 0
        const grown = (v === undefined ? 0 : approximateSize(v)) - (kept === undefined ? 0 : approximateSize(kept))
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
      return approximateSize(v)
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
      return approximateSize(v) + key.length + 64
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
      return approximateSize(v)
    },
    result: () => merged,
  }
}

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
