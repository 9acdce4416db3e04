/** A collection of one service: its shape, its indexes and the few verbs that stores need. */
import { type ErrorCode, refuse } from '@reelfair/contracts'
import type { Connection, mongo } from 'mongoose'
import type { z } from 'zod'
import type { Scope, Tx } from '../service.ts'
import type { IndexSpec } from './collection-spec.ts'
import { type Filter, type IndexKeys, serves, toKeys, toQuery } from './filter.ts'
import { cursorAfter, cursorOf } from './paging.ts'
import { type FieldsOf, type Shape, schemaOf } from './shape.ts'
import { gather, identityMapOf, inTurn, type Row } from './unit-of-work.ts'

/** A document as it is read: its fields, its id, and how often it was written. */
export type DocumentOf<Fields> = Readonly<Fields & { id: string; version: number }>

/**
 * The type of a collection's documents.
 * @example type Signup = Stored<typeof signups>
 */
export type Stored<C> = C extends Collection<infer Fields> ? DocumentOf<Fields> : never

interface IndexOptions<Fields> {
  /** Only documents that match it are in the index. */
  readonly where?: Filter<Fields>
}

interface FindOptions<Fields> {
  /** 1 to 1,000. */
  readonly limit: number
  readonly sort?: IndexKeys<Fields>
}

interface PageOptions<Fields> {
  /** One key; equal ones are told apart by `id`. An index must end in this key and `id`, in one direction. */
  readonly sort: IndexKeys<Fields>
  /** 1 to 100. */
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

const MAX_FOUND = 1_000
const MAX_PAGE = 100

/**
 * Made by `defineCollection`: reads with `ctx` or `tx`, writes with `tx`. `save` and `remove` refuse with `conflict` when the document was changed since
 * it was read; a breach of a unique index is the refusal that the index is named by, and may come only from the end of `transact`.
 * @example const signup = found(await signups.byId(tx, id)); await signups.save(tx, { ...signup, state: 'paid' })
 */
export class Collection<Fields> {
  readonly name: string
  readonly indexes: IndexSpec[] = []
  readonly #schema: z.ZodObject
  readonly #native = new WeakMap<Connection, mongo.Collection<Row>>()

  constructor(name: string, schema: z.ZodObject) {
    this.name = name
    this.#schema = schema
  }

  /**
   * No two documents with the same keys. A breach refuses with `code` if the error table has it, and with `conflict` otherwise.
   * @example .unique('already_signed_up', { campaignId: 1, creatorId: 1 })
   */
  unique(code: ErrorCode | (string & {}), keys: IndexKeys<Fields>, options: IndexOptions<Fields> = {}): this {
    const where = options.where ? { partialFilterExpression: toQuery(options.where) } : {}
    return this.#declare({ name: code, key: toKeys(keys), unique: true, ...where })
  }

  /**
   * A way to find documents; every query needs one. With `expireAfterSeconds` a document is removed that long after the date in its one key.
   * @example .index({ creatorId: 1, createdAt: -1, id: -1 })
   */
  index(keys: IndexKeys<Fields>, options: IndexOptions<Fields> & { readonly expireAfterSeconds?: number } = {}): this {
    const key = toKeys(keys)
    const name = Object.entries(key).flat().join('_')
    const where = options.where ? { partialFilterExpression: toQuery(options.where) } : {}
    const expiry = options.expireAfterSeconds === undefined ? {} : { expireAfterSeconds: options.expireAfterSeconds }
    return this.#declare({ name, key, ...where, ...expiry })
  }

  #declare(spec: IndexSpec): this {
    if (this.indexes.some((other) => other.name === spec.name))
      throw new Error(`the collection ${this.name} has two indexes named ${spec.name}`)
    this.indexes.push(spec)
    return this
  }

  /** The driver's own collection, for what the verbs do not say (an aggregation); reads only, and inside a transaction pass `session`. */
  native(connection: Connection): mongo.Collection<Row> {
    const known = this.#native.get(connection)
    if (known) return known
    const native = connection.getClient().db(connection.name).collection<Row>(this.name)
    this.#native.set(connection, native)
    return native
  }

  // —— reading ——

  /** Inside a transaction, reads each document at most once, and returns its own writes. */
  async byId(scope: Scope, id: string): Promise<DocumentOf<Fields> | undefined> {
    const [found] = await this.byIds(scope, [id])
    return found
  }

  /**
   * Returns the documents that exist, in the order of `ids`, without repeats. Inside a transaction, reads each at most once.
   * @param ids at most 1,000
   * @throws RangeError for more
   * @example const found = await accounts.byIds(tx, [hold.id, credits.id])
   */
  async byIds(scope: Scope, ids: readonly string[]): Promise<DocumentOf<Fields>[]> {
    if (ids.length > MAX_FOUND) throw new RangeError(`byIds takes at most ${MAX_FOUND} ids of ${this.name}, not ${ids.length}`)
    const wanted = [...new Set(ids)]
    const known = scope.session ? identityMapOf(scope.session, this.name) : new Map<string, Row | null>()
    const missing = wanted.filter((id) => !known.has(id))
    if (missing.length > 0) {
      // The database has a shorter way to a single id.
      const query = { _id: missing.length === 1 && missing[0] ? missing[0] : { $in: missing } }
      const options = { limit: missing.length, batchSize: missing.length + 1 }
      const rows = await this.#read(scope, (native, session) => native.find(query, { ...options, ...session }).toArray(), missing)
      for (const id of missing) known.set(id, null)
      for (const row of rows) known.set(row._id, row)
    }
    return wanted.flatMap((id) => known.get(id) ?? []).map((row) => this.#stored(row))
  }

  /** The first that matches, or undefined. */
  async findOne(scope: Scope, filter: Filter<Fields>): Promise<DocumentOf<Fields> | undefined> {
    return this.#one(scope, toQuery(filter))
  }

  async find(scope: Scope, filter: Filter<Fields>, { limit, sort }: FindOptions<Fields>): Promise<DocumentOf<Fields>[]> {
    if (!(limit >= 1 && limit <= MAX_FOUND)) throw new RangeError(`find takes 1 to ${MAX_FOUND} documents of ${this.name}, not ${limit}`)
    return this.#many(scope, toQuery(filter), limit, sort && toKeys(sort))
  }

  /**
   * One page of a list, as contracts' `Page`. Documents that come or go meanwhile never make it skip or repeat another one.
   * @throws Refusal `invalid_input` for a cursor that is none
   * @example campaigns.page(ctx, { brandId }, { sort: { createdAt: -1 }, limit: 20, cursor })
   */
  async page(
    scope: Scope,
    filter: Filter<Fields>,
    { sort, limit, cursor }: PageOptions<Fields>,
  ): Promise<{ items: DocumentOf<Fields>[]; next?: string }> {
    if (!(limit >= 1 && limit <= MAX_PAGE)) throw new RangeError(`a page has 1 to ${MAX_PAGE} documents, not ${limit}`)
    const [[key, direction] = ['_id', 1] as const, ...more] = Object.entries(toKeys(sort)) as [string, 1 | -1][]
    if (more.length > 0) throw new Error(`a page is sorted by one key, and then by id`)
    const order: Record<string, 1 | -1> = { [key]: direction, _id: direction }
    const query = toQuery(filter)
    if (key !== '_id' && !this.indexes.some((index) => serves(index.key, query, order))) {
      throw new Error(`no index of ${this.name} ends in { ${key}: ${direction}, id: ${direction} } after what the filter fixes`)
    }
    const after = cursor === undefined ? undefined : cursorAfter(cursor, key, direction)
    const found = await this.#many(scope, after ? { $and: [query, after] } : query, limit + 1, order)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return found.length > limit && last ? { items, next: cursorOf(last, key) } : { items }
  }

  /** How many match, counted no further than `atMost`. */
  async count(scope: Scope, filter: Filter<Fields>, atMost: number): Promise<number> {
    return this.#read(scope, (native, session) => native.countDocuments(toQuery(filter), { limit: atMost, ...session }))
  }

  /**
   * How the database would find them, for tests: the names of its stages, such as `FETCH IXSCAN`; `COLLSCAN` means that an index is missing.
   * @example expect(await signups.explain(ctx, { creatorId })).not.toContain('COLLSCAN')
   */
  async explain(scope: Scope, filter: Filter<Fields>, sort?: IndexKeys<Fields>): Promise<string> {
    const native = this.native(scope.connection)
    const plan = await native
      .find(toQuery(filter))
      .sort(sort ? toKeys(sort) : {})
      .explain('queryPlanner')
    return [...JSON.stringify(plan.queryPlanner.winningPlan).matchAll(/"stage":"(\w+)"/g)].map((match) => match[1]).join(' ')
  }

  async #one(scope: Scope, query: mongo.Document): Promise<DocumentOf<Fields> | undefined> {
    const row = await this.#read(scope, (native, session) => native.findOne(query, session))
    if (row) this.#remember(scope, [row])
    return row ? this.#stored(row) : undefined
  }

  async #many(scope: Scope, query: mongo.Document, limit: number, sort?: Record<string, 1 | -1>): Promise<DocumentOf<Fields>[]> {
    const options = { limit, batchSize: limit + 1, ...(sort ? { sort } : {}) }
    const rows = await this.#read(scope, (native, session) => native.find(query, { ...options, ...session }).toArray())
    this.#remember(scope, rows)
    return rows.map((row) => this.#stored(row))
  }

  #remember({ session }: Scope, rows: readonly Row[]): void {
    if (session) for (const row of rows) identityMapOf(session, this.name).set(row._id, row)
  }

  async #read<T>(
    scope: Scope,
    work: (native: mongo.Collection<Row>, session: { session?: mongo.ClientSession }) => Promise<T>,
    ids?: readonly string[],
  ): Promise<T> {
    const native = this.native(scope.connection)
    const { session } = scope
    return session ? inTurn(session, this.name, () => work(native, { session }), ids) : work(native, {})
  }

  // —— writing ——

  /**
   * Adds a document, at version 1 unless it has another.
   * @throws Refusal with the code of the unique index that it breaches, here or when the transaction ends: writes are sent together
   */
  async insert(tx: Tx, document: Readonly<Fields & { id: string; version?: number }>): Promise<DocumentOf<Fields>> {
    const row = this.#row({ version: 1, ...document })
    await gather(tx.session, this.native(tx.connection), { insertOne: { document: row } })
    return this.#stored(row)
  }

  /**
   * Replaces a document by what it has become and raises its version.
   * @param changes how many changes it went through since it was read: so much the version rises
   * @throws Refusal `conflict` if it is gone or was changed since it was read, here or when the transaction ends
   */
  async save(tx: Tx, document: DocumentOf<Fields>, changes = 1): Promise<DocumentOf<Fields>> {
    return this.#replace(tx, document, this.#row({ ...document, version: document.version + changes }))
  }

  /** As `save`, without checking the shape: a queue has to be able to claim a document that breaks it, and set it aside. */
  async saveUnchecked(tx: Tx, { id, ...fields }: DocumentOf<Fields>): Promise<DocumentOf<Fields>> {
    const document = { id, ...fields } as DocumentOf<Fields>
    return this.#replace(tx, document, { ...fields, _id: id, version: document.version + 1 })
  }

  async #replace(tx: Tx, { id, version }: DocumentOf<Fields>, row: Row): Promise<DocumentOf<Fields>> {
    await gather(tx.session, this.native(tx.connection), { replaceOne: { filter: { _id: id, version }, replacement: row } })
    return this.#stored(row)
  }

  /**
   * Removes a document as it was read.
   * @throws Refusal `conflict` if it is gone or was changed since, here or when the transaction ends
   */
  async remove(tx: Tx, document: { readonly id: string; readonly version: number }): Promise<void> {
    await gather(tx.session, this.native(tx.connection), { deleteOne: { filter: { _id: document.id, version: document.version } } })
  }

  /**
   * The document that all contenders for something write, so that the database lets one after the other through; made from `initial` if there is none.
   * @example const active = await activeSignups.lock(tx, creatorId, { count: 0 })
   */
  async lock(tx: Tx, id: string, initial: Readonly<Fields>): Promise<DocumentOf<Fields>> {
    const { _id, version, ...fields } = this.#row({ ...initial, id, version: 1 })
    const update = { $inc: { version }, $setOnInsert: fields } as unknown as mongo.UpdateFilter<Row>
    const row = await inTurn(tx.session, this.name, () =>
      this.native(tx.connection).findOneAndUpdate({ _id }, update, { session: tx.session, upsert: true, returnDocument: 'after' }),
    )
    if (!row) throw new Error(`${this.name} ${id} was neither found nor made`)
    identityMapOf(tx.session, this.name).set(id, row)
    return this.#stored(row)
  }

  /**
   * Keeps a copy of what another service owns, with the owner's version: stored unless this version or a newer one is here.
   * @returns whether it was stored
   */
  async putNewer(tx: Tx, document: DocumentOf<Fields>): Promise<boolean> {
    const row = this.#row(document)
    const kept = await this.byId(tx, document.id)
    if (kept && kept.version >= document.version) return false
    const native = this.native(tx.connection)
    if (kept) await gather(tx.session, native, { replaceOne: { filter: { _id: row._id, version: kept.version }, replacement: row } })
    else await gather(tx.session, native, { insertOne: { document: row } })
    return true
  }

  #row(document: object): Row {
    const { id, ...fields } = this.#schema.parse(document) as { id: string; version: number }
    return { _id: id, ...fields }
  }

  #stored(row: Row): DocumentOf<Fields> {
    const document: Record<string, unknown> = { id: row._id }
    // One by one: taking the rest and spreading it copies a document twice, which takes twice as long.
    for (const field of Object.keys(row)) if (field !== '_id') document[field] = row[field]
    return document as unknown as DocumentOf<Fields>
  }
}

/**
 * Declares a collection. Every document also has `id` and `version`.
 * @param shape field → `String`, `Number`, `Boolean`, `Date` or any zod schema; checked at each write, and a misfit is a bug
 * @example
 * const signups = defineCollection('signups', { campaignId: Id, creatorId: Id, createdAt: Date })
 *   .unique('already_signed_up', { campaignId: 1, creatorId: 1 })
 *   .index({ creatorId: 1, createdAt: -1, id: -1 })
 */
export function defineCollection<S extends Shape>(name: string, shape: S): Collection<FieldsOf<S>> {
  if ('id' in shape || 'version' in shape) throw new Error(`the collection ${name} must not name id and version: every document has them`)
  return new Collection(name, schemaOf(shape))
}

/**
 * What was asked for, or the refusal that there is no such thing.
 * @throws Refusal `not_found`
 * @example const campaign = found(await campaigns.byId(tx, input.campaignId))
 */
export function found<T>(document: T | undefined): T {
  return document ?? refuse('not_found')
}
