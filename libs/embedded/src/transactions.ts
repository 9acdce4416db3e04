/**
 * What commands read and write through. A `Target` is either the latest state (plain writes, committed with their
 * event-loop turn) or a transaction: a pinned snapshot with an overlay of its own writes in memory, which meet the
 * data file only at commit. First writer wins: a second one gets WriteConflict, a plain writer waits.
 */
import { MongoError, refuse } from './errors.ts'
import {
  type Change,
  type Collection,
  type Connection,
  duplicateKey,
  type Entry,
  type Index,
  type IndexKey,
  type Interval,
  isCapped,
  isIdIndex,
  namespace,
  type Row,
  type Store,
} from './store.ts'
import { type Doc, decode, type Num, toNumber } from './values.ts'

/** Counts what is held in memory and refuses too much. */
export interface MemoryBudget {
  add(bytes: number): void
  free(): void
}

const isHidden = (index: Index) => index.spec.get('hidden') === true

/** Where scans read. */
export interface View {
  /** Bytes of the rows that the latest scan read last; they stay in memory as long as it is not continued. */
  readonly holding: number
  get(collection: Collection, rid: number): Row | undefined
  /** Rows in order, in chunks; between two chunks the caller may let others work. */
  scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]>
  /** Whether an index may be used (a snapshot older than the index does not have it). */
  usable(index: Index): boolean
}

/** A view that takes writes. */
export interface Target extends View {
  /** Inserts (before null), replaces, or removes (after null) one document. */
  change(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): void
}

/** Thrown by a plain write that meets a transaction's lock, or a row that has changed since it was found: wait for `until`, then look again. */
export class Locked extends Error {
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('locked by a transaction, or changed meanwhile')
    this.until = until
  }
}

const SMALL = 32
const LARGE = 512
/** After as many as were asked for: mostly a few of them did not match, and so few more are all that is missing. */
const MORE = 8

function* scanConnection(
  view: { holding: number },
  connection: () => Connection,
  collection: Collection,
  index: Index | null,
  interval: Interval,
  reverse: boolean,
  first?: number,
): Generator<readonly Entry[]> {
  let after: Entry | undefined
  for (let rows = first ?? SMALL, next = first === undefined ? SMALL * 4 : MORE; ; rows = next, next = Math.min(next * 4, LARGE)) {
    const chunk = connection().read(collection, index, interval, after, reverse, rows)
    view.holding = chunk.reduce((sum, { raw }) => sum + raw.length, 0)
    if (chunk.length === 0) return
    yield chunk
    after = chunk[chunk.length - 1]
  }
}

/** Reads outside transactions. The connection comes and goes with each command; a cursor finds its place again by key. */
export class ReadView implements View {
  holding = 0
  connection: Connection | undefined
  state: number

  constructor(state: number) {
    this.state = state
  }

  private now = (): Connection => this.connection as Connection

  get(collection: Collection, rid: number): Row | undefined {
    return this.now().get(collection, rid)
  }

  *scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]> {
    // Between two batches of a cursor the collection may have gone.
    for (const chunk of scanConnection(this, this.now, collection, index, interval, reverse, first)) {
      yield chunk
      if (collection.dropped) refuse('OperationFailed', 'collection dropped: the cursor ends')
    }
  }

  usable(index: Index): boolean {
    return index.ready && !isHidden(index) && index.born <= this.state
  }
}

/** Plain reads-for-write and writes: the latest state, including what this turn wrote already. */
export class Latest implements Target {
  holding = 0
  private readonly store: Store
  private readonly locks: Locks

  constructor(store: Store, locks: Locks) {
    this.store = store
    this.locks = locks
  }

  get(collection: Collection, rid: number): Row | undefined {
    return this.store.writer.get(collection, rid)
  }

  scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]> {
    return scanConnection(this, () => this.store.writer, collection, index, interval, reverse, first)
  }

  usable(index: Index): boolean {
    return index.ready && !isHidden(index)
  }

  change(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): void {
    const { store } = this
    if (collection.dropped) refuse('OperationFailed', 'collection dropped')
    // The row may have been found some turns ago, in a sort or a slow scan.
    if (before && store.writer.revision(collection, before.rid) !== before.rev) throw new Locked(Promise.resolve())
    const change = plan(store, collection, before, after)
    if (this.locks.size > 0) {
      for (const name of lockNames(change)) {
        const holder = this.locks.get(name)
        if (holder) throw new Locked(holder.ended)
      }
    }
    for (const key of change.newKeys) {
      if (!key.index.unique) continue
      const owner = store.writer.owner(collection, key.index, key.key)
      if (owner !== undefined && owner !== change.rid) throw duplicateKey(collection, key)
    }
    if (isCapped(collection)) this.changeCapped(change, before)
    else store.apply([change])
  }

  /**
   * An insert into a capped collection makes its oldest documents go, but never itself. As in MongoDB, an update may leave
   * the collection too large until then.
   */
  private changeCapped(change: Change, before: Row | null): void {
    const { collection, raw } = change
    const { writer } = this.store
    const size = toNumber(collection.options.get('size') as Num)
    const max = toNumber((collection.options.get('max') ?? Number.POSITIVE_INFINITY) as Num)
    collection.held ??= writer.count(collection)
    const { held } = collection
    this.store.apply([change])
    held.documents += (raw ? 1 : 0) - (before ? 1 : 0)
    held.bytes += (raw?.length ?? 0) - (before?.raw.length ?? 0)
    while (!before && held.documents > 1 && (held.documents > max || held.bytes > size)) {
      this.change(collection, writer.oldest(collection), null)
    }
  }
}

/** A change with its keys. */
function plan(store: Store, collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): Change {
  return {
    collection,
    rid: before?.rid ?? collection.nextRid++,
    rev: (before?.rev ?? 0) + 1,
    raw: after?.raw ?? null,
    oldKeys: before ? store.keysOf(collection, decode(before.raw, collection.fields)) : [],
    newKeys: after ? store.keysOf(collection, after.document) : [],
  }
}

const sizeOf = (keys: readonly IndexKey[]) => keys.reduce((sum, { key }) => sum + key.length, 0)

const keyLock = ({ index, key }: IndexKey) => `k${index.id}:${key.toString('latin1')}`

/** What a change must own: its document and each unique key that it takes or gives up. */
function lockNames(change: Change): string[] {
  const keys = [...change.oldKeys, ...change.newKeys].filter((k) => k.index.unique)
  return [`r${change.collection.id}:${change.rid}`, ...keys.map(keyLock)]
}

/** Who holds which document or unique key. */
export type Locks = Map<string, Transaction>

interface Written {
  /** The row of the snapshot; null when the transaction inserted the document. */
  readonly before: Row | null
  /** Kept as bytes: decoded it would take many times as much memory. */
  readonly raw: Uint8Array | null
  /** How many rows the transaction had written before it wrote this one for the first time. */
  readonly since: number
  /** What the row before and the row now have in the indexes, as of this state of the catalog. */
  readonly keys: { readonly state: number; readonly old: readonly IndexKey[]; readonly new: readonly IndexKey[] }
}

interface Key {
  readonly key: Buffer
  readonly rid: number
}

const inOrder = (a: Key, b: Key) => Buffer.compare(a.key, b.key) || a.rid - b.rid

/** Where it is in the order, or would be. */
function placeOf(keys: readonly Key[], wanted: Key): number {
  let from = 0
  for (let to = keys.length; from < to; ) {
    const middle = (from + to) >> 1
    if (inOrder(keys[middle] as Key, wanted) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Memory that the writes of one transaction may take. */
const MAX_BYTES = 64 * 1024 * 1024

const conflict = (): MongoError => {
  const error = new MongoError('WriteConflict', 'Write conflict during plan execution and yielding is disabled.')
  error.labels.push('TransientTransactionError')
  return error
}

export class Transaction implements Target {
  holding = 0
  readonly number: number
  readonly startedAt = Date.now()
  readonly ended: Promise<void>
  private readonly end: () => void
  private readonly store: Store
  private readonly locks: Locks
  private readonly connection: Connection
  private over = false
  /** Catalog state of the snapshot. */
  private readonly state: number
  private readonly written = new Map<Collection, Map<number, Written>>()
  /** The rows written here in the order of an index, once it was asked for: a statement must not look through all that were written before it. */
  private readonly ordered = new Map<Index, Key[]>()
  /** Which row has a unique key after this transaction's writes (null: none). */
  private readonly owners = new Map<string, number | null>()
  private readonly held: string[] = []
  private readonly budget: MemoryBudget
  private bytes = 0
  /** Rows written so far. */
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

  /** The pinned connection; a command that was still running when its transaction ended must not read on. */
  private get snapshot(): Connection {
    if (this.over) refuse('NoSuchTransaction', `Transaction with { txnNumber: ${this.number} } has been aborted.`)
    return this.connection
  }

  /** Whether the snapshot has the collection's table. */
  private sees(collection: Collection): boolean {
    return collection.born <= this.state
  }

  get(collection: Collection, rid: number): Row | undefined {
    const own = this.written.get(collection)?.get(rid)
    if (own) return own.raw ? { rid, raw: own.raw, rev: own.before?.rev ?? 0 } : undefined
    return this.sees(collection) ? this.snapshot.get(collection, rid) : undefined
  }

  usable(index: Index): boolean {
    return index.ready && !isHidden(index) && index.born <= this.state
  }

  /**
   * The snapshot's rows without those written here, merged in order with those written here; all as it was at the beginning: a cursor lives on
   * while its transaction writes, and what is written ahead of it is still to be read from the snapshot.
   */
  *scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]> {
    const own = this.written.get(collection)
    const begun = this.rows
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
          if ((own.get(entry.rid)?.since ?? begun) >= begun) merged.push(entry)
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

  /** Keeps the order that was asked for up to date. */
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
    const change = plan(store, collection, before, after)
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
      // Those of the row as it was before are kept until the commit.
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
      // A row that was written first under another catalog is worked out anew.
      state: first && first.keys.state !== store.catalogState ? -1 : store.catalogState,
      old: first ? first.keys.old : change.oldKeys,
      new: change.newKeys,
    }
    own.set(rid, { before: first ? first.before : before, raw: change.raw, since: first ? first.since : this.rows++, keys })
    this.reorder(change, first !== undefined)
    this.written.set(collection, own)
  }

  /** A key may be taken when it is free both in what this transaction sees and in the latest state. */
  private claimKey(collection: Collection, key: IndexKey, rid: number, own: Map<number, Written>): void {
    const mine = this.owners.get(keyLock(key))
    if (mine !== undefined) {
      if (mine !== null && mine !== rid) throw duplicateKey(collection, key)
      return
    }
    const visible =
      this.sees(collection) && (isIdIndex(key.index) || (key.index.ready && key.index.born <= this.state))
        ? this.snapshot.owner(collection, key.index, key.key)
        : undefined
    if (visible !== undefined && visible !== rid && !own.has(visible)) throw duplicateKey(collection, key)
    const latest = this.store.writer.owner(collection, key.index, key.key)
    if (latest !== undefined && latest !== rid && latest !== visible) throw conflict()
  }

  /** A unique index may have come after the write, or be filled at this very time; whether its keys are free is only known now. */
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

  /** Writes everything to the store; the caller then waits for the store's commit and calls `finish`. */
  commit(): void {
    const changes: Change[] = []
    for (const [collection, own] of this.written) {
      if (collection.dropped) throw conflict()
      const late = new Set<string>()
      for (const [rid, { before, raw, keys }] of own) {
        if (!before && !raw) continue // inserted and removed again
        const isKnown = keys.state === this.store.catalogState
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
          if (key.index.unique && (key.index.born > this.state || !key.index.ready)) this.claimLateKey(collection, key, rid, own, late)
        }
      }
    }
    if (changes.length > 0) this.store.apply(changes)
  }

  /** Lets go of locks and snapshot, after commit or in place of it. */
  finish(): void {
    this.over = true
    for (const name of this.held) if (this.locks.get(name) === this) this.locks.delete(name)
    this.written.clear()
    this.ordered.clear()
    this.owners.clear()
    this.budget.free()
    this.store.release(this.connection, 'transaction')
    this.end()
  }
}
