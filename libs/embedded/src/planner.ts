/**
 * Chooses an index by converting the conditions of a filter to intervals of key bytes. A plan may find too many rows,
 * because the filter tests each row again, but it must never find too few.
 */
import type { Collection, Index } from './collection.ts'
import type { Interval } from './connection.ts'
import { refuse } from './errors.ts'
import type { KeyPattern } from './key-pattern.ts'
import { hashKey } from './keys.ts'
import type { Filter } from './matcher.ts'
import { isIndex } from './paths.ts'
import { type Condition, conditions, excludesMissing, implies, MAX_CONDITIONS } from './planner/conditions.ts'
import { ALL, boundsOf } from './planner/intervals.ts'
import { type Doc, isDoc, type Value } from './values.ts'
import type { View } from './views.ts'

/** `index` is null for a collection scan. */
export interface Plan {
  readonly index: Index | null
  readonly intervals: readonly Interval[]
  readonly reverse: boolean
  readonly sorted: boolean
  /** One plan per branch of an `$or`. */
  readonly branches: readonly Plan[]
}

export interface Query {
  readonly collection: Collection
  readonly filter: Filter
  readonly sort?: KeyPattern | undefined
  /** -1 scans the collection backwards (`{$natural: -1}`). */
  readonly natural?: 1 | -1 | undefined
  readonly hint?: Value | undefined
  readonly skip?: number | undefined
  /** 0 or undefined means no limit. */
  readonly limit?: number | undefined
}

/** Maximum number of combinations of `$in` values. A plan ignores index fields that would exceed this limit. */
const MAX_POINTS = 20_000

function usable(index: Index, where: Map<string, Condition[]>, view: View): boolean {
  if (!view.usable(index)) return false
  if (index.partial && !implies(where, index.partial.node)) return false
  return !index.sparse || index.paths.some((path) => where.get(path)?.some(excludesMissing))
}

/**
 * In a query, a number in a path can be an array index or a field name, but index keys cover only one of these
 * meanings.
 */
const named = (path: string) => !path.split('.').some(isIndex)

interface Candidate {
  readonly plan: Plan
  readonly score: number
}

function candidate(index: Index, where: Map<string, Condition[]>, sort: KeyPattern | undefined): Candidate {
  const { directions } = index.pattern
  let prefixes: Interval[] = [ALL]
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
    // Only exact keys can be extended with intervals for later fields.
    if (!bounds.points) break
    if (bounds.intervals.length === 1) single.add(path)
  }
  const sorted = sort ? orderOf(index, sort, single) : undefined
  if (sorted) score += 5
  if (index.unique && fields === index.paths.length) score += 3
  const reverse = sorted === 'reverse'
  return { score, plan: { index, intervals: prefixes, reverse, sorted: sort === undefined || sorted !== undefined, branches: [] } }
}

/** The direction in which the index returns rows in sort order, if any. Ignores fields bound to a single value. */
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
  // One index per `$or` branch is better than an index that only provides the sort order.
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

/** Returns null for a `$natural` hint. */
function hinted(collection: Collection, hint: Value): Index | null {
  if (isDoc(hint) && hint.has('$natural')) return null
  const index = collection.indexes.find((i) =>
    typeof hint === 'string' ? i.name === hint : isDoc(hint) && hashKey(i.spec.get('key') as Doc) === hashKey(hint),
  )
  return (
    index ?? refuse('BadValue', 'error processing query: planner returned error: hint provided does not correspond to an existing index')
  )
}

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
