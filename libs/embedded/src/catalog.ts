/** Tracks which collections and indexes exist, both in memory and in two SQLite tables. */
import { randomUUID } from 'node:crypto'
import { type Collection, fieldsOf, type Index, indexOf, isIdIndex, namespace } from './collection.ts'
import type { Connection } from './connection.ts'
import { type Doc, decode, doc, encode, isDoc } from './values.ts'

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

export class Catalog {
  version = 0
  private readonly collections = new Map<string, Collection>()
  private readonly writer: Connection
  private readonly commitNow: <T>(change: () => T) => T

  constructor(writer: Connection, commitNow: <T>(change: () => T) => T) {
    this.writer = writer
    this.commitNow = commitNow
  }

  /** Reloads the catalog. Updates existing objects in place, because running commands hold references to them. */
  load(): void {
    const known = new Map([...this.collections.values()].map((c) => [c.id, c]))
    this.collections.clear()
    const collections = this.writer.db.prepare('SELECT * FROM collections').all() as unknown as CollectionRow[]
    const allIndexes = this.writer.db.prepare('SELECT * FROM indexes ORDER BY id').all() as unknown as IndexRow[]
    const indexRows = Object.groupBy(allIndexes, (row) => row.collection)
    for (const { id, db, name, uuid, options } of collections) {
      const c = known.get(id) ?? this.collectionOf(id, db, name, uuid, decode(options), this.version)
      known.delete(id)
      c.db = db
      c.name = name
      c.cappedSize = undefined
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

  private collectionOf(id: number, db: string, name: string, uuid: string, options: Doc, sinceVersion: number): Collection {
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
      cappedSize: undefined,
      sinceVersion,
      dropped: false,
    }
  }

  collection(db: string, name: string): Collection | undefined {
    return this.collections.get(`${db}.${name}`)
  }

  list(db?: string): Collection[] {
    return [...this.collections.values()].filter((c) => db === undefined || c.db === db)
  }

  create(db: string, name: string, options: Doc = new Map()): Collection {
    return this.commit(() => {
      const uuid = randomUUID()
      const { lastInsertRowid } = this.writer
        .prepare('INSERT INTO collections (db, name, uuid, options) VALUES (?, ?, ?, ?)')
        .run(db, name, uuid, encode(options))
      const id = Number(lastInsertRowid)
      this.writer.db.exec(`CREATE TABLE c${id} (rid INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, d BLOB NOT NULL, rev INTEGER NOT NULL)`)
      const c = this.collectionOf(id, db, name, uuid, options, this.version + 1)
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
    this.commit(() => {
      for (const index of c.indexes) if (!isIdIndex(index)) this.writer.db.exec(`DROP TABLE ${index.table}`)
      this.writer.db.exec(`DROP TABLE ${c.table}`)
      this.writer.prepare('DELETE FROM indexes WHERE collection = ?').run(c.id)
      this.writer.prepare('DELETE FROM collections WHERE id = ?').run(c.id)
      this.collections.delete(namespace(c))
      c.dropped = true
    })
  }

  rename(c: Collection, db: string, name: string): void {
    this.commit(() => {
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
    index.sinceVersion = this.version + 1
    if (!isIdIndex(index)) {
      const key = index.unique ? 'k BLOB PRIMARY KEY, rid INTEGER NOT NULL' : 'k BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (k, rid)'
      this.writer.db.exec(`CREATE TABLE ${index.table} (${key}) WITHOUT ROWID`)
    }
    c.indexes.push(index)
    c.fields = fieldsOf(c)
    return index
  }

  /** Adds an empty index. All later writes maintain it, but no read uses it before `finishIndex`. */
  startIndex(c: Collection, spec: Doc): Index {
    return this.commit(() => this.insertIndex(c, spec, false))
  }

  finishIndex(c: Collection, index: Index): void {
    this.commit(() => this.writer.prepare('UPDATE indexes SET ready = 1 WHERE id = ?').run(index.id))
    index.ready = true
    index.sinceVersion = this.version
    c.fields = fieldsOf(c)
  }

  dropIndex(c: Collection, index: Index): void {
    this.commit(() => {
      this.writer.prepare('DELETE FROM indexes WHERE id = ?').run(index.id)
      this.writer.db.exec(`DROP TABLE ${index.table}`)
      c.indexes.splice(0, c.indexes.length, ...c.indexes.filter((i) => i.id !== index.id))
      c.fields = fieldsOf(c)
    })
  }

  changeIndex(index: Index, spec: Doc): void {
    this.commit(() => this.writer.prepare('UPDATE indexes SET spec = ? WHERE id = ?').run(encode(spec), index.id))
    index.spec = spec
  }

  private commit<T>(change: () => T): T {
    const result = this.commitNow(change)
    this.version++
    return result
  }
}
