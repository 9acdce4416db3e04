/**
 * Generates documents, indexes, filters, sorts and updates from a seed. Every index must give the same results as a
 * collection scan: on the latest state, in a transaction and after its commit.
 */
import { expect, test } from 'vitest'
import type { Collection, Index } from '../src/collection.ts'
import { Engine } from '../src/engine.ts'
import { MongoError } from '../src/errors.ts'
import { execute } from '../src/executor.ts'
import { keyPattern, sortKey } from '../src/key-pattern.ts'
import { encodeKey } from '../src/keys.ts'
import { parseFilter } from '../src/matcher.ts'
import { choosePlan, type Query } from '../src/planner.ts'
import { parseUpdate } from '../src/updater.ts'
import { type Doc, decode, doc, encode, type Value } from '../src/values.ts'
import type { Target, View } from '../src/views.ts'
import { collectionFaults } from './check-store.ts'
import { newPalette, type Random, random, randomDocument, randomFilter, randomUpdate } from './random.ts'
import { scratchDir } from './scratch.ts'

const SEED = Number(process.env.SEED ?? 20_261_121)
const ROUNDS = Number(process.env.ROUNDS ?? 6)
const PATHS = ['a', 'b', 'c', 'd', 'a.b', 'b.a', 'a.a', '_id']

/** Ignores only errors from operations that MongoDB also rejects, such as parallel arrays. */
function ignoreRejection(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof MongoError)) throw error
  }
}

function addIndexes(r: Random, engine: Engine, collection: Collection): void {
  for (let i = 0; i < 4; i++) {
    const key: Doc = new Map()
    for (let n = 1 + r.int(3); n > 0; n--) key.set(r.pick(PATHS), r.chance(0.5) ? 1 : -1)
    const spec = doc({ v: 2, key, name: `index${i}` })
    const kind = r.int(5)
    if (kind === 0) spec.set('sparse', true)
    if (kind === 1) ignoreRejection(() => spec.set('partialFilterExpression', partial(r)))
    engine.store.catalog.finishIndex(collection, engine.store.catalog.startIndex(collection, spec))
  }
}

function partial(r: Random): Doc {
  const path = r.pick(['a', 'b', 'c'])
  const value = r.pick(r.palette)
  const condition: Doc = new Map([
    r.pick<[string, Value]>([
      ['$exists', true],
      ['$gt', value],
      ['$eq', value],
      ['$lte', value],
    ]),
  ])
  const filter = new Map([[path, condition]])
  parseFilter(filter)
  return filter
}

function insert(target: Target, collection: Collection, document: Doc): void {
  ignoreRejection(() => target.change(collection, null, { raw: encode(document), document }))
}

function changeSome(r: Random, target: Target, collection: Collection): void {
  const query: Query = { collection, filter: parseFilter(anyFilter(r, collection)) }
  const rows = [...execute(target, query, choosePlan(target, query))].flat()
  for (const row of rows.slice(0, 10)) {
    ignoreRejection(() => {
      if (r.chance(0.2)) return target.change(collection, row, null)
      const id = decode(row.raw).get('_id') as Value
      const document = parseUpdate(randomUpdate(r), {}).apply(decode(row.raw), { insert: false, now: new Date(0) })
      document.set('_id', id)
      target.change(collection, row, { raw: encode(document), document })
    })
  }
}

/** Uses only a few values, so that ranges and equalities often match arrays, documents and missing fields. */
const small = (r: Random): Value => r.pick<Value>([0, 1, 2, 3, 'x', null])

function simpleValue(r: Random): Value {
  if (r.chance(0.25)) return small(r)
  if (r.chance(0.4)) return Array.from({ length: r.int(4) }, () => (r.chance(0.1) ? [small(r), small(r)] : small(r)))
  const inner = (): Doc => {
    const document: Doc = new Map()
    if (r.chance(0.8)) document.set('b', r.chance(0.3) ? [small(r), small(r)] : small(r))
    return r.chance(0.6) ? document.set('a', small(r)) : document
  }
  return r.chance(0.5) ? inner() : Array.from({ length: r.int(4) }, inner)
}

function simpleDocument(r: Random, id: Value): Doc {
  const document: Doc = new Map([['_id', id]])
  for (const name of ['a', 'b', 'c', 'd']) if (r.chance(0.8)) document.set(name, name < 'c' ? simpleValue(r) : small(r))
  return document
}

/** A filter that can use an index. Half of these filters use exactly the fields of one index. */
function simpleFilter(r: Random, indexes: readonly Index[], depth = 1): Doc {
  const filter: Doc = new Map()
  const paths = r.chance(0.5) ? r.pick(indexes).paths : Array.from({ length: 1 + r.int(3) }, () => r.pick(PATHS))
  for (const path of paths) if (r.chance(0.8)) filter.set(path, simpleCondition(r))
  if (depth > 0 && r.chance(0.3)) filter.set('$or', [simpleFilter(r, indexes, 0), simpleFilter(r, indexes, 0)])
  return filter
}

function simpleCondition(r: Random): Value {
  switch (r.int(8)) {
    case 0:
      return new Map([[r.pick(['$gt', '$gte']), small(r)]])
    case 1:
      return new Map<string, Value>([
        [r.pick(['$gt', '$gte']), r.int(4)],
        [r.pick(['$lt', '$lte']), r.int(4)],
      ])
    case 2:
      return new Map([['$in', Array.from({ length: r.int(4) }, () => small(r))]])
    case 3:
      return new Map([['$exists', r.chance(0.7)]])
    case 4:
      return new Map([
        [
          '$elemMatch',
          r.chance(0.5)
            ? new Map([['b', small(r)]])
            : new Map([
                ['$gt', r.int(3)],
                ['$lt', 3 + r.int(3)],
              ]),
        ],
      ])
    case 5:
      return new Map([['$elemMatch', new Map([['$elemMatch', new Map([['$gte', r.int(3)]])]])]])
    case 6:
      return r.chance(0.5) ? [small(r), small(r)] : new Map([['b', small(r)]])
    default:
      return small(r)
  }
}

function anyFilter(r: Random, collection: Collection): Doc {
  for (;;) {
    const filter = r.chance(0.7) ? simpleFilter(r, collection.indexes) : randomFilter(r)
    try {
      parseFilter(filter)
      return filter
    } catch (error) {
      if (!(error instanceof MongoError)) throw error
    }
  }
}

/** Compares every plan for a query with the collection scan. Rows with equal sort keys may be in any order. */
function compareAnswers(r: Random, view: View, collection: Collection, seed: number): number {
  const filter = anyFilter(r, collection)
  const sort = r.chance(0.5) ? keyPattern(Array.from({ length: 1 + r.int(3) }, () => [r.pick(PATHS), r.pick([1, -1])] as const)) : undefined
  const query: Query = { collection, filter: parseFilter(filter), sort }
  const ids = (rows: Iterable<readonly { raw: Uint8Array }[]>) =>
    [...rows].flat().map((row) => encodeKey([decode(row.raw).get('_id')]).toString('hex'))
  const scanned = new Set(ids(execute(view, { ...query, sort: undefined }, choosePlan(view, { ...query, sort: undefined, natural: 1 }))))
  const plans = [
    choosePlan(view, query),
    ...collection.indexes.filter((i) => !i.sparse && !i.partial).map((i) => choosePlan(view, { ...query, hint: i.name })),
  ]
  for (const plan of plans) {
    let rows: { raw: Uint8Array }[] = []
    let rejected = false
    try {
      rows = [...execute(view, query, plan)].flat()
    } catch (error) {
      if (!(error instanceof MongoError)) throw error
      rejected = true // The sort would use two arrays.
    }
    if (rejected) continue
    const label = `seed ${seed}, index ${plan.index?.name ?? 'none'}, filter ${JSON.stringify(plain(filter))}, sort ${JSON.stringify(sort)}`
    expect(rows.length, label).toBe(scanned.size)
    expect(new Set(ids([rows])), label).toEqual(scanned)
    if (!sort) continue
    const keys = rows.map((row) => sortKey(decode(row.raw), sort))
    for (let i = 1; i < keys.length; i++)
      expect(Buffer.compare(keys[i - 1]!, keys[i]!), `${label}: out of order at ${i}`).toBeLessThanOrEqual(0)
  }
  return plans.filter((p) => p.index || p.branches.length > 0).length
}

const plain = (v: unknown): unknown =>
  v instanceof Map
    ? Object.fromEntries([...v].map(([k, x]) => [k, plain(x)]))
    : Array.isArray(v)
      ? v.map(plain)
      : typeof v === 'bigint'
        ? `${v}n`
        : v

test('returns the same results from every index as from a collection scan', { timeout: ROUNDS * 12_000 }, async () => {
  const engine = new Engine({ dataDir: scratchDir() })
  let compared = 0
  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED + round
    const r = random(seed)
    newPalette(r)
    const collection = engine.store.catalog.create('random', `r${round}`)
    addIndexes(r, engine, collection)
    for (let i = 0; i < 60; i++) insert(engine.latest, collection, i % 3 || round % 2 ? simpleDocument(r, i) : randomDocument(r, i))
    for (let i = 0; i < 25; i++) compared += compareAnswers(r, engine.latest, collection, seed)
    for (let i = 0; i < 8; i++) changeSome(r, engine.latest, collection)
    for (let i = 0; i < 25; i++) compared += compareAnswers(r, engine.latest, collection, seed)
    await engine.store.committed()

    const session = engine.session(`random${round}`)
    const transaction = await engine.begin(session, 1)
    for (let i = 0; i < 8; i++) changeSome(r, transaction, collection)
    for (let i = 0; i < 10; i++) insert(transaction, collection, randomDocument(r, 1000 + i))
    for (let i = 0; i < 25; i++) compared += compareAnswers(r, transaction, collection, seed)
    transaction.commit()
    session.transaction = undefined
    await engine.store.committed()
    transaction.finish()
    for (let i = 0; i < 10; i++) compared += compareAnswers(r, engine.latest, collection, seed)
    expect([...collectionFaults(engine.store, collection)], `seed ${seed}`).toEqual([])
    engine.store.catalog.drop(collection)
  }
  engine.stop()
  // Fails if the generator produces too few queries that can use an index.
  expect(compared).toBeGreaterThan(ROUNDS * 100)
})
