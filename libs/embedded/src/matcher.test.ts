/** Compares the matcher with a slow, simple reference matcher on thousands of random filters and documents. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { newPalette, random, randomDocument, randomFilter } from '../test/random.ts'
import { parseFilter } from './matcher.ts'
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  type Doc,
  doc,
  isDoc,
  isNum,
  MaxKey,
  MinKey,
  type Num,
  ObjectId,
  Timestamp,
  TYPE_NAMES,
  toNumber,
  truthy,
  typeOf,
  type Value,
} from './values.ts'

const SEED = Number(process.env.SEED ?? 20_250)
const FILTERS = 5_000
const DOCUMENTS = 4

// The reference matcher lists every value that a path reaches, then applies the filter as written.

/** A value at the end of a path, with its index in the outermost array on the path. */
interface Reached {
  readonly value: Value | undefined
  readonly index?: number
}

function reach(from: Doc, [name = '', ...rest]: readonly string[], elements: boolean): Reached[] {
  const value = from.get(name)
  if (rest.length > 0)
    return Array.isArray(value) ? reachArray(value, rest, elements) : isDoc(value) ? reach(value, rest, elements) : [{ value: undefined }]
  return Array.isArray(value) && elements ? [...value.map((v, index) => ({ value: v, index })), { value }] : [{ value }]
}

function reachArray(array: readonly Value[], parts: readonly string[], elements: boolean): Reached[] {
  const rest = parts.slice(1)
  return array.flatMap((v, index): Reached[] => {
    const byName = isDoc(v) ? reach(v, parts, elements).map(({ value }) => ({ value, index })) : []
    if (parts[0] !== String(index)) return byName
    if (rest.length === 0) return [...byName, { value: v }]
    return [...byName, ...(Array.isArray(v) ? reachArray(v, rest, elements) : isDoc(v) ? reach(v, rest, elements) : [])]
  })
}

const isOperators = (v: Value): v is Doc => isDoc(v) && [...v.keys()][0]?.startsWith('$') === true

/** Whether the filter matches. Adds the array index of each matching condition to `indexes`. */
function referenceMatch(filter: Doc, document: Doc, indexes: number[] = []): boolean {
  return [...filter].every(([name, condition]) => {
    const list = condition as Doc[]
    if (name === '$and') return list.every((f) => referenceMatch(f, document, indexes))
    if (name === '$or') return list.some((f) => referenceMatch(f, document, list.length === 1 ? indexes : []))
    if (name === '$nor') return !list.some((f) => referenceMatch(f, document))
    if (name === '$comment') return true
    if (isOperators(condition)) return [...condition].every(([op, operand]) => onPath(document, name, op, operand, condition, indexes))
    return onPath(document, name, condition instanceof BSONRegExp ? '$regex' : '$eq', condition, new Map(), indexes)
  })
}

function onPath(document: Doc, path: string, op: string, operand: Value, all: Doc, indexes: number[]): boolean {
  if (op === '$options') return true
  const again = (inner: string, value: Value = operand) => onPath(document, path, inner, value, all, [])
  if (op === '$ne') return !again('$eq')
  if (op === '$nin') return !again('$in')
  if (op === '$exists' && !truthy(operand)) return !again('$exists', true)
  if (op === '$not') return !referenceMatch(new Map([[path, operand]]), document)
  if (op === '$all') {
    const members = operand as Value[]
    return (
      members.length > 0 &&
      members.every((m) =>
        referenceMatch(new Map([[path, m instanceof BSONRegExp || isOperators(m) ? m : doc({ $eq: m })]]), document, indexes),
      )
    )
  }
  for (const { value, index } of reach(document, path.split('.'), op !== '$size' && op !== '$elemMatch')) {
    const inner: number[] = []
    if (!onValue(value, op, operand, all, inner)) continue
    indexes.push(...(index === undefined ? inner : [index]))
    return true
  }
  return false
}

function onValue(v: Value | undefined, op: string, operand: Value, all: Doc, indexes: number[] = []): boolean {
  switch (op) {
    case '$eq':
      return operand === null ? v === null || v === undefined : v !== undefined && order(v, operand) === 0
    case '$ne':
      return !onValue(v, '$eq', operand, all)
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return inRange(v, op, operand)
    case '$in':
      return (operand as Value[]).some((x) => onValue(v, x instanceof BSONRegExp ? '$regex' : '$eq', x, new Map()))
    case '$nin':
      return !onValue(v, '$in', operand, all)
    case '$exists':
      return (v !== undefined) === truthy(operand)
    case '$type':
      return (
        v !== undefined &&
        [operand]
          .flat()
          .some(
            (t) => t === TYPE_NAMES[typeOf(v)] || (isNum(t as Value) && toNumber(t as Num) === typeOf(v)) || (t === 'number' && isNum(v)),
          )
      )
    case '$mod': {
      const [divisor, remainder] = (operand as Num[]).map((n) => Math.trunc(toNumber(n))) as [number, number]
      return (
        v !== undefined &&
        isNum(v) &&
        Math.abs(toNumber(v)) < 2 ** 63 &&
        ((exact(v) as bigint) / 1000n) % BigInt(divisor) === BigInt(remainder)
      )
    }
    case '$size':
      return Array.isArray(v) && v.length === toNumber(operand as Num)
    case '$regex': {
      const [pattern, flags] =
        operand instanceof BSONRegExp ? [operand.pattern, operand.options] : [operand as string, (all.get('$options') ?? '') as string]
      if (v instanceof BSONRegExp) return v.pattern === pattern && v.options === flags
      return typeof v === 'string' || v instanceof BSONSymbol ? new RegExp(pattern, flags).test(String(v)) : false
    }
    case '$options':
      return true
    case '$not':
      return operand instanceof BSONRegExp
        ? !onValue(v, '$regex', operand, all)
        : ![...(operand as Doc)].every(([o, x]) => onValue(v, o, x, operand as Doc))
    case '$all':
      return (
        (operand as Value[]).length > 0 &&
        (operand as Value[]).every((x) =>
          isOperators(x)
            ? onValue(v, '$elemMatch', x.get('$elemMatch') as Doc, all)
            : onValue(v, x instanceof BSONRegExp ? '$regex' : '$eq', x, new Map()),
        )
      )
    case '$elemMatch': {
      const condition = operand as Doc
      const onElements = isOperators(condition) && !['$and', '$or', '$nor', '$comment'].includes([...condition.keys()][0] as string)
      const index = !Array.isArray(v)
        ? -1
        : v.findIndex((x) => {
            if (onElements) return [...condition].every(([o, y]) => onValue(x, o, y, condition))
            return (isDoc(x) || Array.isArray(x)) && referenceMatch(condition, isDoc(x) ? x : new Map(x.map((y, i) => [`${i}`, y])))
          })
      if (index >= 0) indexes.push(index)
      return index >= 0
    }
    default:
      throw new Error(`reference matcher does not support ${op}`)
  }
}

function inRange(v: Value | undefined, op: string, bound: Value): boolean {
  const below = op.startsWith('$lt')
  const orEqual = op.endsWith('e')
  const notANumber = (x: Value | undefined) => x !== undefined && isNum(x) && Number.isNaN(toNumber(x))
  if (bound === null) return orEqual && (v === undefined || v === null)
  const end = bound instanceof MinKey || bound instanceof MaxKey
  if (!end && (notANumber(v) || notANumber(bound))) return orEqual && notANumber(v) && notANumber(bound)
  if (v === undefined) return end && bound instanceof MaxKey === below
  if (!end && rank(v) !== rank(bound)) return false
  const sign = order(v, bound)
  return below ? sign < 0 || (orEqual && sign === 0) : sign > 0 || (orEqual && sign === 0)
}

/** MongoDB's type order. All numbers share a rank, and so do strings and symbols. */
const RANKS = [[-1], [10], [1, 16, 18, 19], [2, 14], [3], [4], [5], [7], [8], [9], [17], [11], [127]]
const rank = (v: Value) => RANKS.findIndex((types) => types.includes(typeOf(v)))

/** The value in thousandths, which is exact because generated numbers have at most three decimal places. */
function exact(v: Num): bigint | number {
  if (typeof v === 'bigint') return v * 1000n
  const n = toNumber(v)
  return Number.isFinite(n) ? BigInt(Math.trunc(n)) * 1000n + BigInt(Math.round((n % 1) * 1000)) : n
}

function order(a: Value, b: Value): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (isNum(a) && isNum(b)) {
    const [x, y] = [exact(a), exact(b)]
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x))
    return x < y ? -1 : x > y ? 1 : 0
  }
  if (isDoc(a) && isDoc(b)) {
    const pairs = [...b]
    for (const [i, [name, value]] of [...a].entries()) {
      const [otherName, other] = pairs[i] ?? []
      if (otherName === undefined || other === undefined) return 1
      const sign = rank(value) - rank(other) || order(name, otherName) || order(value, other)
      if (sign !== 0) return sign
    }
    return a.size - b.size
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    for (const [i, value] of a.entries()) {
      const sign = i < b.length ? order(value, b[i] as Value) : 1
      if (sign !== 0) return sign
    }
    return a.length - b.length
  }
  if (a instanceof Binary && b instanceof Binary && a.length() !== b.length()) return a.length() - b.length()
  return Buffer.compare(bytes(a), bytes(b))
}

/** Bytes that sort like the values of the type. */
function bytes(v: Value): Buffer {
  if (v instanceof Date) return Buffer.from(String(v.getTime() + 1e6).padStart(20, '0'))
  if (v instanceof Timestamp) return Buffer.from(v.toBigInt().toString().padStart(20, '0'))
  if (v instanceof ObjectId) return Buffer.from(v.id)
  if (v instanceof Binary) return Buffer.from(v.value())
  if (v instanceof BSONRegExp) return Buffer.from(`${v.pattern}\0${v.options}`)
  return v instanceof MinKey || v instanceof MaxKey ? Buffer.alloc(0) : Buffer.from(String(v))
}

// Comparison

/** Describes the matcher's wrong result. Returns undefined if the result is correct. */
function difference(filter: Doc, document: Doc): string | undefined {
  const indexes: number[] = []
  const expected = referenceMatch(filter, document, indexes)
  const parsed = parseFilter(filter)
  const found = parsed.match(document)
  if (parsed.matches(document) !== expected || (found !== null) !== expected) return `should ${expected ? '' : 'not '}match`
  const read = parsed.fields ? new Map([...document].filter(([name]) => parsed.fields?.has(name))) : document
  if (parsed.matches(read) !== expected) return `reads more fields than ${[...(parsed.fields ?? [])]}`
  if (!found) return undefined
  const right = indexes.length === 0 ? found.arrayIndex === undefined : indexes.includes(found.arrayIndex as number)
  return right ? undefined : `returns array index ${found.arrayIndex}, expected one of [${indexes}]`
}

/** All values that are one step smaller, for shrinking a failing case. */
function smaller(value: Value): Value[] {
  const items: (readonly [string, Value])[] = isDoc(value)
    ? [...value]
    : Array.isArray(value)
      ? value.map((v, i) => [`${i}`, v] as const)
      : []
  const build = (list: readonly (readonly [string, Value])[]): Value => (isDoc(value) ? new Map(list) : list.map(([, v]) => v))
  return items.flatMap(([key, inner], i) => [
    build(items.toSpliced(i, 1)),
    ...smaller(inner).map((less) => build(items.with(i, [key, less]))),
  ])
}

function stillDiffers(filter: Doc, document: Doc): boolean {
  try {
    return difference(filter, document) !== undefined
  } catch {
    return false
  }
}

function shrink(filter: Doc, document: Doc): [Doc, Doc] {
  const lessFilter = smaller(filter).find((f) => stillDiffers(f as Doc, document))
  if (lessFilter) return shrink(lessFilter as Doc, document)
  const lessDocument = smaller(document).find((d) => stillDiffers(filter, d as Doc))
  return lessDocument ? shrink(filter, lessDocument as Doc) : [filter, document]
}

test(`agrees with the reference matcher on ${FILTERS * DOCUMENTS} random queries`, () => {
  const r = random(SEED)
  let matched = 0
  for (let i = 0; i < FILTERS; i++) {
    newPalette(r)
    const filter = randomFilter(r)
    for (let j = 0; j < DOCUMENTS; j++) {
      const document = randomDocument(r)
      if (difference(filter, document) !== undefined) {
        const minimal = shrink(filter, document)
        throw new Error(`SEED=${SEED} filter ${i}: ${difference(...minimal)}\n${inspect(minimal, { depth: null })}`)
      }
      if (parseFilter(filter).matches(document)) matched++
    }
  }
  // A meaningful comparison needs many matches and many mismatches.
  expect(matched).toBeGreaterThan(FILTERS * DOCUMENTS * 0.1)
  expect(matched).toBeLessThan(FILTERS * DOCUMENTS * 0.9)
})

test("takes the array index from the last condition in MongoDB's canonical order", () => {
  const indexOf = (filter: Record<string, unknown>, document: Record<string, unknown>) =>
    parseFilter(doc(filter)).match(doc(document))?.arrayIndex
  const document = { a: [{ x: 1 }, { x: 2 }, { x: 3 }], b: [0, 7], c: 5 }
  // Conditions are ordered by kind ($elemMatch, equality, ranges, $in), then by path. Their order in the filter has no
  // effect.
  expect(indexOf({ b: 7, 'a.x': 3 }, document)).toBe(1)
  expect(indexOf({ 'a.x': 3, b: 7 }, document)).toBe(1)
  expect(indexOf({ b: 7, 'a.x': { $gte: 3 } }, document)).toBe(2)
  expect(indexOf({ 'a.x': { $in: [3, 4] }, b: { $gt: 5 } }, document)).toBe(2)
  expect(indexOf({ 'a.x': { $gt: 1, $lt: 2 } }, document)).toBe(1)
  expect(indexOf({ c: 5, a: { $elemMatch: { x: 2 } } }, document)).toBe(1)
  expect(indexOf({ $and: [{ 'a.x': 2 }, { $and: [{ c: 5 }] }] }, document)).toBe(1)
  // Negations, `$size`, paths with numbers, and an `$or` with several branches set no index.
  expect(indexOf({ b: { $ne: 5 }, a: { $size: 3 }, 'a.0.x': 1 }, document)).toBeUndefined()
  expect(indexOf({ $or: [{ b: 7 }, { c: 6 }] }, document)).toBeUndefined()
})
