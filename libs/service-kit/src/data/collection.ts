import { type ErrorCode, refuse } from '@reelfair/contracts'
import type { Connection, mongo } from 'mongoose'
import type { z } from 'zod'
import type { Scope, Tx } from '../service.ts'
import type { IndexSpec } from './collection-spec.ts'
import { type Filter, type IndexKeys, providesOrder, toKeys, toQuery } from './filter.ts'
import { cursorAfter, cursorOf } from './paging.ts'
import { type FieldsOf, type Shape, schemaOf } from './shape.ts'
import type { Row } from './unit-of-work.ts'

export type DocumentOf<Fields> = Readonly<Fields & { id: string; version: number }>

/** @example type Signup = Stored<typeof signups> */
export type Stored<C> = C extends Collection<infer Fields> ? DocumentOf<Fields> : never

interface IndexOptions<Fields> {
  /** Restricts the index to matching documents. */
  readonly where?: Filter<Fields>
}

interface FindOptions<Fields> {
  readonly limit: number
  readonly sort?: IndexKeys<Fields>
}

interface EachOptions<Fields> {
  readonly by?: 'id' | (keyof Fields & string)
  readonly after?: string
  readonly batch?: number
}

interface PageOptions<Fields> {
  /** A single key, with `id` as the tie-breaker. An index must end in this key and `id`, in the same direction. */
  readonly sort: IndexKeys<Fields>
  readonly limit: number
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

const MAX_FOUND = 1_000
const MAX_PAGE = 100

/**
 * Reads accept `ctx` or `tx`; writes need `tx`. `save` and `remove` refuse with `conflict` when the document has
 * changed since the caller read it. A write that violates a unique index is refused with the index's code, possibly
 * only when `transact` ends.
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
   * Declares a unique index. A write that violates it is refused with `code` if the error table contains that code, and
   * otherwise with `conflict`.
   * @example .unique('already_signed_up', { campaignId: 1, creatorId: 1 })
   */
  unique(code: ErrorCode | (string & {}), keys: IndexKeys<Fields>, options: IndexOptions<Fields> = {}): this {
    const where = options.where ? { partialFilterExpression: toQuery(options.where) } : {}
    return this.#declare({ name: code, key: toKeys(keys), unique: true, ...where })
  }

  /**
   * Declares an index; every query needs one. The database removes a document `expireAfterSeconds` after the date in
   * the indexed field.
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
      throw new Error(`collection ${this.name} has two indexes named ${spec.name}`)
    this.indexes.push(spec)
    return this
  }

  /** The driver's collection, for tests and the bench. It bypasses schemas and transactions. */
  native(connection: Connection): mongo.Collection<Row> {
    const known = this.#native.get(connection)
    if (known) return known
    const native = connection.getClient().db(connection.name).collection<Row>(this.name)
    this.#native.set(connection, native)
    return native
  }

  // —— reading ——

  /** A transaction reads each document at most once and sees its own writes. */
  async byId(scope: Scope, id: string): Promise<DocumentOf<Fields> | undefined> {
    const [found] = await this.byIds(scope, [id])
    return found
  }

  /**
   * Returns existing documents in the order of `ids`, without duplicates.
   * @param ids at most 1,000
   * @throws RangeError for more than 1,000 ids
   * @example const found = await accounts.byIds(tx, [hold.id, credits.id])
   */
  async byIds(scope: Scope, ids: readonly string[]): Promise<DocumentOf<Fields>[]> {
    if (ids.length > MAX_FOUND) throw new RangeError(`byIds takes at most ${MAX_FOUND} ids of ${this.name}, not ${ids.length}`)
    const wanted = [...new Set(ids)]
    const known = scope.unit ? scope.unit.identityMap(this.name) : new Map<string, Row | null>()
    const missing = wanted.filter((id) => !known.has(id))
    if (missing.length > 0) {
      // The database looks up a single id faster than a one-element list.
      const query = { _id: missing.length === 1 && missing[0] ? missing[0] : { $in: missing } }
      const options = { limit: missing.length, batchSize: missing.length + 1 }
      const rows = await this.#read(scope, (native, session) => native.find(query, { ...options, ...session }).toArray(), missing)
      for (const id of missing) known.set(id, null)
      for (const row of rows) known.set(row._id, row)
    }
    return wanted.flatMap((id) => known.get(id) ?? []).map((row) => this.#stored(row))
  }

  async findOne(scope: Scope, filter: Filter<Fields>): Promise<DocumentOf<Fields> | undefined> {
    return this.#one(scope, toQuery(filter))
  }

  async find(scope: Scope, filter: Filter<Fields>, { limit, sort }: FindOptions<Fields>): Promise<DocumentOf<Fields>[]> {
    if (!(limit >= 1 && limit <= MAX_FOUND)) throw new RangeError(`find takes a limit of 1 to ${MAX_FOUND} for ${this.name}, not ${limit}`)
    return this.#many(scope, toQuery(filter), limit, sort && toKeys(sort))
  }

  /**
   * Returns one page of a list, as a `Page` (contracts). Concurrent inserts and removals never cause other documents to
   * be skipped or repeated.
   * @throws Refusal `invalid_input` for an invalid cursor
   * @example campaigns.page(ctx, { brandId }, { sort: { createdAt: -1 }, limit: 20, cursor })
   */
  async page(
    scope: Scope,
    filter: Filter<Fields>,
    { sort, limit, cursor }: PageOptions<Fields>,
  ): Promise<{ items: DocumentOf<Fields>[]; next?: string }> {
    if (!(limit >= 1 && limit <= MAX_PAGE)) throw new RangeError(`a page holds 1 to ${MAX_PAGE} documents, not ${limit}`)
    const [[key, direction] = ['_id', 1] as const, ...more] = Object.entries(toKeys(sort)) as [string, 1 | -1][]
    if (more.length > 0) throw new Error(`a page must be sorted by one key and then by id`)
    const order: Record<string, 1 | -1> = { [key]: direction, _id: direction }
    const query = toQuery(filter)
    if (key !== '_id' && !this.indexes.some((index) => providesOrder(index.key, query, order))) {
      throw new Error(`no index of ${this.name} ends in { ${key}: ${direction}, id: ${direction} } after the fields fixed by the filter`)
    }
    const after = cursor === undefined ? undefined : cursorAfter(cursor, key, direction)
    const found = await this.#many(scope, after ? { $and: [query, after] } : query, limit + 1, order)
    const items = found.slice(0, limit)
    const last = items.at(-1)
    return found.length > limit && last ? { items, next: cursorOf(last, key) } : { items }
  }

  /**
   * Yields every match in the order of `by`, reading `batch` documents at a time to bound memory use. An index must
   * cover the filter fields followed by `by`.
   * @param options.by a unique string field. Default: the id
   * @param options.after yields only documents with greater values
   * @example for await (const entry of entries.each(ctx, { brandId })) …
   */
  async *each(
    scope: Scope,
    filter: Filter<Fields> = {} as Filter<Fields>,
    { by = 'id', after = '', batch = MAX_FOUND }: EachOptions<Fields> = {},
  ): AsyncGenerator<DocumentOf<Fields>> {
    const query = toQuery(filter)
    const key = by === 'id' ? '_id' : by
    for (let last = after; ; ) {
      const found = await this.#many(scope, { $and: [query, { [key]: { $gt: last } }] }, batch, { [key]: 1 })
      yield* found
      const final = found.at(-1)
      if (!final || found.length < batch) return
      last = String(final[by as keyof typeof final])
    }
  }

  /** Counts up to `atMost` matches. */
  async count(scope: Scope, filter: Filter<Fields>, atMost: number): Promise<number> {
    return this.#read(scope, (native, session) => native.countDocuments(toQuery(filter), { limit: atMost, ...session }))
  }

  /** The pipeline uses stored names, such as `_id`. */
  async aggregate<Result extends mongo.Document>(scope: Scope, pipeline: mongo.Document[]): Promise<Result[]> {
    return this.#read(scope, (native, options) => native.aggregate<Result>(pipeline, options).toArray())
  }

  /**
   * Returns the stages of the query plan for tests, such as `FETCH IXSCAN`; `COLLSCAN` means that an index is missing.
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

  #remember({ unit }: Scope, rows: readonly Row[]): void {
    if (unit) for (const row of rows) unit.identityMap(this.name).set(row._id, row)
  }

  async #read<T>(
    scope: Scope,
    work: (native: mongo.Collection<Row>, options: { readonly session?: mongo.ClientSession }) => Promise<T>,
    ids?: readonly string[],
  ): Promise<T> {
    const native = this.native(scope.connection)
    const { unit } = scope
    return unit ? unit.run(this.name, (options) => work(native, options), ids) : work(native, {})
  }

  // —— writing ——

  /**
   * Inserts at version 1 unless the document already has a version.
   * @throws Refusal with the code of a violated unique index, here or when the transaction ends
   */
  async insert(tx: Tx, document: Readonly<Fields & { id: string; version?: number }>): Promise<DocumentOf<Fields>> {
    const row = this.#row({ version: 1, ...document })
    await tx.unit.write(this.native(tx.connection), { insertOne: { document: row } })
    return this.#stored(row)
  }

  /**
   * Increments the version.
   * @throws Refusal `conflict` if the document has been changed or removed since the caller read it, here or at the end
   *   of the transaction
   */
  async save(tx: Tx, document: DocumentOf<Fields>): Promise<DocumentOf<Fields>> {
    return this.#replace(tx, document, this.#row({ ...document, version: document.version + 1 }))
  }

  /** Like `save`, but without validation, so that a queue can also set aside a document with an invalid shape. */
  async saveUnchecked(tx: Tx, { id, ...fields }: DocumentOf<Fields>): Promise<DocumentOf<Fields>> {
    const document = { id, ...fields } as DocumentOf<Fields>
    return this.#replace(tx, document, { ...fields, _id: id, version: document.version + 1 })
  }

  async #replace(tx: Tx, { id, version }: DocumentOf<Fields>, row: Row): Promise<DocumentOf<Fields>> {
    await tx.unit.write(this.native(tx.connection), { replaceOne: { filter: { _id: id, version }, replacement: row } })
    return this.#stored(row)
  }

  /**
   * @throws Refusal `conflict` if the document has been changed or removed since the caller read it, here or at the end
   *   of the transaction
   */
  async remove(tx: Tx, document: { readonly id: string; readonly version: number }): Promise<void> {
    await tx.unit.write(this.native(tx.connection), { deleteOne: { filter: { _id: document.id, version: document.version } } })
  }

  /**
   * Removes up to `limit` matching documents.
   * @returns how many; fewer than `limit` if none are left
   * @throws Refusal as `remove`
   * @example await links.removeSome(tx, { userId }, { limit: 100 })
   */
  async removeSome(tx: Tx, filter: Filter<Fields>, options: FindOptions<Fields>): Promise<number> {
    const some = await this.find(tx, filter, options)
    for (const one of some) await this.remove(tx, one)
    return some.length
  }

  /**
   * Locks a document by writing it, so that the database serializes all contenders. Creates a missing document from
   * `initial`.
   * @example const active = await activeSignups.lock(tx, creatorId, { count: 0 })
   */
  async lock(tx: Tx, id: string, initial: Readonly<Fields>): Promise<DocumentOf<Fields>> {
    const { _id, version, ...fields } = this.#row({ ...initial, id, version: 1 })
    const update = { $inc: { version }, $setOnInsert: fields } as unknown as mongo.UpdateFilter<Row>
    const row = await tx.unit.run(this.name, ({ session }) =>
      this.native(tx.connection).findOneAndUpdate({ _id }, update, { session, upsert: true, returnDocument: 'after' }),
    )
    if (!row) throw new Error(`${this.name} ${id} was neither found nor created`)
    tx.unit.identityMap(this.name).set(id, row)
    return this.#stored(row)
  }

  /**
   * Stores a copy of another service's document, with the owner's version number, unless the stored version is the same
   * or newer.
   * @returns whether the copy was stored
   */
  async putNewer(tx: Tx, document: DocumentOf<Fields>): Promise<boolean> {
    const row = this.#row(document)
    const kept = await this.byId(tx, document.id)
    if (kept && kept.version >= document.version) return false
    const native = this.native(tx.connection)
    if (kept) await tx.unit.write(native, { replaceOne: { filter: { _id: row._id, version: kept.version }, replacement: row } })
    else await tx.unit.write(native, { insertOne: { document: row } })
    return true
  }

  #row(document: object): Row {
    const { id, ...fields } = this.#schema.parse(document) as { id: string; version: number }
    return { _id: id, ...fields }
  }

  #stored(row: Row): DocumentOf<Fields> {
    const document: Record<string, unknown> = { id: row._id }
    // Rest and spread syntax copies the document twice and takes twice as long as this loop.
    for (const field of Object.keys(row)) if (field !== '_id') document[field] = row[field]
    return document as unknown as DocumentOf<Fields>
  }
}

/**
 * Declares a collection. Every document also has `id` and `version`.
 * @param shape maps each field to `String`, `Number`, `Boolean`, `Date` or a zod schema, which checks every write
 * @example
 * const signups = defineCollection('signups', { campaignId: Id, creatorId: Id, createdAt: Date })
 *   .unique('already_signed_up', { campaignId: 1, creatorId: 1 })
 *   .index({ creatorId: 1, createdAt: -1, id: -1 })
 */
export function defineCollection<S extends Shape>(name: string, shape: S): Collection<FieldsOf<S>> {
  if ('id' in shape || 'version' in shape) throw new Error(`collection ${name} must not declare id or version: every document has them`)
  return new Collection(name, schemaOf(shape))
}

/**
 * Returns the document.
 * @throws Refusal `not_found` if it is missing
 * @example const campaign = found(await campaigns.byId(tx, input.campaignId))
 */
export function found<T>(document: T | undefined): T {
  return document ?? refuse('not_found')
}
