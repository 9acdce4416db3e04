/**
 * Runs semantics tables: what MongoDB answers, case by case, through the real driver. They run against the embedded
 * engine, or, with MONGODB_URI set, against the server it names (a replica set), where each failing test is a difference
 * between MongoDB and the table.
 *
 * A table is data. `<c>` in any string of a case stands for the case's own collection, `<d>` for the database, so that
 * every case works on collections of its own. Expected documents are compared with all their BSON types.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, EJSON, serialize } from 'bson'
import { type Collection, type Db, type Document, type FindOptions, MongoClient, MongoServerError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedMongo } from '../../src/index.ts'

type Docs = readonly Document[]

/** What the server must refuse with: MongoDB's code (or one of several), a part of its message, further fields such as keyPattern. */
export interface Failure {
  readonly code: number | readonly number[]
  readonly message?: string | RegExp
  readonly fields?: Document
}

interface Common {
  /** The fact that the case states; short and unique in its table. */
  readonly name: string
  /** Why a real MongoDB answers differently (it can do what the embedded engine refuses); the case is then left out there. */
  readonly embeddedOnly?: string
  /** The collection's documents at the start; without them it does not exist unless `indexes` makes it. */
  readonly docs?: Docs
  /** Documents of other collections, by name, such as `{ '<c>.items': [...] }`. */
  readonly others?: Readonly<Record<string, Docs>>
  /** Index specifications made before the documents; a name is made up as the driver does. */
  readonly indexes?: Docs
  /** Commands that must succeed first, after indexes and documents. */
  readonly before?: Docs
  readonly error?: Failure
  /** All documents of the collection at the end, by rising `_id`; for other collections, `othersAfter`. */
  readonly after?: Docs
  readonly othersAfter?: Readonly<Record<string, Docs>>
}

export interface FindCase extends Common {
  readonly find: Document
  readonly options?: FindOptions
  /** The `_id`s found: in this order when the case sorts, else in any. */
  readonly ids?: readonly unknown[]
  /** The documents found, complete; order as for `ids`. */
  readonly gives?: Docs
  /** What explain says: the stage that reads, and how much it reads. */
  readonly plan?: {
    readonly stage: 'IXSCAN' | 'COLLSCAN'
    readonly index?: string
    readonly keys?: number
    readonly docs?: number
    /** Whether the documents are sorted in memory. */
    readonly sorts?: boolean
  }
}

export interface UpdateCase extends Common {
  readonly update: Document | Docs
  readonly filter?: Document
  /** Fields of the statement: multi, upsert, arrayFilters, hint, collation. */
  readonly options?: Document
  readonly let?: Document
  /** Counters of the answer: documents matched (or inserted), documents changed, the `_id` of an upsert. */
  readonly n?: number
  readonly modified?: number
  readonly upserted?: unknown
}

export interface AggregateCase extends Common {
  readonly aggregate: Docs
  readonly options?: Document
  readonly gives?: Docs
  /** Set when the pipeline does not fix the order of its documents. */
  readonly anyOrder?: boolean
}

export interface CommandCase extends Common {
  readonly command: Document
  /** The database asked, when not the test's own. */
  readonly on?: string
  /** Fields of the answer by dotted path: a value to equal with its types, a pattern for text, or a predicate. */
  readonly gives?: Readonly<Record<string, unknown>>
}

/** A collection as scripts write it: the driver's own type would allow ObjectIds only. */
export type Stored = Collection<Document & { _id: number | string }>

/** For what takes several steps, such as cursors and transactions; `gives` is compared with what it returns. */
export interface ScriptCase extends Common {
  readonly script: (env: { client: MongoClient; db: Db; coll: Stored }) => Promise<unknown>
  readonly gives?: unknown
}

export type Case = FindCase | UpdateCase | AggregateCase | CommandCase | ScriptCase

export interface Table {
  readonly name: string
  readonly cases: readonly Case[]
}

export function table(name: string, cases: readonly Case[]): Table {
  const names = new Set<string>()
  for (const c of cases) {
    if (names.has(c.name)) throw new Error(`two cases of table ${name} are called "${c.name}"`)
    names.add(c.name)
  }
  return { name, cases }
}

export const fails = (code: Failure['code'], message?: string | RegExp, fields?: Document): Failure => ({
  code,
  ...(message === undefined ? {} : { message }),
  ...(fields === undefined ? {} : { fields }),
})

const isFailure = (v: readonly unknown[] | Failure): v is Failure => !Array.isArray(v)

/** Dense find cases over the same documents: name, filter, the `_id`s found (or the refusal). */
export const finding = (docs: Docs, rows: readonly (readonly [string, Document, readonly unknown[] | Failure])[]): FindCase[] =>
  rows.map(([name, find, want]) => ({ name, docs, find, ...(isFailure(want) ? { error: want } : { ids: want }) }))

/** Predicates for `gives` of a command. */
export const is = (n: number) => (v: unknown) => Number(v) === n
export const absent = (v: unknown) => v === undefined

/** Marks refusals of things that a real MongoDB supports. */
export const refused = <T extends Case>(why: string, cases: readonly T[]): T[] => cases.map((c) => ({ ...c, embeddedOnly: why }))

const READING = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const

/** Any value as canonical extended JSON: readable, and different wherever the BSON types differ. */
const canonical = (v: unknown): string =>
  v === undefined ? 'nothing' : EJSON.stringify(deserialize(serialize({ v }), READING).v, undefined, 1, { relaxed: false })

const isPlain = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && Object.getPrototypeOf(v) === Object.prototype

/** Puts the case's collection and the database in the place of `<c>` and `<d>`, wherever they stand. */
function fill<T>(v: T, names: { c: string; d: string }): T {
  const go = (x: unknown): unknown => {
    if (typeof x === 'string') return x.replaceAll('<c>', names.c).replaceAll('<d>', names.d)
    if (Array.isArray(x)) return x.map(go)
    if (x instanceof Map) return new Map([...x].map(([k, value]) => [go(k), go(value)]))
    if (isPlain(x)) return Object.fromEntries(Object.entries(x).map(([k, value]) => [go(k), go(value)]))
    return x
  }
  return go(v) as T
}

const indexName = (key: Iterable<readonly [string, unknown]>) => [...key].map(([path, kind]) => `${path}_${kind}`).join('_')
const entriesOf = (key: Document): [string, unknown][] => (key instanceof Map ? [...key] : Object.entries(key))

/** The refusal in a thrown error or in an answer's first write error; undefined when there is none. */
function refusalIn(v: unknown): { code: number; message: string; fields: Document } | undefined {
  if (v instanceof MongoServerError) return { code: Number(v.code), message: v.message, fields: { ...v, ...v.errorResponse } }
  const first = isPlain(v) && Array.isArray(v.writeErrors) ? v.writeErrors[0] : undefined
  return first && { code: Number(first.code), message: String(first.errmsg), fields: first }
}

const at = (v: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (x, part) => (Array.isArray(x) ? (part === 'length' ? x.length : x[Number(part)]) : isPlain(x) ? x[part] : undefined),
      v,
    )

function compareFields(actual: unknown, wanted: Readonly<Record<string, unknown>>): void {
  for (const [path, want] of Object.entries(wanted)) {
    const got = at(actual, path)
    if (want instanceof RegExp) expect(String(got), path).toMatch(want)
    else if (typeof want === 'function') expect(want(got), `${path}: ${canonical(got)}`).toBe(true)
    else expect(canonical(got), path).toBe(canonical(want))
  }
}

/** Documents as text, sorted by that text where the order is not part of the case. */
function compareList(actual: readonly unknown[], wanted: readonly unknown[], ordered: boolean): void {
  const texts = [actual, wanted].map((list) => list.map(canonical)) as [string[], string[]]
  if (!ordered) for (const list of texts) list.sort()
  expect(texts[0].join('\n')).toBe(texts[1].join('\n'))
}

/** All stages of an explained plan, from the root down. */
function stagesOf(plan: unknown): Document[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf)
  if (!isPlain(plan)) return []
  return [...('stage' in plan ? [plan] : []), ...Object.values(plan).flatMap(stagesOf)]
}

/** Makes one test of every case. Call it once per test file: it starts the server. @param every of so many cases the first alone; 1: all of them */
export function run(every: number, ...tables: readonly Table[]): void {
  const uri = process.env.MONGODB_URI
  const database = `semantics_${process.pid}_${Date.now().toString(36)}`
  let embedded: { uri: string; stop(): Promise<void>; dataDir: string } | undefined
  let client: MongoClient
  let count = 0

  beforeAll(async () => {
    if (!uri) {
      const dataDir = await mkdtemp(join(tmpdir(), 'reelfair-semantics-'))
      embedded = { ...(await startEmbeddedMongo({ dataDir, quiet: true })), dataDir }
    }
    client = new MongoClient(uri ?? (embedded?.uri as string), { ...READING, maxPoolSize: 5 })
    await client.connect()
  })

  afterAll(async () => {
    await client?.db(database).dropDatabase()
    await client?.close()
    await embedded?.stop()
    if (embedded) await rm(embedded.dataDir, { recursive: true })
  })

  async function prepare(c: Case, db: Db, coll: string): Promise<void> {
    if (c.indexes) {
      const indexes = c.indexes.map((index) => ({ name: indexName(entriesOf(index.key)), ...index }))
      await db.command({ createIndexes: coll, indexes })
    }
    for (const [name, docs] of Object.entries({ ...(c.docs ? { [coll]: c.docs } : {}), ...c.others })) {
      if (docs.length > 0) expect(refusalIn(await db.command({ insert: name, documents: docs })), 'a document was refused').toBeUndefined()
      else if (!c.indexes) await db.createCollection(name)
    }
    for (const command of c.before ?? []) expect(refusalIn(await db.command(command)), 'a command of `before` failed').toBeUndefined()
  }

  async function findAll(db: Db, coll: string, c: FindCase): Promise<void> {
    const { find, options, plan } = c
    const cursor = db.collection(coll).find(find, options)
    const docs = await cursor.toArray()
    const ordered = options?.sort !== undefined
    if (c.ids) {
      compareList(
        docs.map((d) => d._id),
        c.ids,
        ordered,
      )
    }
    if (c.gives) compareList(docs, c.gives, ordered)
    if (!plan) return
    const explained = await db.collection(coll).find(find, options).explain('executionStats')
    const stages = stagesOf(explained.queryPlanner.winningPlan)
    const names = stages.map((s) => String(s.stage))
    expect(names).toContain(plan.stage)
    if (plan.index) expect(stages.map((s) => s.indexName)).toContain(plan.index)
    if (plan.sorts !== undefined) expect(names.includes('SORT')).toBe(plan.sorts)
    if (plan.keys !== undefined) expect(Number(explained.executionStats.totalKeysExamined), 'keys examined').toBe(plan.keys)
    if (plan.docs !== undefined) expect(Number(explained.executionStats.totalDocsExamined), 'documents examined').toBe(plan.docs)
  }

  async function update(db: Db, coll: string, c: UpdateCase): Promise<unknown> {
    const statement = { q: c.filter ?? {}, u: c.update, ...c.options }
    const answer = await db.command({ update: coll, updates: [statement], ...(c.let ? { let: c.let } : {}) }, READING)
    if (c.n !== undefined) expect(Number(answer.n), 'n').toBe(c.n)
    if (c.modified !== undefined) expect(Number(answer.nModified), 'nModified').toBe(c.modified)
    if ('upserted' in c) expect(canonical(answer.upserted?.[0]?._id), 'upserted').toBe(canonical(c.upserted))
    return answer
  }

  /** Does what the case says and compares; returns the answer, which may hold a refusal. */
  async function perform(c: Case, db: Db, coll: string): Promise<unknown> {
    if ('find' in c) return findAll(db, coll, c)
    if ('update' in c) return update(db, coll, c)
    if ('aggregate' in c) {
      const docs = await db
        .collection(coll)
        .aggregate([...c.aggregate], c.options)
        .toArray()
      if (c.gives) compareList(docs, c.gives, !c.anyOrder)
      return docs
    }
    if ('command' in c) {
      const answer = await (c.on ? client.db(c.on) : db).command(c.command, READING)
      if (c.gives) compareFields(answer, c.gives)
      return answer
    }
    const result = await c.script({ client, db, coll: db.collection(coll) })
    if ('gives' in c) expect(canonical(result)).toBe(canonical(c.gives))
    return result
  }

  async function check(raw: Case): Promise<void> {
    const coll = `c${++count}`
    const c = fill(raw, { c: coll, d: database })
    const db = client.db(database)
    await prepare(c, db, coll)
    const answer = await perform(c, db, coll).catch((error: unknown) => {
      if (!refusalIn(error)) throw error
      return error
    })
    const refusal = refusalIn(answer)
    if (!c.error) expect(refusal && `${refusal.code}: ${refusal.message}`, 'refused').toBeUndefined()
    else if (!refusal) expect.fail(`not refused; MongoDB's code is ${c.error.code}. Answer: ${canonical(answer)}`)
    else {
      if (typeof c.error.code === 'number') expect(refusal.code, refusal.message).toBe(c.error.code)
      else expect(c.error.code, refusal.message).toContain(refusal.code)
      if (c.error.message instanceof RegExp) expect(refusal.message).toMatch(c.error.message)
      else if (!refusal.message.includes(c.error.message ?? '')) expect(refusal.message).toBe(c.error.message)
      if (c.error.fields) compareFields(refusal.fields, c.error.fields)
    }
    const after = { ...(c.after ? { [coll]: c.after } : {}), ...c.othersAfter }
    for (const [name, docs] of Object.entries(after)) compareList(await db.collection(name).find().sort({ _id: 1 }).toArray(), docs, true)
  }

  for (const { name, cases } of tables) {
    describe(name, () => {
      for (const c of cases.filter((_, at) => at % every === 0)) {
        test(c.name, async (context) => {
          if (uri && c.embeddedOnly) context.skip(c.embeddedOnly)
          await check(c)
          if (count % 25 === 0) await client.db(database).dropDatabase()
        })
      }
    })
  }
}
