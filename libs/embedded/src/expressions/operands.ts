/** What every operator works with: its place in a table, and checks of evaluated arguments that answer with the operator's own codes. */
import { refuse } from '../errors.ts'
import { compare } from '../keys.ts'
import { isNum, toNumber, typeName, type Value } from '../values.ts'

/** A value, or undefined for a missing field. */
export type V = Value | undefined

export interface Positional {
  readonly min: number
  readonly max: number
  /** Takes a list: one that is spread overflows the stack when a client sends very many arguments. */
  run(args: readonly V[]): V
}

export type Arg = (name: string) => V
export type Has = (name: string) => boolean

export interface Named {
  /** Error codes: the argument is no object; it has a name that is not known. */
  readonly codes: readonly [number, number]
  /** The names, each with the code for its absence, or 0 where it may be absent. */
  readonly names: Readonly<Record<string, number>>
  /** What else can be refused before there is a document. */
  check?(has: Has): void
  /** `arg` evaluates an argument; `has` tells whether it was given. */
  run(arg: Arg, has: Has): V
}

export const isNullish = (v: V): v is null | undefined => v === null || v === undefined

export const nary = (run: Positional['run'], min = 0, max = Number.POSITIVE_INFINITY): Positional => ({ min, max, run })
export const unary = (run: (v: V) => V): Positional => nary(([v]) => run(v), 1, 1)
export const binary = (run: (a: V, b: V) => V): Positional => nary(([a, b]) => run(a, b), 2, 2)

/** The value as a whole number below 2 to the power of `bits - 1`, or undefined. */
export function wholeOf(v: V, bits = 32): number | undefined {
  if (v === undefined || !isNum(v)) return undefined
  const n = toNumber(v)
  const limit = 2 ** (bits - 1)
  return Number.isInteger(n) && n >= -limit && n < limit && compare(n, v) === 0 ? n : undefined
}

export const intOf = (v: V, code: number, what: string): number =>
  wholeOf(v) ?? refuse(code, `${what} must be a 32-bit integer, but is ${typeName(v)}`)

export function arrayOf(v: V, code: number, what: string): readonly Value[] {
  return Array.isArray(v) ? v : refuse(code, `${what} must be an array, but is of type: ${typeName(v)}`)
}

/** An array whose elements will all be looked at. */
export function elementsOf(v: V, code: number, what: string): readonly Value[] {
  const array = arrayOf(v, code, what)
  spend(array.length)
  return array
}

export function textOf(v: V, code: number, what: string): string {
  if (typeof v !== 'string') return refuse(code, `${what} must be a string, but is ${typeName(v)}`)
  spend(v.length >> 6)
  return v
}

/** What one expression may build; a document could not hold more anyway. */
export const MAX_ELEMENTS = 4_000_000
export const MAX_TEXT = 16 * 1024 * 1024
export const tooLarge = (name: string): never => refuse('ExceededMemoryLimit', `${name} would use too much memory`)

/**
 * An expression on one document runs to its end without letting others have a turn, and a few nested `$map`s over
 * `$range`s would run for days. So it may take only so many steps, which is a second or two.
 */
const MAX_STEPS = 30_000_000
let spent = 0

export function spend(steps: number): void {
  spent += steps
  if (spent > MAX_STEPS) refuse('ExceededMemoryLimit', 'an expression takes more steps for one document than this server allows')
}

/** Begins the next document. */
export function restart(): void {
  spent = 0
}

/** Where an `$indexOf…` looks: from and to are optional, whole and not negative. */
export function boundsOf(name: string, length: number, args: readonly V[]): readonly [number, number] {
  const [start = 0, end = length] = args.map((v, i) => {
    const what = `${name}'s ${i === 0 ? 'starting' : 'ending'} index`
    const n = intOf(v, 40096, what)
    return n >= 0 ? n : refuse(40097, `${what} must not be negative, but is ${n}`)
  })
  return [start, Math.min(length, end)]
}
