/**
 * The data file, with a SQLite table for each collection and index. The only write connection commits all statements of
 * an event-loop turn together.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Catalog } from './catalog.ts'
import { type Collection, type Index, isIdIndex, namespace } from './collection.ts'
import { Connection, type Row } from './connection.ts'
import { MongoError, refuse } from './errors.ts'
import { extract } from './key-pattern.ts'
import { encodeKey, type KeyPart } from './keys.ts'
import { ReadPool } from './read-pool.ts'
import { type Doc, decode, show, type Value } from './values.ts'

/** Maximum number of index keys per document. Writing them is a single step, which blocks all other commands. */
const MAX_KEYS = 200_000

export interface IndexKey {
  readonly index: Index
  readonly key: Buffer
  readonly values: readonly KeyPart[]
}

interface RetryRecord {
  readonly number: number
  readonly reply: () => Uint8Array
}

/** A change to one row. The engine computes all keys before it writes. */
export interface Change {
  readonly collection: Collection
  readonly rid: number
  readonly rev: number
  readonly raw: Uint8Array | null
  readonly oldKeys: readonly IndexKey[]
  readonly newKeys: readonly IndexKey[]
}

const WRITER = `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
  CREATE TABLE IF NOT EXISTS collections (id INTEGER PRIMARY KEY AUTOINCREMENT, db TEXT NOT NULL, name TEXT NOT NULL, uuid TEXT NOT NULL, options BLOB NOT NULL, UNIQUE (db, name));
  CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey TEXT NOT NULL, ready INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS retries (session TEXT PRIMARY KEY, number INTEGER NOT NULL, at INTEGER NOT NULL, reply BLOB NOT NULL) WITHOUT ROWID;`

/** `checkpoint` truncates the WAL if it is larger than this number of bytes. */
const MAX_LOG = 64 * 1024 * 1024
/** Milliseconds that `checkpoint` holds back new readers while active readers finish. */
const CHECKPOINT_WAIT_MS = 40

export class Store {
  readonly writer: Connection
  readonly catalog: Catalog
  readonly readers: ReadPool
  private readonly file: string

  /**
   * The open group commit. After a failure, it remains open until the turn ends, so that every command of the turn
   * fails.
   */
  private group: { done: Promise<void>; resolve: () => void; reject: (error: unknown) => void; failure?: MongoError } | undefined
  /** Retry records for the next commit, which writes each record once, even if the record covers many statements. */
  private readonly records = new Map<string, RetryRecord>()

  /**
   * @param maxBytes maximum size of the data file; writes beyond it fail as if the disk were full
   * @param noSync lets commits return before the disk has them
   */
  constructor(dataDir: string, maxBytes?: number, noSync = false) {
    mkdirSync(dataDir, { recursive: true })
    this.file = join(dataDir, 'data.sqlite')
    this.writer = new Connection(this.file, WRITER)
    this.writer.db.exec(`PRAGMA synchronous = ${noSync ? 'OFF' : 'FULL'}`)
    if (maxBytes) this.writer.db.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / 4096)}`)
    this.readers = new ReadPool(this.file)
    this.catalog = new Catalog(this.writer, (change) => this.commitNow(change))
    this.catalog.load()
    for (const c of this.catalog.list()) for (const index of c.indexes.filter((i) => !i.ready)) this.catalog.dropIndex(c, index)
    this.flush()
  }

  // ---- group commit

  /** Opens this turn's SQLite transaction unless it is already open. Every write must call this method first. */
  private begin(): void {
    if (this.group?.failure) throw this.group.failure
    if (this.group) return
    this.guard(() => this.writer.prepare('BEGIN IMMEDIATE').run())
    const group = Promise.withResolvers<void>()
    group.promise.catch(() => {}) // every waiting command reports the failure
    const opened = { done: group.promise, resolve: group.resolve, reject: group.reject }
    this.group = opened
    setImmediate(() => {
      this.flush()
      if (this.group === opened) this.group = undefined
    })
  }

  /** Resolves when all writes so far are on disk. Rejects if the commit fails. */
  committed(): Promise<void> {
    return this.group?.done ?? Promise.resolve()
  }

  /** Commits this turn's writes. On failure, returns the error that every waiting command receives. */
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

  /** Runs statements and immediately commits all writes of this turn so far. */
  private commitNow<T>(change: () => T): T {
    this.begin()
    const result = this.guard(change)
    const failure = this.flush()
    if (failure) throw failure
    return result
  }

  /** If SQLite fails (full disk, I/O error), rolls back the turn and fails all its commands. */
  private guard<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw this.fail(error)
    }
  }

  private fail(error: unknown): MongoError {
    const full = (error as { errcode?: number }).errcode === 13
    const failure = full
      ? new MongoError('OutOfDiskSpace', 'the disk is full: nothing of this write was kept')
      : new MongoError('InternalError', `the data file could not be written: ${(error as Error).message}`)
    if (this.writer.db.isTransaction) this.writer.db.exec('ROLLBACK')
    this.records.clear()
    if (this.group) this.group.failure = failure
    this.group?.reject(failure)
    this.catalog.load()
    return failure
  }

  close(): void {
    this.flush()
    this.readers.closeIdle(0)
    this.writer.db.close()
  }

  /**
   * Truncates a large WAL. Overlapping readers prevent SQLite from reusing the WAL, so this method briefly holds back
   * new readers. If active readers take too long, the next call tries again.
   */
  async checkpoint(): Promise<void> {
    const size = statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (size < MAX_LOG) return
    await this.readers.withoutReaders(CHECKPOINT_WAIT_MS, () => {
      this.flush()
      this.writer.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    })
  }

  /** Returns up to 1,000 free pages to the file system and closes surplus idle connections. */
  shrink(): void {
    this.readers.closeIdle()
    if (!this.group) this.writer.db.exec('PRAGMA incremental_vacuum(1000)')
  }

  // ---- rows

  /** Also marks an index as multikey if the document has an array on an indexed path. */
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

  /** Adds the keys of some rows to a new index. Throws DuplicateKey if a unique key already exists. */
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

  /** `before` is null for an insert, `after` for a removal. */
  changeOf(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): Change {
    return {
      collection,
      rid: before?.rid ?? collection.nextRid++,
      rev: (before?.rev ?? 0) + 1,
      raw: after?.raw ?? null,
      oldKeys: before ? this.keysOf(collection, decode(before.raw, collection.fields)) : [],
      newKeys: after ? this.keysOf(collection, after.document) : [],
    }
  }

  private setMultikey(index: Index, arrays: readonly boolean[]): void {
    for (const [i, through] of arrays.entries()) if (through) index.multikey[i] = true
    this.begin()
    this.guard(() => this.writer.prepare('UPDATE indexes SET multikey = ? WHERE id = ?').run(JSON.stringify(index.multikey), index.id))
  }

  /**
   * Writes changes that have passed all checks. Deletes all old keys first, so that two rows can swap unique values.
   */
  apply(changes: readonly Change[]): void {
    this.begin()
    this.guard(() => {
      const addedKeys = changes.map((change) => {
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
        for (const { index, key } of addedKeys[i] as IndexKey[]) {
          if (isIdIndex(index))
            this.writer.prepare(`INSERT INTO ${collection.table} (rid, k, d, rev) VALUES (?, ?, ?, ?)`).run(rid, key, raw, rev)
          // A concurrent write may have added the key during the index build.
          else this.writer.prepare(`INSERT ${index.ready ? '' : 'OR IGNORE '}INTO ${index.table} (k, rid) VALUES (?, ?)`).run(key, rid)
        }
      }
    })
  }

  // ---- retry records

  /** Stores a retryable write's progress in the same commit as the write. Calls `reply` at commit time. */
  remember(session: string, record: RetryRecord): void {
    this.begin()
    // After sending a newer write, a client never retries an older one.
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

/** Error 11000 with the key pattern and key value that mongoose and applications read. */
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
