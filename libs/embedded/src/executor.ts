import type { Collection } from './collection.ts'
import type { Entry, Row } from './connection.ts'
import { MongoError, refuse } from './errors.ts'
import type { Node } from './filter.ts'
import { sliced } from './guard.ts'
import { type KeyPattern, sortKey } from './key-pattern.ts'
import type { Filter } from './matcher.ts'
import type { Plan, Query } from './planner.ts'
import { Sorter } from './sorter.ts'
import { BSONRegExp, type Doc, decode } from './values.ts'
import type { View } from './views.ts'

export interface Stats {
  keys: number
  documents: number
  returned: number
}

/** Yields each row only once, in the plan's order. */
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
      // Thousands of intervals may contain no rows. An empty chunk lets the caller yield to other commands.
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

/** Approximate memory per row number in a Set. */
const SEEN_BYTES = 32

/** `add` throws if the bytes in memory exceed the limit. */
interface Budget {
  add(bytes: number): void
}

/**
 * Yields the matching rows in order, after skip and limit. Chunks may be empty, so that the caller can yield to other
 * commands between chunks.
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
        const before = sorter.heldBytes
        for (const { row, key } of keyed) sorter.add(key, row, row.raw.length + key.length)
        budget?.add(sorter.heldBytes - before)
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

/** A document with more bytes than this may be slow to process. */
export const LARGE_DOCUMENT = 64 * 1024
/** A filter with more nodes than this may be slow to match. */
const LARGE_FILTER = 1000
export const isLarge = (row: Row) => row.raw.length > LARGE_DOCUMENT

/** Matching even a single document of ordinary size may be slow. */
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

/**
 * Parallel arrays have no sort order. MongoDB rejects sorts on them with BadValue, and rejects index builds with error
 * 171.
 */
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
