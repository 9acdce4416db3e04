/**
 * Choosing an index: the conditions of a filter become intervals of key bytes. A plan may find too much (every row is
 * matched again by the filter), never too little.
 */
import { MongoError, refuse } from './errors.ts'
import { sliced } from './guard.ts'
import { compare, encodeKey, hashKey, type KeyPattern, sameBracket, sortKey, typeBracket } from './keys.ts'
import type { Filter, Node } from './matcher.ts'
import { isIndex } from './paths.ts'
import { Sorter } from './sorter.ts'
import type { Collection, Entry, Index, Interval, Row } from './store.ts'
import type { View } from './transactions.ts'
import { BSONRegExp, type Doc, decode, isDoc, MaxKey, MinKey, type Value } from './values.ts'

/** How the rows are found. `index` null: the whole collection. */
export interface Plan {
  readonly index: Index | null
  readonly intervals: readonly Interval[]
  readonly reverse: boolean
  /** The rows come in the order asked for. */
  readonly sorted: boolean
  /** One plan for each branch of an `$or`. */
  readonly branches: readonly Plan[]
}

export interface Query {
  readonly collection: Collection
  readonly filter: Filter
  readonly sort?: KeyPattern | undefined
  /** `{$natural: -1}`: the collection backwards. */
  readonly natural?: 1 | -1 | undefined
  readonly hint?: Value | undefined
  readonly skip?: number | undefined
  /** 0 or undefined: all. */
  readonly limit?: number | undefined
}

/** What `explain` tells. */
export interface Stats {
  keys: number
  documents: number
  returned: number
}

const ALL: Interval = { lo: Buffer.alloc(0), hi: Buffer.from([255]) }
/** More points than this (products of $in lists) are not worth it. */
const MAX_POINTS = 20_000
/** Conditions on one path, and branches of an `$or`, that are looked at; what is left out only makes a plan find more. */
const MAX_CONDITIONS = 1000

// ---- conditions

type Condition = Extract<Node, { path: string }>

/** Conditions that every match fulfils, by path. */
function conditions(node: Node, prefix = '', into = new Map<string, Condition[]>()): Map<string, Condition[]> {
  if (node.op === '$and') for (const inner of node.nodes) conditions(inner, prefix, into)
  else if ('path' in node && node.op !== '$not') {
    const path = prefix + node.path
    if (node.op === '$elemMatch' && node.documents) conditions(node.node, `${path}.`, into)
    else if (node.op === '$elemMatch') {
      // An array inside the array is indexed as a whole, so nothing can be said of its elements.
      const inner = node.node.op === '$and' ? node.node.nodes : [node.node]
      for (const condition of inner) if (condition.op !== '$elemMatch') conditions(condition, path, into)
    }
    const list = into.get(path)
    if (!list) into.set(path, [node])
    else if (list.length < MAX_CONDITIONS) list.push(node)
  }
  return into
}

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

/** Key bytes that hold all values which can fulfil the conditions on one field; undefined when they say nothing. */
function boundsOf(list: readonly Condition[], direction: number, multikey: boolean): Bounds | undefined {
  for (const c of list) {
    // What is missing has the key of null; below arrays more than that may be missing.
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
    // In a multikey index two bounds may be met by two elements, so only one of them may be used.
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

/** An array is found by its first element or, inside another array, as a whole. */
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

/** `/^abc/` looks only at strings that begin so, and at that very expression as a stored value. */
function prefixOf(pattern: string, flags: string): Interval[] | undefined {
  if (flags !== '' || pattern.includes('|')) return undefined
  const literal = /^\^([\w \-,:/@]+)(?![*?{])/.exec(pattern)?.[1]
  if (!literal) return undefined
  const lo = encodeKey([literal]).subarray(0, -1)
  const hi = Buffer.from(lo)
  hi[hi.length - 1] = (hi[hi.length - 1] as number) + 1
  return [{ lo, hi }, point(new BSONRegExp(pattern, flags), 1)]
}

// ---- choosing

function usable(index: Index, where: Map<string, Condition[]>, view: View): boolean {
  if (!view.usable(index)) return false
  if (index.partial && !implies(where, index.partial.node)) return false
  return !index.sparse || index.paths.some((path) => where.get(path)?.some(excludesMissing))
}

function excludesMissing(c: Condition): boolean {
  switch (c.op) {
    case '$eq':
      return c.value !== null
    case '$in':
      return c.values.every((v) => v !== null)
    case '$exists':
      return c.value
    case '$gt':
    case '$lt':
    case '$gte':
    case '$lte':
      return c.value !== null && !(c.value instanceof MinKey) && !(c.value instanceof MaxKey)
    case '$regex':
    case '$mod':
    case '$size':
      return true
    default:
      return false
  }
}

/** Whether every document that fulfils the conditions fulfils `node` (the filter of a partial index). */
function implies(where: Map<string, Condition[]>, node: Node): boolean {
  if (node.op === '$and') return node.nodes.every((inner) => implies(where, inner))
  if (!('path' in node)) return false
  return (where.get(node.path) ?? []).some((c) => {
    if (node.op === '$exists' && node.value) return excludesMissing(c)
    if (c.op === '$eq' && !Array.isArray(c.value) && 'value' in node) return holds(node as Condition, c.value)
    if (c.op === '$in' && c.values.length > 0 && 'value' in node)
      return c.values.every((v) => !Array.isArray(v) && !(v instanceof BSONRegExp) && holds(node as Condition, v))
    if ((node.op === '$gt' || node.op === '$gte') && (c.op === '$gt' || c.op === '$gte')) {
      return (
        sameBracket(c.value, node.value) &&
        (compare(c.value, node.value) > 0 || (compare(c.value, node.value) === 0 && (node.op === '$gte' || c.op === '$gt')))
      )
    }
    if ((node.op === '$lt' || node.op === '$lte') && (c.op === '$lt' || c.op === '$lte')) {
      return (
        sameBracket(c.value, node.value) &&
        (compare(c.value, node.value) < 0 || (compare(c.value, node.value) === 0 && (node.op === '$lte' || c.op === '$lt')))
      )
    }
    return sameCondition(c, node)
  })
}

/** Whether a field equal to `v` fulfils the condition. */
function holds(node: Condition, v: Value): boolean {
  switch (node.op) {
    case '$eq':
      return compare(v, node.value) === 0
    case '$gt':
      return sameBracket(v, node.value) && compare(v, node.value) > 0
    case '$gte':
      return sameBracket(v, node.value) && compare(v, node.value) >= 0
    case '$lt':
      return sameBracket(v, node.value) && compare(v, node.value) < 0
    case '$lte':
      return sameBracket(v, node.value) && compare(v, node.value) <= 0
    default:
      return false
  }
}

function sameCondition(a: Node, b: Node): boolean {
  if (a.op !== b.op) return false
  if ('value' in a && 'value' in b)
    return typeof a.value === 'boolean' || typeof b.value === 'boolean'
      ? a.value === b.value
      : hashKey(a.value as Value) === hashKey(b.value as Value)
  if ('values' in a && 'values' in b) return hashKey([...(a.values as Value[])]) === hashKey([...(b.values as Value[])])
  return false
}

/** A number in a path means a place in an array or a name in its documents; the keys hold only the one, queries mean both. */
const named = (path: string) => !path.split('.').some(isIndex)

interface Candidate {
  readonly plan: Plan
  readonly score: number
}

function candidate(index: Index, where: Map<string, Condition[]>, sort: KeyPattern | undefined): Candidate {
  const { directions } = index.pattern
  let prefixes: Interval[] = [{ lo: Buffer.alloc(0), hi: Buffer.from([255]) }]
  const single = new Set<string>()
  let fields = 0
  let score = 0
  let arrayUsed = false
  for (const [i, path] of index.paths.entries()) {
    const multikey = index.multikey[i] ?? false
    if (multikey && arrayUsed) break
    const bounds = named(path) ? boundsOf(where.get(path) ?? [], directions[i] as number, multikey) : undefined
    if (!bounds || prefixes.length * bounds.intervals.length > MAX_POINTS) break
    arrayUsed ||= multikey
    prefixes = prefixes.flatMap(({ lo }) => bounds.intervals.map((b) => ({ lo: Buffer.concat([lo, b.lo]), hi: Buffer.concat([lo, b.hi]) })))
    fields++
    score += bounds.points ? 10 : 6
    if (!bounds.points) break
    // Later fields extend the exact keys of the points found so far.
    if (bounds.intervals.length === 1) single.add(path)
  }
  const sorted = sort ? orderOf(index, sort, single) : undefined
  if (sorted) score += 5
  if (index.unique && fields === index.paths.length) score += 3
  const reverse = sorted === 'reverse'
  return { score, plan: { index, intervals: prefixes, reverse, sorted: sort === undefined || sorted !== undefined, branches: [] } }
}

/** Whether the order of the index is the order of the sort; fields bound to one value do not count. */
function orderOf(index: Index, sort: KeyPattern, single: ReadonlySet<string>): 'forward' | 'reverse' | undefined {
  const wanted = sort.paths
    .map((parts, i) => ({ path: parts.join('.'), direction: sort.directions[i] as number }))
    .filter((w) => !single.has(w.path))
  const multikey = new Set(index.paths.filter((_, i) => index.multikey[i]))
  if ([...single].some((path) => multikey.has(path) && sort.paths.some((parts) => parts.join('.') === path))) return undefined
  const offered = index.paths
    .map((path, i) => ({ path, direction: index.pattern.directions[i] as number }))
    .filter((o) => !single.has(o.path))
  let sign = 0
  for (const [i, w] of wanted.entries()) {
    const o = offered[i]
    if (o?.path !== w.path || multikey.has(w.path) || !named(w.path)) return undefined
    const turn = o.direction * w.direction
    if (sign !== 0 && turn !== sign) return undefined
    sign = turn
  }
  return sign < 0 ? 'reverse' : 'forward'
}

const scanAll = (reverse: boolean, sorted: boolean): Plan => ({ index: null, intervals: [ALL], reverse, sorted, branches: [] })

export function choosePlan(view: View, { collection, filter, sort, natural, hint }: Query): Plan {
  const where = conditions(filter.node)
  if (natural) return scanAll(natural < 0, true)
  if (hint !== undefined) {
    const index = hinted(collection, hint)
    if (!index) return scanAll(isDoc(hint) && [...hint.values()].some((v) => Number(v) < 0), sort === undefined)
    if (!view.usable(index)) refuse('BadValue', 'the hinted index is not ready, or hidden')
    if (index.partial && !implies(where, index.partial.node))
      refuse(291, 'the hinted partial index does not hold all that the filter asks for')
    return candidate(index, where, sort).plan
  }
  let best: Candidate = { plan: scanAll(false, sort === undefined), score: 0 }
  for (const index of collection.indexes) {
    if (!usable(index, where, view)) continue
    const next = candidate(index, where, sort)
    if (next.score > best.score) best = next
  }
  // An index that only gives the order serves worse than one for each branch of an $or.
  if (best.score <= 5) {
    const branches = orBranches(view, collection, filter)
    if (branches) return { ...scanAll(false, sort === undefined), branches }
  }
  return best.plan
}

function orBranches(view: View, collection: Collection, filter: Filter): Plan[] | undefined {
  const or = filter.node.op === '$and' ? filter.node.nodes.find((n) => n.op === '$or') : filter.node
  if (or?.op !== '$or' || or.nodes.length > MAX_CONDITIONS) return undefined
  const plans = or.nodes.map((node) => {
    const where = conditions(node)
    const found = collection.indexes.filter((index) => usable(index, where, view)).map((index) => candidate(index, where, undefined))
    return found.filter((c) => c.score > 0).sort((a, b) => b.score - a.score)[0]?.plan
  })
  return plans.every((p) => p !== undefined) ? (plans as Plan[]) : undefined
}

/** The index a hint names; null for a hint on natural order. */
function hinted(collection: Collection, hint: Value): Index | null {
  if (isDoc(hint) && hint.has('$natural')) return null
  const index = collection.indexes.find((i) =>
    typeof hint === 'string' ? i.name === hint : isDoc(hint) && hashKey(i.spec.get('key') as Doc) === hashKey(hint),
  )
  return (
    index ?? refuse('BadValue', 'error processing query: planner returned error: hint provided does not correspond to an existing index')
  )
}

// ---- running

/** All rows a plan finds, in its order, each once. */
function* rowsOf(
  view: View,
  collection: Collection,
  plan: Plan,
  budget: Budget | undefined,
  stats: Stats,
  first?: number,
): Generator<readonly Entry[]> {
  const plans = plan.branches.length > 0 ? plan.branches : [plan]
  const twice = plans.length > 1 || plans.some((p) => p.index?.multikey.some(Boolean))
  const seen = twice ? new Set<number>() : undefined
  for (const { index, intervals, reverse } of plans) {
    for (const interval of reverse ? [...intervals].reverse() : intervals) {
      // Thousands of intervals may hold nothing.
      yield []
      for (const chunk of view.scan(collection, index, interval, reverse, first)) {
        if (index) stats.keys += chunk.length
        const fresh = seen ? chunk.filter((row) => !seen.has(row.rid) && seen.add(row.rid)) : chunk
        if (seen) budget?.add(fresh.length * SEEN_BYTES)
        stats.documents += fresh.length
        yield fresh
      }
    }
  }
}

/** What a row number takes in a Set. */
const SEEN_BYTES = 32

/** Counts what is held in memory, and refuses too much. */
interface Budget {
  add(bytes: number): void
}

/**
 * The rows that match, in order, after skip and limit. A chunk may be empty: between two chunks the caller can let
 * other commands run.
 */
export function* execute(
  view: View,
  query: Query,
  plan: Plan,
  budget?: Budget,
  stats: Stats = { keys: 0, documents: 0, returned: 0 },
): Generator<readonly Row[]> {
  const { collection, filter, sort } = query
  const skip = query.skip ?? 0
  const end = query.limit ? skip + query.limit : Number.POSITIVE_INFINITY
  const heavy = isHeavy(filter)
  const matching = function* (first?: number): Generator<readonly Row[]> {
    for (const chunk of rowsOf(view, collection, plan, budget, stats, first)) {
      if (isEmpty(filter)) yield chunk
      else yield* sliced(chunk, heavy || chunk.some(isLarge), (row) => (filter.matches(decode(row.raw, filter.fields)) ? row : undefined))
    }
  }
  let found: Iterable<readonly Row[]> = matching(end < 1000 && plan.sorted ? Math.max(1, end) : undefined)
  if (sort && !plan.sorted) {
    const sorter = new Sorter<Row>(end)
    const fields = new Set(sort.paths.map((path) => path[0] as string))
    for (const chunk of found) {
      for (const keyed of sliced(chunk, chunk.some(isLarge), (row) => ({ row, key: sortKeyOf(decode(row.raw, fields), sort) }))) {
        const before = sorter.held
        for (const { row, key } of keyed) sorter.add(key, row, row.raw.length + key.length)
        budget?.add(sorter.held - before)
        yield []
      }
      yield []
    }
    found = inChunks(sorter.sorted())
  }
  let position = 0
  for (const chunk of found) {
    const wanted =
      position >= skip && position + chunk.length <= end ? chunk : chunk.slice(Math.max(0, skip - position), Math.max(0, end - position))
    position += chunk.length
    stats.returned += wanted.length
    yield wanted
    if (position >= end) return
  }
}

/** Documents and filters from this size on can take long together, whatever they are. */
export const LARGE_DOCUMENT = 64 * 1024
const LARGE_FILTER = 1000
export const isLarge = (row: Row) => row.raw.length > LARGE_DOCUMENT

/** Whether matching one ordinary document may take long. */
export function isHeavy(filter: Filter): boolean {
  let nodes = 0
  const heavy = (node: Node): boolean => {
    if (node.op === '$expr' || ++nodes > LARGE_FILTER) return true
    if (node.op === '$regex') return /[*+{(]/.test(node.pattern)
    if (node.op === '$in') return node.values.some((v) => v instanceof BSONRegExp)
    return 'nodes' in node ? node.nodes.some(heavy) : 'node' in node && heavy(node.node)
  }
  return heavy(filter.node)
}

const isEmpty = (filter: Filter) => filter.node.op === '$and' && filter.node.nodes.length === 0

/** Sorting by two different arrays has no order; MongoDB answers BadValue where an index would answer 171. */
function sortKeyOf(document: Doc, sort: KeyPattern): Buffer {
  try {
    return sortKey(document, sort)
  } catch (error) {
    if (error instanceof MongoError && error.codeName === 'CannotIndexParallelArrays')
      refuse('BadValue', 'cannot sort with keys that are parallel arrays')
    throw error
  }
}

function* inChunks<T>(items: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length === 256) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

/** The plan as `explain` shows it. */
export function describePlan(query: Query, plan: Plan): Doc {
  const scan = (p: Plan): Doc =>
    p.index
      ? new Map<string, Value>([
          ['stage', 'FETCH'],
          [
            'inputStage',
            new Map<string, Value>([
              ['stage', 'IXSCAN'],
              ['keyPattern', p.index.spec.get('key') as Doc],
              ['indexName', p.index.name],
              ['isMultiKey', p.index.multikey.some(Boolean)],
              ['isUnique', p.index.unique],
              ['direction', p.reverse ? 'backward' : 'forward'],
              ['intervals', p.intervals.length],
            ]),
          ],
        ])
      : new Map<string, Value>([
          ['stage', 'COLLSCAN'],
          ['direction', p.reverse ? 'backward' : 'forward'],
        ])
  let stage: Doc =
    plan.branches.length > 0
      ? new Map<string, Value>([
          ['stage', 'OR'],
          ['inputStages', plan.branches.map(scan)],
        ])
      : scan(plan)
  const wrap = (name: string, fields: [string, Value][] = []) => {
    stage = new Map<string, Value>([['stage', name], ...fields, ['inputStage', stage]])
  }
  if (query.sort && !plan.sorted)
    wrap('SORT', [['sortPattern', new Map(query.sort.paths.map((path, i) => [path.join('.'), query.sort?.directions[i] ?? 1]))]])
  if (query.skip) wrap('SKIP', [['skipAmount', query.skip]])
  if (query.limit) wrap('LIMIT', [['limitAmount', query.limit]])
  return stage
}
