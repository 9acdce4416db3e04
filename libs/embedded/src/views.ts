/**
 * The views that commands read and the targets they write to. A `Target` is either the latest state (plain writes,
 * committed at the end of their event-loop turn) or a transaction.
 */
import { type Collection, type Index, isCapped } from './collection.ts'
import type { Connection, Entry, Interval, Row } from './connection.ts'
import { refuse } from './errors.ts'
import { Locked, type Locks, lockNames } from './locks.ts'
import { type Change, duplicateKey, type Store } from './store.ts'
import { type Doc, type Num, toNumber } from './values.ts'

/** Counts the bytes held in memory; `add` throws when they exceed the limit. */
export interface MemoryBudget {
  add(bytes: number): void
  free(): void
}

export const isHidden = (index: Index) => index.spec.get('hidden') === true

/** The state that a command reads. */
export interface View {
  /** Size of the last chunk read by the latest scan, in bytes. A paused scan keeps that chunk in memory. */
  readonly lastChunkBytes: number
  get(collection: Collection, rid: number): Row | undefined
  /** Yields rows in order, in chunks. Between chunks, the caller may yield to other commands. */
  scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]>
  /** Whether reads may use the index; a snapshot older than the index does not contain it. */
  usable(index: Index): boolean
}

/** A view that also accepts writes. */
export interface Target extends View {
  /** Inserts (if `before` is null), replaces, or removes (if `after` is null) one document. */
  change(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): void
}

/** Number of rows in a scan's first chunk and in its largest chunk. */
const SMALL = 32
const LARGE = 512
/**
 * Number of rows in the second chunk if the caller limited the first: usually only a few more rows are needed, to make
 * up for those that did not match.
 */
const MORE = 8

/** Yields the committed rows in chunks. `first` is the number of rows in the first chunk. */
export function* scanConnection(
  view: { lastChunkBytes: number },
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
    view.lastChunkBytes = chunk.reduce((sum, { raw }) => sum + raw.length, 0)
    if (chunk.length === 0) return
    yield chunk
    after = chunk[chunk.length - 1]
  }
}

/**
 * Reads outside transactions. Each command gets its own connection; a cursor resumes its scan after the last key it
 * read.
 */
export class ReadView implements View {
  lastChunkBytes = 0
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
    // The collection may have been dropped between two batches of a cursor.
    for (const chunk of scanConnection(this, this.now, collection, index, interval, reverse, first)) {
      yield chunk
      if (collection.dropped) refuse('OperationFailed', 'collection dropped: the cursor ends')
    }
  }

  usable(index: Index): boolean {
    return index.ready && !isHidden(index) && index.sinceVersion <= this.state
  }
}

/**
 * The latest state, including uncommitted writes from the current turn. Used by writes outside transactions, both to
 * read and to write.
 */
export class Latest implements Target {
  lastChunkBytes = 0
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
    // A sort or slow scan may have found this row several turns ago.
    if (before && store.writer.revision(collection, before.rid) !== before.rev) throw new Locked(Promise.resolve())
    const change = store.changeOf(collection, before, after)
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
   * An insert into a capped collection removes the oldest documents that exceed the limit, but never the new one. As in
   * MongoDB, an update may push the collection over the limit until the next insert.
   */
  private changeCapped(change: Change, before: Row | null): void {
    const { collection, raw } = change
    const { writer } = this.store
    const size = toNumber(collection.options.get('size') as Num)
    const max = toNumber((collection.options.get('max') ?? Number.POSITIVE_INFINITY) as Num)
    collection.cappedSize ??= writer.count(collection)
    const { cappedSize } = collection
    this.store.apply([change])
    cappedSize.documents += (raw ? 1 : 0) - (before ? 1 : 0)
    cappedSize.bytes += (raw?.length ?? 0) - (before?.raw.length ?? 0)
    while (!before && cappedSize.documents > 1 && (cappedSize.documents > max || cappedSize.bytes > size)) {
      this.change(collection, writer.oldest(collection), null)
    }
  }
}
