/**
 * The data file: collections and indexes as SQLite tables, one writing connection whose statements of one event-loop
 * turn are committed together, and a pool of reading connections that each see one committed state.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { MongoError, refuse } from './errors.ts'
import { encodeKey, extract, type KeyPart, type KeyPattern, keyPattern } from './keys.ts'
import { type Filter, parseFilter } from './matcher.ts'
import { Places } from './places.ts'
import { type Doc, decode, doc, encode, isDoc, type Num, show, toNumber, type Value } from './values.ts'

/** A stored document. `rev` grows with each change, so that a transaction can see whether its snapshot is stale. */
export interface Row {
  readonly rid: number
  readonly raw: Uint8Array
  readonly rev: number
}

/** A row as an index scan meets it. */
export interface Entry extends Row {
  readonly key: Uint8Array
}

/** Key bytes from `lo` (inclusive) to `hi` (exclusive). */
export interface Interval {
  readonly lo: Buffer
  readonly hi: Buffer
}

export interface Index {
  readonly id: number
  readonly name: string
  /** As listIndexes shows it. */
  spec: Doc
  readonly table: string
  readonly pattern: KeyPattern
  readonly paths: readonly string[]
  readonly hashed: boolean
  readonly unique: boolean
  readonly sparse: boolean
  readonly partial: Filter | undefined
  /** Which fields of the pattern went through an array in some document, ever. */
  readonly multikey: boolean[]
  /** False while it is being built: writers keep it up, readers do not use it yet. */
  ready: boolean
  /** Catalog state that first had it; older snapshots cannot use it. */
  born: number
}

export interface Collection {
  readonly id: number
  db: string
  name: string
  readonly uuid: string
  readonly options: Doc
  readonly table: string
  readonly indexes: Index[]
  /** Top-level fields that some index reads. */
  fields: Set<string> | null
  nextRid: number
  /** What a capped collection holds; undefined until it is counted. */
  held: Held | undefined
  readonly born: number
  dropped: boolean
}

/** How many documents there are, and the bytes they take. */
interface Held {
  documents: number
  bytes: number
}

export const namespace = (c: { db: string; name: string }) => `${c.db}.${c.name}`
export const isCapped = (c: Collection) => c.options.has('capped')
/** In a collection that was created as a clustered one, the index of `_id` may have any name. */
export const isIdIndex = (index: Index) => index.name === '_id_' || index.spec.has('clustered')

/** Index keys of one document; they are written at one go, and everybody else waits meanwhile. */
const MAX_KEYS = 200_000

/** Statements that one connection keeps prepared; each takes some kilobytes. */
const MAX_STATEMENTS = 200

/** A connection with its prepared statements. */
export class Connection {
  readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(file: string, setup: string) {
    this.db = new DatabaseSync(file, { timeout: 0 })
    this.db.exec(setup)
  }

  prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql)
    if (!statement) {
      if (this.statements.size >= MAX_STATEMENTS) this.statements.clear()
      statement = this.db.prepare(sql)
      this.statements.set(sql, statement)
    }
    return statement
  }

  get(collection: Collection, rid: number): Row | undefined {
    return this.prepare(`SELECT rid, d AS raw, rev FROM ${collection.table} WHERE rid = ?`).get(rid) as Row | undefined
  }

  /** The first row in natural order. */
  oldest(collection: Collection): Row | null {
    return (this.prepare(`SELECT rid, d AS raw, rev FROM ${collection.table} ORDER BY rid LIMIT 1`).get() ?? null) as Row | null
  }

  count(collection: Collection): Held {
    return this.prepare(`SELECT count(*) AS documents, coalesce(sum(length(d)), 0) AS bytes FROM ${collection.table}`).get() as never
  }

  /** Which revision of a row is stored; undefined when there is none. */
  revision(collection: Collection, rid: number): number | undefined {
    return this.prepare(`SELECT rev FROM ${collection.table} WHERE rid = ?`).get(rid)?.rev as number | undefined
  }

  /** Which row holds a key of a unique index. */
  owner(collection: Collection, index: Index, key: Uint8Array): number | undefined {
    const table = isIdIndex(index) ? collection.table : index.table
    return this.prepare(`SELECT rid FROM ${table} WHERE k = ?`).get(key)?.rid as number | undefined
  }

  /** Rows of a collection (index null: in natural order) or of an index within an interval, after a position, up to `rows` of them or 256 KiB. */
  read(collection: Collection, index: Index | null, interval: Interval, after: Entry | undefined, reverse: boolean, rows: number): Entry[] {
    const { table } = collection
    const direction = reverse ? 'DESC' : 'ASC'
    const beyond = reverse ? '<' : '>'
    let iterator: Iterator<unknown>
    if (index === null) {
      const from = after?.rid ?? (reverse ? Number.MAX_SAFE_INTEGER : -1)
      iterator = this.prepare(`SELECT rid, d AS raw, rev FROM ${table} WHERE rid ${beyond} ? ORDER BY rid ${direction}`).iterate(from)
    } else if (isIdIndex(index)) {
      const start = after ? `k ${beyond} ? AND ${reverse ? 'k >= ?' : 'k < ?'}` : 'k >= ? AND k < ?'
      const bounds = after ? [after.key, reverse ? interval.lo : interval.hi] : [interval.lo, interval.hi]
      iterator = this.prepare(`SELECT k AS key, rid, d AS raw, rev FROM ${table} WHERE ${start} ORDER BY k ${direction}`).iterate(...bounds)
    } else {
      const start = after ? `(i.k, i.rid) ${beyond} (?, ?) AND ${reverse ? 'i.k >= ?' : 'i.k < ?'}` : 'i.k >= ? AND i.k < ?'
      const bounds = after ? [after.key, after.rid, reverse ? interval.lo : interval.hi] : [interval.lo, interval.hi]
      iterator = this.prepare(
        `SELECT i.k AS key, c.rid, c.d AS raw, c.rev FROM ${index.table} i CROSS JOIN ${table} c ON c.rid = i.rid
         WHERE ${start} ORDER BY i.k ${direction}, i.rid ${direction}`,
      ).iterate(...bounds)
    }
    const found: Entry[] = []
    for (let bytes = 0; found.length < rows && bytes < 1 << 18; ) {
      const { done, value } = iterator.next()
      if (done) return found
      found.push(value as Entry)
      bytes += (value as Entry).raw.length
    }
    iterator.return?.()
    return found
  }
}

/** What a document puts into the indexes of its collection. */
export interface IndexKey {
  readonly index: Index
  readonly key: Buffer
  readonly values: readonly KeyPart[]
}

interface RetryRecord {
  readonly number: number
  readonly reply: () => Uint8Array
}

/** A change of one row; its keys are worked out before anything is written. */
export interface Change {
  readonly collection: Collection
  readonly rid: number
  readonly rev: number
  readonly raw: Uint8Array | null
  readonly oldKeys: readonly IndexKey[]
  readonly newKeys: readonly IndexKey[]
}

interface CollectionRow {
  readonly id: number
  readonly db: string
  readonly name: string
  readonly uuid: string
  readonly options: Uint8Array
}

interface IndexRow {
  readonly id: number
  readonly collection: number
  readonly spec: Uint8Array
  readonly multikey: string
  readonly ready: number
}

const WRITER = `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid TEXT NOT NULL, options BLOB NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL, ready INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS retries (session TEXT PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, reply BLOB NOT NULL) WITHOUT ROWID;`
const READER = 'PRAGMA query_only = 1; PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY;'

/** More readers at once wait for their turn. Transactions hold one each, so some are kept back from them. */
const MAX_READERS = 96
const MAX_TRANSACTIONS = 64
/** From this size on the log is emptied by force, and readers wait so long for it at most. */
const MAX_LOG = 64 * 1024 * 1024
const CHECKPOINT_WAIT_MS = 40
/** Readers that stay open although nobody reads. */
const SPARE_READERS = 16

export class Store {
  readonly writer: Connection
  private readonly file: string
  private readonly collections = new Map<string, Collection>()
  /** Grows with each change of the catalog. */
  catalogState = 0

  /** What this turn writes. After a failure it stays until the turn ends, so that every command of the turn is told. */
  private group: { done: Promise<void>; resolve: () => void; reject: (error: unknown) => void; failure?: MongoError } | undefined
  /** Records of retryable writes that go into the next commit, written once however many statements they count. */
  private readonly records = new Map<string, RetryRecord>()
  private readonly idle: Connection[] = []
  private readonly readers = new Places(MAX_READERS)
  private readonly pinned = new Places(MAX_TRANSACTIONS)

  /** @param maxBytes size at which writes fail as on a full disk */
  constructor(dataDir: string, maxBytes?: number) {
    mkdirSync(dataDir, { recursive: true })
    this.file = join(dataDir, 'data.sqlite')
    this.writer = new Connection(this.file, WRITER)
    if (maxBytes) this.writer.db.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / 4096)}`)
    this.load()
    for (const c of this.collections.values()) for (const index of c.indexes.filter((i) => !i.ready)) this.dropIndex(c, index)
    this.flush()
  }

  // ---- group commit

  /** Opens the turn's transaction, if it is not open yet. Call before writing. */
  private begin(): void {
    if (this.group?.failure) throw this.group.failure
    if (this.group) return
    this.guard(() => this.writer.prepare('BEGIN IMMEDIATE').run())
    const group = Promise.withResolvers<void>()
    group.promise.catch(() => {}) // each waiting command reports it
    const opened = { done: group.promise, resolve: group.resolve, reject: group.reject }
    this.group = opened
    setImmediate(() => {
      this.flush()
      if (this.group === opened) this.group = undefined
    })
  }

  /** Resolves when everything written so far is on disk; rejects when it could not be. */
  committed(): Promise<void> {
    return this.group?.done ?? Promise.resolve()
  }

  /** Commits what this turn wrote; gives the error back, which every command that waits for this commit is told too. */
  flush(): MongoError | undefined {
    const group = this.group
    if (!group || group.failure) return group?.failure
    try {
      for (const [session, { number, reply }] of this.records) {
        this.writer
          .prepare(
            `INSERT INTO retries (session, number, at, reply) VALUES (?, ?, ?, ?)
           ON CONFLICT (session) DO UPDATE SET number = excluded.number, at = excluded.at, reply = excluded.reply WHERE number <= excluded.number`,
          )
          .run(session, number, Date.now(), reply())
      }
      this.records.clear()
      this.writer.prepare('COMMIT').run()
    } catch (error) {
      return this.fail(error)
    }
    this.group = undefined
    group.resolve()
    return undefined
  }

  /** Runs statements; when SQLite itself fails (full disk, I/O), the whole turn's writes are undone and all its commands told. */
  private guard<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw this.fail(error)
    }
  }

  private fail(error: unknown): MongoError {
    const full = (error as { errcode?: number }).errcode === 13
    const told = full
      ? new MongoError('OutOfDiskSpace', 'the disk is full: nothing of this write was kept')
      : new MongoError('InternalError', `the data file could not be written: ${(error as Error).message}`)
    if (this.writer.db.isTransaction) this.writer.db.exec('ROLLBACK')
    this.records.clear()
    if (this.group) this.group.failure = told
    this.group?.reject(told)
    this.load()
    return told
  }

  // ---- reading connections

  /** A connection that sees the present committed state until it is released. */
  async snapshot(use: 'command' | 'transaction' = 'command'): Promise<Connection> {
    if (use === 'transaction') await this.pinned.take()
    await this.readers.take()
    try {
      const connection = this.idle.pop() ?? new Connection(this.file, READER)
      connection.prepare('BEGIN').run()
      connection.prepare('SELECT 1 FROM collections LIMIT 1').get() // pins the state now, not at the first real read
      return connection
    } catch (error) {
      this.giveBack(use)
      throw error
    }
  }

  release(connection: Connection, use: 'command' | 'transaction' = 'command'): void {
    connection.prepare('COMMIT').run()
    this.idle.push(connection)
    this.giveBack(use)
  }

  private giveBack(use: 'command' | 'transaction'): void {
    this.readers.give()
    if (use === 'transaction') this.pinned.give()
  }

  close(): void {
    this.flush()
    for (const c of this.idle) c.db.close()
    this.writer.db.close()
  }

  /**
   * Empties the log when it has grown large. Readers that overlap without a gap keep it from being reused, so new ones are
   * held back for a moment; when the present ones take longer, the next try must do.
   */
  async checkpoint(): Promise<void> {
    const size = statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (size < MAX_LOG || !(await this.readers.takeAll(CHECKPOINT_WAIT_MS))) return
    try {
      this.flush()
      this.writer.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      this.readers.give(MAX_READERS)
    }
  }

  /** Gives freed pages back to the file system, a few at a time, and closes readers that a rush has left. */
  shrink(): void {
    for (const { db } of this.idle.splice(SPARE_READERS)) db.close()
    if (!this.group) this.writer.db.exec('PRAGMA incremental_vacuum(1000)')
  }

  // ---- catalog

  /** Reads the catalog, keeping the objects that running commands hold. */
  private load(): void {
    const known = new Map([...this.collections.values()].map((c) => [c.id, c]))
    this.collections.clear()
    const collections = this.writer.db.prepare('SELECT * FROM collections').all() as unknown as CollectionRow[]
    const allIndexes = this.writer.db.prepare('SELECT * FROM indexes ORDER BY id').all() as unknown as IndexRow[]
    const indexRows = Object.groupBy(allIndexes, (row) => row.collection)
    for (const { id, db, name, uuid, options } of collections) {
      const c = known.get(id) ?? this.collectionOf(id, db, name, uuid, decode(options))
      known.delete(id)
      c.db = db
      c.name = name
      c.held = undefined
      const indexes = (indexRows[id] ?? []).map((row) => {
        const read = indexOf(row.id, decode(row.spec), JSON.parse(row.multikey) as boolean[], row.ready === 1)
        const old = c.indexes.find((index) => index.id === row.id)
        if (!old) return read
        old.spec = read.spec
        old.ready = read.ready
        old.multikey.splice(0, old.multikey.length, ...read.multikey)
        return old
      })
      c.indexes.splice(0, c.indexes.length, ...indexes)
      c.fields = fieldsOf(c)
      this.collections.set(namespace(c), c)
    }
    for (const gone of known.values()) gone.dropped = true
  }

  private collectionOf(id: number, db: string, name: string, uuid: string, options: Doc): Collection {
    const table = `c${id}`
    const last = this.writer.db.prepare(`SELECT max(rid) AS last FROM ${table}`).get()?.last as number | null
    return {
      id,
      db,
      name,
      uuid,
      options,
      table,
      indexes: [],
      fields: null,
      nextRid: (last ?? 0) + 1,
      held: undefined,
      born: this.catalogState,
      dropped: false,
    }
  }

  collection(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`)
  }

  list(db?: string): Collection[] {
    return [...this.collections.values()].filter((c) => db === undefined || c.db === db)
  }

  /** Changes of the catalog are committed at once, with all that the turn wrote before. */
  private define<T>(change: () => T): T {
    this.begin()
    const result = this.guard(change)
    const failure = this.flush()
    if (failure) throw failure
    this.catalogState++
    return result
  }

  create(db: string, name: string, options: Doc = new Map()): Collection {
    return this.define(() => {
      const uuid = randomUUID()
      const { lastInsertRowid } = this.writer
        .prepare('INSERT INTO collections (db, name, uuid, options) VALUES (?, ?, ?, ?)')
        .run(db, name, uuid, encode(options))
      const id = Number(lastInsertRowid)
      this.writer.db.exec(`CREATE TABLE c${id} (rid INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL, rev INTEGER NOT NULL)`)
      const c = { ...this.collectionOf(id, db, name, uuid, options), born: this.catalogState + 1 }
      this.collections.set(namespace(c), c)
      const clustered = options.get('clusteredIndex')
      this.insertIndex(
        c,
        isDoc(clustered) ? new Map([...clustered, ['clustered', true]]) : doc({ v: 2, key: { _id: 1 }, name: '_id_' }),
        true,
      )
      return c
    })
  }

  drop(c: Collection): void {
    this.define(() => {
      for (const index of c.indexes) if (!isIdIndex(index)) this.writer.db.exec(`DROP TABLE ${index.table}`)
      this.writer.db.exec(`DROP TABLE ${c.table}`)
      this.writer.prepare('DELETE FROM indexes WHERE collection = ?').run(c.id)
      this.writer.prepare('DELETE FROM collections WHERE id = ?').run(c.id)
      this.collections.delete(namespace(c))
      c.dropped = true
    })
  }

  rename(c: Collection, db: string, name: string): void {
    this.define(() => {
      this.writer.prepare('UPDATE collections SET db = ?, name = ? WHERE id = ?').run(db, name, c.id)
      this.collections.delete(namespace(c))
      c.db = db
      c.name = name
      this.collections.set(namespace(c), c)
    })
  }

  private insertIndex(c: Collection, spec: Doc, ready: boolean): Index {
    const fields = (spec.get('key') as Doc).size
    const multikey = Array.from({ length: fields }, () => false)
    const { lastInsertRowid } = this.writer
      .prepare('INSERT INTO indexes (collection, spec, multikey, ready) VALUES (?, ?, ?, ?)')
      .run(c.id, encode(spec), JSON.stringify(multikey), ready ? 1 : 0)
    const index = indexOf(Number(lastInsertRowid), spec, multikey, ready)
    index.born = this.catalogState + 1
    if (!isIdIndex(index)) {
      const key = index.unique ? 'k BLOB PRIMARY KEY, rid INTEGER NOT NULL' : 'k BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (k, rid)'
      this.writer.db.exec(`CREATE TABLE ${index.table} (${key}) WITHOUT ROWID`)
    }
    c.indexes.push(index)
    c.fields = fieldsOf(c)
    return index
  }

  /** Adds an empty index that writers keep up from now on; `fill` and `finishIndex` make it usable. */
  startIndex(c: Collection, spec: Doc): Index {
    return this.define(() => this.insertIndex(c, spec, false))
  }

  /** Puts the keys of some rows into an index that is being built; a duplicate is refused. */
  fillIndex(c: Collection, index: Index, rows: readonly Row[]): void {
    this.begin()
    for (const row of rows) {
      for (const entry of this.keysOf(c, decode(row.raw), [index])) {
        const owner = index.unique ? this.writer.owner(c, index, entry.key) : undefined
        if (owner === row.rid) continue
        if (owner !== undefined) throw duplicateKey(c, entry)
        this.guard(() => this.writer.prepare(`INSERT OR IGNORE INTO ${index.table} (k, rid) VALUES (?, ?)`).run(entry.key, row.rid))
      }
    }
  }

  finishIndex(c: Collection, index: Index): void {
    this.define(() => this.writer.prepare('UPDATE indexes SET ready = 1 WHERE id = ?').run(index.id))
    index.ready = true
    index.born = this.catalogState
    c.fields = fieldsOf(c)
  }

  dropIndex(c: Collection, index: Index): void {
    this.define(() => {
      this.writer.prepare('DELETE FROM indexes WHERE id = ?').run(index.id)
      this.writer.db.exec(`DROP TABLE ${index.table}`)
      c.indexes.splice(0, c.indexes.length, ...c.indexes.filter((i) => i.id !== index.id))
      c.fields = fieldsOf(c)
    })
  }

  changeIndex(index: Index, spec: Doc): void {
    this.define(() => this.writer.prepare('UPDATE indexes SET spec = ? WHERE id = ?').run(encode(spec), index.id))
    index.spec = spec
  }

  // ---- rows

  /** The keys of a document in the given indexes; remembers which indexes have met an array. */
  keysOf(c: Collection, document: Doc, indexes: readonly Index[] = c.indexes): IndexKey[] {
    const keys: IndexKey[] = []
    for (const index of indexes) {
      if (index.partial && !index.partial.matches(document)) continue
      const { rows, arrays, missing } = extract(document, index.pattern)
      if (index.sparse && missing) continue
      if (index.hashed && arrays.includes(true)) refuse(16766, 'hashed indexes do not currently support array values')
      const seen = rows.length > 1 ? new Set<string>() : undefined
      for (const values of rows) {
        const key = encodeKey(values, index.pattern.directions)
        if (seen?.has(key.toString('latin1'))) continue
        seen?.add(key.toString('latin1'))
        keys.push({ index, key, values })
      }
      if (keys.length > MAX_KEYS) {
        refuse(
          'CommandNotSupported',
          `the arrays of this document would make more than ${MAX_KEYS} index keys, which the embedded engine does not write`,
        )
      }
      if (arrays.some((through, i) => through && !index.multikey[i])) this.setMultikey(index, arrays)
    }
    return keys
  }

  private setMultikey(index: Index, arrays: readonly boolean[]): void {
    for (const [i, through] of arrays.entries()) if (through) index.multikey[i] = true
    this.begin()
    this.guard(() => this.writer.prepare('UPDATE indexes SET multikey = ? WHERE id = ?').run(JSON.stringify(index.multikey), index.id))
  }

  /** Writes changes that have been checked. All old keys go first, so that two rows may swap a unique value. */
  apply(changes: readonly Change[]): void {
    this.begin()
    this.guard(() => {
      const fresh = changes.map((change) => {
        const old = new Set(change.oldKeys.map(keyName))
        const kept = new Set(change.newKeys.map(keyName).filter((name) => old.has(name)))
        for (const { index, key } of change.oldKeys) {
          if (!isIdIndex(index) && !kept.has(keyName({ index, key }))) {
            this.writer.prepare(`DELETE FROM ${index.table} WHERE k = ? AND rid = ?`).run(key, change.rid)
          }
        }
        if (change.raw === null) this.writer.prepare(`DELETE FROM ${change.collection.table} WHERE rid = ?`).run(change.rid)
        return change.newKeys.filter((k) => !kept.has(keyName(k)))
      })
      for (const [i, { collection, rid, rev, raw, oldKeys }] of changes.entries()) {
        if (raw === null) continue
        if (oldKeys.length > 0) this.writer.prepare(`UPDATE ${collection.table} SET d = ?, rev = ? WHERE rid = ?`).run(raw, rev, rid)
        for (const { index, key } of fresh[i] as IndexKey[]) {
          if (isIdIndex(index))
            this.writer.prepare(`INSERT INTO ${collection.table} (rid, k, d, rev) VALUES (?, ?, ?, ?)`).run(rid, key, raw, rev)
          // While an index is being built, the key may be there already.
          else this.writer.prepare(`INSERT ${index.ready ? '' : 'OR IGNORE '}INTO ${index.table} (k, rid) VALUES (?, ?)`).run(key, rid)
        }
      }
    })
  }

  // ---- retry records

  /** Stores how far a retryable write has come, in the commit of the write itself; `reply` is asked for at that moment. */
  remember(session: string, record: RetryRecord): void {
    this.begin()
    // A client that has given up on a write and sent the next one asks for the older one no more.
    if ((this.records.get(session)?.number ?? -1) <= record.number) this.records.set(session, record)
  }

  recall(session: string): { number: number; reply: Uint8Array } | undefined {
    const record = this.records.get(session)
    if (record) return { number: record.number, reply: record.reply() }
    return this.writer.prepare('SELECT number, reply FROM retries WHERE session = ?').get(session) as never
  }

  forgetRetries(olderThan: number): void {
    this.begin()
    this.guard(() => this.writer.prepare('DELETE FROM retries WHERE at < ?').run(olderThan))
  }
}

const keyName = ({ index, key }: { index: Index; key: Buffer }) => `${index.id}:${key.toString('latin1')}`

function indexOf(id: number, spec: Doc, multikey: boolean[], ready: boolean): Index {
  // A hashed index is kept like a rising one: it finds the same documents.
  const key = [...(spec.get('key') as Doc)].map(([path, d]) => [path, d !== 'hashed' && toNumber(d as Num) < 0 ? -1 : 1] as const)
  const partial = spec.get('partialFilterExpression')
  const name = spec.get('name') as string
  return {
    id,
    name,
    spec,
    table: `i${id}`,
    pattern: keyPattern(key),
    paths: key.map(([path]) => path),
    hashed: [...(spec.get('key') as Doc).values()].includes('hashed'),
    unique: name === '_id_' || spec.get('unique') === true,
    sparse: spec.get('sparse') === true,
    partial: isDoc(partial) ? parseFilter(partial) : undefined,
    multikey,
    ready,
    born: 0,
  }
}

/** The top-level names that must be decoded to know a document's keys. */
function fieldsOf(c: Collection): Set<string> | null {
  const names = new Set<string>()
  for (const index of c.indexes) {
    for (const path of index.pattern.paths) names.add(path[0] as string)
    if (index.partial) {
      if (!index.partial.fields) return null
      for (const name of index.partial.fields) names.add(name)
    }
  }
  return names
}

/** The 11000 that mongoose and applications look for, with the pattern and values of the key. */
export function duplicateKey(c: Collection, { index, values }: IndexKey): MongoError {
  const keyValue = new Map<string, Value>(index.paths.map((path, i) => [path, values[i] ?? null]))
  const text = [...keyValue].map(([path, value]) => `${path}: ${show(value)}`).join(', ')
  return new MongoError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace(c)} index: ${index.name} dup key: { ${text} }`,
    {
      keyPattern: index.spec.get('key'),
      keyValue,
    },
  )
}
