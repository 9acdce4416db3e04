import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Collection, type CollectionSize, type Index, isIdIndex } from './collection.ts'

/** A stored document. Each change increases `rev`, so that a transaction can detect a stale snapshot. */
export interface Row {
  readonly rid: number
  readonly raw: Uint8Array
  readonly rev: number
}

export interface Entry extends Row {
  readonly key: Uint8Array
}

/** Key bytes from `lo` (inclusive) to `hi` (exclusive). */
export interface Interval {
  readonly lo: Buffer
  readonly hi: Buffer
}

/** Per connection. Each prepared statement takes a few kilobytes of memory. */
const MAX_STATEMENTS = 200

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

  oldest(collection: Collection): Row | null {
    return (this.prepare(`SELECT rid, d AS raw, rev FROM ${collection.table} ORDER BY rid LIMIT 1`).get() ?? null) as Row | null
  }

  count(collection: Collection): CollectionSize {
    return this.prepare(`SELECT count(*) AS documents, coalesce(sum(length(d)), 0) AS bytes FROM ${collection.table}`).get() as never
  }

  revision(collection: Collection, rid: number): number | undefined {
    return this.prepare(`SELECT rev FROM ${collection.table} WHERE rid = ?`).get(rid)?.rev as number | undefined
  }

  /** The `rid` of the row that holds this key in a unique index. */
  owner(collection: Collection, index: Index, key: Uint8Array): number | undefined {
    const table = isIdIndex(index) ? collection.table : index.table
    return this.prepare(`SELECT rid FROM ${table} WHERE k = ?`).get(key)?.rid as number | undefined
  }

  /**
   * Reads up to `rows` rows or 256 KiB, starting after `after`. With an index, reads the keys in the interval, in key
   * order; without an index, reads all rows in natural order.
   */
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
