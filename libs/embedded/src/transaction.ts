/** A transaction reads a pinned snapshot and keeps its own writes in memory until the commit. */
import { type Collection, type Index, isCapped, isIdIndex, namespace } from './collection.ts'
import type { Connection, Entry, Interval, Row } from './connection.ts'
import { MongoError, refuse } from './errors.ts'
import { keyLock, type Locks, lockNames } from './locks.ts'
import { type Change, duplicateKey, type IndexKey, type Store } from './store.ts'
import { type Doc, decode } from './values.ts'
import { isHidden, type MemoryBudget, scanConnection, type Target } from './views.ts'

interface Written {
  /** The row in the snapshot. Null if the transaction inserted the document. */
  readonly before: Row | null
  /** BSON, because a decoded document takes many times the memory. */
  readonly raw: Uint8Array | null
  /** Number of rows that the transaction had written before its first write to this row. */
  readonly since: number
  /** Index keys of the old and new row, and the catalog version for which they were computed (-1 if outdated). */
  readonly keys: { readonly state: number; readonly old: readonly IndexKey[]; readonly new: readonly IndexKey[] }
}

interface Key {
  readonly key: Buffer
  readonly rid: number
}

const inOrder = (a: Key, b: Key) => Buffer.compare(a.key, b.key) || a.rid - b.rid

/** Position of a key in a sorted list, or the position for inserting it. */
function placeOf(keys: readonly Key[], wanted: Key): number {
  let from = 0
  for (let to = keys.length; from < to; ) {
    const middle = (from + to) >> 1
    if (inOrder(keys[middle] as Key, wanted) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Maximum memory for one transaction's writes, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024

const sizeOf = (keys: readonly IndexKey[]) => keys.reduce((sum, { key }) => sum + key.length, 0)

const conflict = (): MongoError => {
  const error = new MongoError('WriteConflict', 'Write conflict during plan execution and yielding is disabled.')
  error.labels.push('TransientTransactionError')
  return error
}

export class Transaction implements Target {
  lastChunkBytes = 0
  readonly number: number
  readonly startedAt = Date.now()
  readonly ended: Promise<void>
  private readonly end: () => void
  private readonly store: Store
  private readonly locks: Locks
  private readonly connection: Connection
  private over = false
  /** Catalog version of the snapshot. */
  private readonly state: number
  private readonly written = new Map<Collection, Map<number, Written>>()
  /**
   * This transaction's rows sorted by index key, so that later statements do not search all earlier writes. Built when
   * a scan first needs the index.
   */
  private readonly ordered = new Map<Index, Key[]>()
  /** The row that holds each unique key after this transaction's writes. Null if the writes freed the key. */
  private readonly owners = new Map<string, number | null>()
  private readonly held: string[] = []
  private readonly budget: MemoryBudget
  private bytes = 0
  private rows = 0

  constructor(number: number, store: Store, locks: Locks, budget: MemoryBudget, snapshot: Connection, state: number) {
    this.number = number
    this.store = store
    this.locks = locks
    this.budget = budget
    this.connection = snapshot
    this.state = state
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.end = resolve
  }

  /** Throws if the transaction ended during one of its commands. */
  private get snapshot(): Connection {
    if (this.over) refuse('NoSuchTransaction', `Transaction with { txnNumber: ${this.number} } has been aborted.`)
    return this.connection
  }

  private sees(collection: Collection): boolean {
    return collection.sinceVersion <= this.state
  }

  get(collection: Collection, rid: number): Row | undefined {
    const own = this.written.get(collection)?.get(rid)
    if (own) return own.raw ? { rid, raw: own.raw, rev: own.before?.rev ?? 0 } : undefined
    return this.sees(collection) ? this.snapshot.get(collection, rid) : undefined
  }

  usable(index: Index): boolean {
    return index.ready && !isHidden(index) && index.sinceVersion <= this.state
  }

  /**
   * Merges the snapshot's rows with this transaction's rows, which replace their snapshot versions. Ignores writes
   * after the start of the scan, so an open cursor still reads the snapshot versions of those rows.
   */
  *scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]> {
    const own = this.written.get(collection)
    const rowsAtStart = this.rows
    const mine = own ? this.ownEntries(collection, own, index, interval) : []
    const sign = reverse ? -1 : 1
    const order = (a: Entry, b: Entry) => sign * (index ? Buffer.compare(a.key, b.key) || a.rid - b.rid : a.rid - b.rid)
    mine.sort(order)
    let next = 0
    if (this.sees(collection)) {
      for (const chunk of scanConnection(this, () => this.snapshot, collection, index, interval, reverse, first)) {
        if (!own) {
          yield chunk
          continue
        }
        const merged: Entry[] = []
        for (const entry of chunk) {
          for (let m = mine[next]; m && order(m, entry) < 0; m = mine[++next]) merged.push(m)
          if ((own.get(entry.rid)?.since ?? rowsAtStart) >= rowsAtStart) merged.push(entry)
        }
        yield merged
      }
    }
    if (next < mine.length) yield mine.slice(next)
  }

  private ownEntries(collection: Collection, own: Map<number, Written>, index: Index | null, { lo, hi }: Interval): Entry[] {
    const entries: Entry[] = []
    const add = (rid: number, key: Buffer | null) => {
      const { raw, before } = own.get(rid) as Written
      if (raw) entries.push({ rid, raw, rev: before?.rev ?? 0, key: key ?? raw.subarray(0, 0) })
    }
    if (!index) for (const rid of own.keys()) add(rid, null)
    else {
      const keys = this.keysInOrder(collection, own, index)
      for (let at = placeOf(keys, { key: lo, rid: 0 }), found = keys[at]; found && Buffer.compare(found.key, hi) < 0; found = keys[++at])
        add(found.rid, found.key)
    }
    return entries
  }

  private keysInOrder(collection: Collection, own: Map<number, Written>, index: Index): readonly Key[] {
    const known = this.ordered.get(index)
    if (known) return known
    const keys: Key[] = []
    for (const [rid, { raw }] of own) {
      if (raw) for (const { key } of this.store.keysOf(collection, decode(raw, collection.fields), [index])) keys.push({ key, rid })
    }
    keys.sort(inOrder)
    this.ordered.set(index, keys)
    return keys
  }

  private reorder({ rid, oldKeys, newKeys }: Change, wasOwn: boolean): void {
    if (wasOwn) {
      for (const { index, key } of oldKeys) {
        const keys = this.ordered.get(index)
        const at = keys ? placeOf(keys, { key, rid }) : 0
        const found = keys?.[at]
        if (found && inOrder(found, { key, rid }) === 0) keys?.splice(at, 1)
      }
    }
    for (const { index, key } of newKeys) {
      const keys = this.ordered.get(index)
      keys?.splice(placeOf(keys, { key, rid }), 0, { key, rid })
    }
  }

  change(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): void {
    const { store, locks } = this
    if (this.over || collection.dropped) throw conflict()
    if (isCapped(collection)) {
      refuse(
        'OperationNotSupportedInTransaction',
        `Collection '${namespace(collection)}' is a capped collection. Writes in transactions are not allowed on capped collections.`,
      )
    }
    const change = store.changeOf(collection, before, after)
    const { rid } = change
    const names = lockNames(change)
    for (const name of names) {
      const holder = locks.get(name)
      if (holder && holder !== this) throw conflict()
    }
    const own = this.written.get(collection) ?? new Map<number, Written>()
    const first = own.get(rid)
    if (before && !first && store.writer.revision(collection, rid) !== before.rev) throw conflict()
    for (const key of change.newKeys) if (key.index.unique) this.claimKey(collection, key, rid, own)

    const bytes =
      (before && !first ? before.raw.length : 0) +
      (after?.raw.length ?? 0) +
      names.reduce((sum, name) => sum + name.length, 200) +
      sizeOf(change.newKeys) +
      // The commit needs the old row's keys.
      (first ? 0 : sizeOf(change.oldKeys))
    this.budget.add(bytes)
    this.bytes += bytes
    if (this.bytes > MAX_BYTES)
      refuse('TransactionTooLarge', 'this transaction has written more than the embedded engine keeps in memory (64 MiB)')
    for (const name of names) {
      if (!locks.has(name)) this.held.push(name)
      locks.set(name, this)
    }
    for (const key of change.oldKeys) if (key.index.unique) this.owners.set(keyLock(key), null)
    for (const key of change.newKeys) if (key.index.unique) this.owners.set(keyLock(key), rid)
    const keys = {
      // If the catalog has changed since the first write to the row, the commit computes its keys again.
      state: first && first.keys.state !== store.catalog.version ? -1 : store.catalog.version,
      old: first ? first.keys.old : change.oldKeys,
      new: change.newKeys,
    }
    own.set(rid, { before: first ? first.before : before, raw: change.raw, since: first ? first.since : this.rows++, keys })
    this.reorder(change, first !== undefined)
    this.written.set(collection, own)
  }

  /** Throws unless the key is free in this transaction's view and in the latest state. */
  private claimKey(collection: Collection, key: IndexKey, rid: number, own: Map<number, Written>): void {
    const mine = this.owners.get(keyLock(key))
    if (mine !== undefined) {
      if (mine !== null && mine !== rid) throw duplicateKey(collection, key)
      return
    }
    const visible =
      this.sees(collection) && (isIdIndex(key.index) || (key.index.ready && key.index.sinceVersion <= this.state))
        ? this.snapshot.owner(collection, key.index, key.key)
        : undefined
    if (visible !== undefined && visible !== rid && !own.has(visible)) throw duplicateKey(collection, key)
    const latest = this.store.writer.owner(collection, key.index, key.key)
    if (latest !== undefined && latest !== rid && latest !== visible) throw conflict()
  }

  /** At commit, checks a key of a unique index that is newer than the snapshot or still being built. */
  private claimLateKey(collection: Collection, key: IndexKey, rid: number, own: Map<number, Written>, taken: Set<string>): void {
    const name = keyLock(key)
    const holder = this.locks.get(name)
    const owner = this.store.writer.owner(collection, key.index, key.key)
    if ((holder && holder !== this) || taken.has(name) || (owner !== undefined && owner !== rid && !own.has(owner))) throw conflict()
    taken.add(name)
  }

  get wrote(): boolean {
    return this.written.size > 0
  }

  /** Writes all changes to the store. The caller waits for the store's commit and then calls `finish`. */
  commit(): void {
    const changes: Change[] = []
    for (const [collection, own] of this.written) {
      if (collection.dropped) throw conflict()
      const late = new Set<string>()
      for (const [rid, { before, raw, keys }] of own) {
        if (!before && !raw) continue // inserted and later removed
        const isKnown = keys.state === this.store.catalog.version
        const keysOf = (bytes: Uint8Array | undefined | null) =>
          bytes ? this.store.keysOf(collection, decode(bytes, collection.fields)) : []
        changes.push({
          collection,
          rid,
          rev: (before?.rev ?? 0) + 1,
          raw,
          oldKeys: isKnown ? keys.old : keysOf(before?.raw),
          newKeys: isKnown ? keys.new : keysOf(raw),
        })
        for (const key of changes.at(-1)?.newKeys ?? []) {
          if (key.index.unique && (key.index.sinceVersion > this.state || !key.index.ready))
            this.claimLateKey(collection, key, rid, own, late)
        }
      }
    }
    if (changes.length > 0) this.store.apply(changes)
  }

  finish(): void {
    this.over = true
    for (const name of this.held) if (this.locks.get(name) === this) this.locks.delete(name)
    this.written.clear()
    this.ordered.clear()
    this.owners.clear()
    this.budget.free()
    this.store.readers.release(this.connection, 'transaction')
    this.end()
  }
}
