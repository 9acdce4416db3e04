/** The state that a command reads or writes: a committed snapshot, the latest state, or a transaction. */
import { type Collection, type Index, isCapped } from './collection.ts'
import type { Connection, Entry, Interval, Row } from './connection.ts'
import { refuse } from './errors.ts'
import { Locked, type Locks, lockNames } from './locks.ts'
import { type Change, duplicateKey, type Store } from './store.ts'
import { type Doc, type Num, toNumber } from './values.ts'

/** `add` throws if the bytes in memory exceed the limit. */
export interface MemoryBudget {
  add(bytes: number): void
  free(): void
}

export const isHidden = (index: Index) => index.spec.get('hidden') === true

export interface View {
  /** Size in bytes of the last chunk that a scan read. A paused scan holds that chunk in memory. */
  readonly lastChunkBytes: number
  get(collection: Collection, rid: number): Row | undefined
  /** Yields rows in order, in chunks. The caller may yield to other commands between chunks. */
  scan(collection: Collection, index: Index | null, interval: Interval, reverse: boolean, first?: number): Generator<readonly Entry[]>
  /** A snapshot that is older than the index does not contain it. */
  usable(index: Index): boolean
}

export interface Target extends View {
  /** `before` is null for an insert, `after` for a removal. */
  change(collection: Collection, before: Row | null, after: { raw: Uint8Array; document: Doc } | null): void
}

const SMALL = 32
const LARGE = 512
/**
 * Number of rows in the second chunk if the caller limited the first chunk. Usually, the caller needs only a few more
 * rows.
 */
const MORE = 8

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
 * Reads outside transactions. Each command has its own connection, and a cursor resumes its scan after its last key.
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
    // The collection may have been dropped between two batches.
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
 * The latest state, including uncommitted writes of the current turn. Writes outside transactions read and change this
 * state.
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
    // A sort or a slow scan may have found this row several turns ago.
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
   * An insert into a capped collection removes the oldest documents beyond the limit, but never the new one. As in
   * MongoDB, an update may exceed the limit until the next insert.
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
