/** Types and argument checks for all operators. The checks throw operator-specific error codes. */
import { refuse } from '../errors.ts'
import { compare } from '../keys.ts'
import { isNum, toNumber, typeName, type Value } from '../values.ts'

/** A value, or undefined if its field is missing. */
export type V = Value | undefined

export interface Positional {
  readonly min: number
  readonly max: number
  /** Receives a list, because spreading a very long list would overflow the stack. */
  run(args: readonly V[]): V
}

export type Arg = (name: string) => V
export type Has = (name: string) => boolean

export interface Named {
  /** Error codes for an argument that is not an object and for an unknown argument name. */
  readonly codes: readonly [number, number]
  /** Maps each argument name to the error code for its absence, or to 0 if the argument is optional. */
  readonly names: Readonly<Record<string, number>>
  /** Further validation at compile time, before any document is read. */
  check?(has: Has): void
  /** `arg` evaluates an argument; `has` returns whether the argument is present. */
  run(arg: Arg, has: Has): V
}

export const isNullish = (v: V): v is null | undefined => v === null || v === undefined

export const nary = (run: Positional['run'], min = 0, max = Number.POSITIVE_INFINITY): Positional => ({ min, max, run })
export const unary = (run: (v: V) => V): Positional => nary(([v]) => run(v), 1, 1)
export const binary = (run: (a: V, b: V) => V): Positional => nary(([a, b]) => run(a, b), 2, 2)

/** Returns undefined if the value is not an integer of at most `bits` bits, including the sign. */
export function toInteger(v: V, bits = 32): number | undefined {
  if (v === undefined || !isNum(v)) return undefined
  const n = toNumber(v)
  const limit = 2 ** (bits - 1)
  return Number.isInteger(n) && n >= -limit && n < limit && compare(n, v) === 0 ? n : undefined
}

export const requireInt32 = (v: V, code: number, what: string): number =>
  toInteger(v) ?? refuse(code, `${what} must be a 32-bit integer, but is ${typeName(v)}`)

export function requireArray(v: V, code: number, what: string): readonly Value[] {
  return Array.isArray(v) ? v : refuse(code, `${what} must be an array, but is of type: ${typeName(v)}`)
}

/** Counts one step per element, for operators that visit every element. */
export function requireElements(v: V, code: number, what: string): readonly Value[] {
  const array = requireArray(v, code, what)
  spendSteps(array.length)
  return array
}

export function requireString(v: V, code: number, what: string): string {
  if (typeof v !== 'string') return refuse(code, `${what} must be a string, but is ${typeName(v)}`)
  spendSteps(v.length >> 6)
  return v
}

/** Maximum size of an array or string that an expression builds. A document could not hold a larger one. */
export const MAX_ELEMENTS = 4_000_000
export const MAX_TEXT = 16 * 1024 * 1024
export const tooLarge = (name: string): never => refuse('ExceededMemoryLimit', `${name} would use too much memory`)

/**
 * Maximum number of steps per document, reached after a second or two. Evaluation blocks the event loop, and a few
 * nested `$map`s over `$range`s could run for days.
 */
const MAX_STEPS = 30_000_000
let spent = 0

export function spendSteps(steps: number): void {
  spent += steps
  if (spent > MAX_STEPS) refuse('ExceededMemoryLimit', 'an expression takes more steps for one document than this server allows')
}

export function resetSteps(): void {
  spent = 0
}

/** Reads the optional start and end of an `$indexOf…` operator, which must be non-negative integers. */
export function searchRange(name: string, length: number, args: readonly V[]): readonly [number, number] {
  const [start = 0, end = length] = args.map((v, i) => {
    const what = `${name}'s ${i === 0 ? 'starting' : 'ending'} index`
    const n = requireInt32(v, 40096, what)
    return n >= 0 ? n : refuse(40097, `${what} must not be negative, but is ${n}`)
  })
  return [start, Math.min(length, end)]
}
