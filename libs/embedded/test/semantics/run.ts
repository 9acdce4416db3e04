/**
 * Runs tables of MongoDB's expected behaviour through the real driver, against the embedded engine or the replica set
 * at MONGODB_URI. In every string of a case, `<c>` becomes the name of the case's collection and `<d>` the name of the
 * database. Comparisons of documents include their BSON types.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, EJSON, serialize } from 'bson'
import { type Collection, type Db, type Document, type FindOptions, MongoClient, MongoServerError } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedMongo } from '../../src/index.ts'

type Docs = readonly Document[]

/** The expected server error: its code or possible codes, part of its message, and fields such as keyPattern. */
export interface Failure {
  readonly code: number | readonly number[]
  readonly message?: string | RegExp
  readonly fields?: Document
}

interface Common {
  /** Describes the behaviour. Unique in its table. */
  readonly name: string
  /** Why MongoDB behaves differently. If set, the case is skipped on a real MongoDB. */
  readonly embeddedOnly?: string
  /** Initial documents. Without them, the collection does not exist unless `indexes` creates it. */
  readonly docs?: Docs
  /** Initial documents in other collections by name, such as `{ '<c>.items': [...] }`. */
  readonly others?: Readonly<Record<string, Docs>>
  /** Indexes to create before the documents. As in the driver, an index's key determines its default name. */
  readonly indexes?: Docs
  /** Setup commands, which run after the inserts and must succeed. */
  readonly before?: Docs
  readonly error?: Failure
  /** The collection's documents at the end, in ascending order of `_id`. */
  readonly after?: Docs
  /** Other collections' documents at the end, by collection name. */
  readonly othersAfter?: Readonly<Record<string, Docs>>
}

export interface FindCase extends Common {
  readonly find: Document
  readonly options?: FindOptions
  /** Expected `_id`s, in any order unless the case specifies a sort. */
  readonly ids?: readonly unknown[]
  /** Expected documents, in any order unless the case specifies a sort. */
  readonly returns?: Docs
  readonly plan?: {
    readonly stage: 'IXSCAN' | 'COLLSCAN'
    readonly index?: string
    readonly keys?: number
    readonly docs?: number
    readonly sorts?: boolean
  }
}

export interface UpdateCase extends Common {
  readonly update: Document | Docs
  readonly filter?: Document
  readonly options?: Document
  readonly let?: Document
  readonly n?: number
  readonly modified?: number
  readonly upserted?: unknown
}

export interface AggregateCase extends Common {
  readonly aggregate: Docs
  readonly options?: Document
  readonly returns?: Docs
  readonly anyOrder?: boolean
}

export interface CommandCase extends Common {
  readonly command: Document
  /** Database of the command. Defaults to the test database. */
  readonly on?: string
  /** Expected reply fields by dotted path: a value with its BSON types, a pattern for text, or a predicate. */
  readonly returns?: Readonly<Record<string, unknown>>
}

/** The driver's default type allows only ObjectIds as `_id`. */
export type Stored = Collection<Document & { _id: number | string }>

/** A case with several steps, such as a cursor or a transaction. `returns` is the script's expected result. */
export interface ScriptCase extends Common {
  readonly script: (env: { client: MongoClient; db: Db; coll: Stored }) => Promise<unknown>
  readonly returns?: unknown
}

export type Case = FindCase | UpdateCase | AggregateCase | CommandCase | ScriptCase

export interface Table {
  readonly name: string
  readonly cases: readonly Case[]
}

export function table(name: string, cases: readonly Case[]): Table {
  const names = new Set<string>()
  for (const c of cases) {
    if (names.has(c.name)) throw new Error(`duplicate case name in table ${name}: ${c.name}`)
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

/** Each row contains a name, a filter, and the expected `_id`s or error. All cases use the same documents. */
export const findCases = (docs: Docs, rows: readonly (readonly [string, Document, readonly unknown[] | Failure])[]): FindCase[] =>
  rows.map(([name, find, want]) => ({ name, docs, find, ...(isFailure(want) ? { error: want } : { ids: want }) }))

export const numberEquals = (n: number) => (v: unknown) => Number(v) === n
export const absent = (v: unknown) => v === undefined

/** Marks cases in which the embedded engine rejects a feature that MongoDB supports. */
export const embeddedOnly = <T extends Case>(why: string, cases: readonly T[]): T[] => cases.map((c) => ({ ...c, embeddedOnly: why }))

const READING = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const

/** Canonical extended JSON is readable and distinguishes all BSON types. */
const canonical = (v: unknown): string =>
  v === undefined ? 'nothing' : EJSON.stringify(deserialize(serialize({ v }), READING).v, undefined, 1, { relaxed: false })

const isPlain = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && Object.getPrototypeOf(v) === Object.prototype

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

/** Finds the server error in a thrown error or in a reply's first write error. */
function serverErrorIn(v: unknown): { code: number; message: string; fields: Document } | undefined {
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

/** Compares documents as text. Sorts the texts if the case does not specify an order. */
function compareList(actual: readonly unknown[], wanted: readonly unknown[], ordered: boolean): void {
  const texts = [actual, wanted].map((list) => list.map(canonical)) as [string[], string[]]
  if (!ordered) for (const list of texts) list.sort()
  expect(texts[0].join('\n')).toBe(texts[1].join('\n'))
}

function stagesOf(plan: unknown): Document[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesOf)
  if (!isPlain(plan)) return []
  return [...('stage' in plan ? [plan] : []), ...Object.values(plan).flatMap(stagesOf)]
}

async function prepare(c: Case, db: Db, coll: string): Promise<void> {
  if (c.indexes) {
    const indexes = c.indexes.map((index) => ({ name: indexName(entriesOf(index.key)), ...index }))
    await db.command({ createIndexes: coll, indexes })
  }
  for (const [name, docs] of Object.entries({ ...(c.docs ? { [coll]: c.docs } : {}), ...c.others })) {
    if (docs.length > 0) expect(serverErrorIn(await db.command({ insert: name, documents: docs })), 'insert failed').toBeUndefined()
    else if (!c.indexes) await db.createCollection(name)
  }
  for (const command of c.before ?? []) expect(serverErrorIn(await db.command(command)), 'setup command failed').toBeUndefined()
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
  if (c.returns) compareList(docs, c.returns, ordered)
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

/** Runs the case and checks its result. Returns the reply, which may contain a server error. */
async function perform(c: Case, client: MongoClient, db: Db, coll: string): Promise<unknown> {
  if ('find' in c) return findAll(db, coll, c)
  if ('update' in c) return update(db, coll, c)
  if ('aggregate' in c) {
    const docs = await db
      .collection(coll)
      .aggregate([...c.aggregate], c.options)
      .toArray()
    if (c.returns) compareList(docs, c.returns, !c.anyOrder)
    return docs
  }
  if ('command' in c) {
    const answer = await (c.on ? client.db(c.on) : db).command(c.command, READING)
    if (c.returns) compareFields(answer, c.returns)
    return answer
  }
  const result = await c.script({ client, db, coll: db.collection(coll) })
  if ('returns' in c) expect(canonical(result)).toBe(canonical(c.returns))
  return result
}

function checkError(c: Case, answer: unknown): void {
  const serverError = serverErrorIn(answer)
  if (!c.error) expect(serverError && `${serverError.code}: ${serverError.message}`, 'unexpected server error').toBeUndefined()
  else if (!serverError) expect.fail(`expected server error ${c.error.code}, received reply: ${canonical(answer)}`)
  else {
    if (typeof c.error.code === 'number') expect(serverError.code, serverError.message).toBe(c.error.code)
    else expect(c.error.code, serverError.message).toContain(serverError.code)
    if (c.error.message instanceof RegExp) expect(serverError.message).toMatch(c.error.message)
    else if (!serverError.message.includes(c.error.message ?? '')) expect(serverError.message).toBe(c.error.message)
    if (c.error.fields) compareFields(serverError.fields, c.error.fields)
  }
}

/**
 * Registers one test per case. Call this function only once per test file, because it starts the server.
 * @param every runs only every n-th case
 */
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

  async function check(raw: Case): Promise<void> {
    const coll = `c${++count}`
    const c = fill(raw, { c: coll, d: database })
    const db = client.db(database)
    await prepare(c, db, coll)
    const answer = await perform(c, client, db, coll).catch((error: unknown) => {
      if (!serverErrorIn(error)) throw error
      return error
    })
    checkError(c, answer)
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
