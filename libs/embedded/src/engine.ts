/**
 * An open data file and its in-memory state: sessions, transactions and cursors. Schedules long commands so that they
 * do not block short ones.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { refuse } from './errors.ts'
import type { Locks } from './locks.ts'
import { Store } from './store.ts'
import { Transaction } from './transaction.ts'
import { Latest, type MemoryBudget, ReadView, type View } from './views.ts'

export interface EngineOptions {
  readonly dataDir: string
  /** Maximum size of the data file in bytes. Writes beyond this size fail as if the disk were full. */
  readonly maxBytes?: number | undefined
  /** Seconds between deletions of expired documents. Default: 60, as in MongoDB. */
  readonly ttlSeconds?: number | undefined
  readonly failPoints?: boolean | undefined
  /** See `EmbeddedMongoOptions`. */
  readonly noSync?: boolean | undefined
}

/** Milliseconds that a command runs before other commands get a turn. */
const SLICE_MS = 4

/** Decides when a command yields to other commands and when it must stop. */
export class Pace {
  private readonly turns: Turns
  private since = performance.now()
  /** When the command's maxTimeMS expires, as a `performance.now()` value. */
  deadline = Number.POSITIVE_INFINITY
  disconnected: () => boolean = () => false
  /** Releases the message's share of memory while waiting for `until`. */
  idle: (until: Promise<void>) => Promise<void> = (until) => until

  constructor(turns: Turns) {
    this.turns = turns
  }

  begin(maxTimeMs: number | undefined, gone: () => boolean, idle = this.idle): void {
    this.idle = idle
    this.since = performance.now()
    this.deadline = maxTimeMs ? this.since + maxTimeMs : Number.POSITIVE_INFINITY
    this.disconnected = gone
  }

  get due(): boolean {
    return performance.now() - this.since > SLICE_MS
  }

  yieldIfDue = async (): Promise<void> => {
    if (!this.due) return
    await this.turns.next()
    this.since = performance.now()
    this.check()
  }

  /** Waits for other commands, but not past the deadline. Releases memory that the other commands may need. */
  async wait(until: Promise<void>): Promise<void> {
    const late = new AbortController()
    const remaining = this.deadline - performance.now()
    const over = Number.isFinite(remaining) ? sleep(Math.max(remaining, 0), undefined, { signal: late.signal }).catch(() => {}) : undefined
    await this.idle(over ? Promise.race([until, over]) : until)
    late.abort()
    this.check()
  }

  check(): void {
    if (performance.now() >= this.deadline) refuse('MaxTimeMSExpired', 'operation exceeded time limit')
    if (this.disconnected()) refuse('Interrupted', 'the client has gone')
  }
}

/** Resumes one long command per event-loop turn, so that short commands run between slices. */
class Turns {
  private readonly queue: (() => void)[] = []

  next(): Promise<void> {
    return new Promise((resume) => {
      this.queue.push(resume)
      if (this.queue.length === 1) setImmediate(this.run)
    })
  }

  private run = (): void => {
    this.queue.shift()?.()
    if (this.queue.length > 0) setImmediate(this.run)
  }
}

export interface Session {
  number: number
  transaction: Transaction | undefined
  committed: number | undefined
  /** A running retryable write. A retry waits for its reply. */
  running: { readonly number: number; readonly answer: Promise<unknown> } | undefined
  lastUsed: number
  /** Connection id of the session's latest command. */
  peer: number
}

export interface Cursor {
  readonly id: bigint
  readonly namespace: string
  readonly documents: AsyncGenerator<readonly Uint8Array[]>
  /** Documents from the last chunk that did not fit in the last batch. */
  rest: readonly Uint8Array[]
  /** Memory in bytes that the command itself uses. */
  readonly weight: number
  /** Bytes of memory used per byte of rows read: more than 1 if the engine decodes the rows. */
  readonly rowWeight: number
  /** Bytes charged to `budget` when the cursor last became idle. */
  chargedBytes: number
  readonly pace: Pace
  readonly view: View
  readonly transaction: Transaction | undefined
  readonly budget: MemoryBudget
  busy: boolean
  lastUsed: number
}

const MINUTE = 60_000
const MAX_CURSORS = 10_000
const MAX_SESSIONS = 100_000
const SESSION_MINUTES = 30
const TRANSACTION_SECONDS = 60
/** Grace period in milliseconds for a client that lost its connection to continue its transaction on a new one. */
const ABANDONED_MS = 3_000
/** Maximum memory in bytes for all cursors, blocking stages and transactions. */
const MAX_MEMORY = 256 * 1024 * 1024

export class Engine {
  readonly store: Store
  readonly locks: Locks = new Map()
  readonly latest: Latest
  readonly sessions = new Map<string, Session>()
  readonly cursors = new Map<bigint, Cursor>()
  readonly options: EngineOptions
  readonly startedAt = Date.now()
  private readonly turns = new Turns()
  private readonly timers: NodeJS.Timeout[] = []
  private memory = 0
  batching = 0

  constructor(options: EngineOptions) {
    this.options = options
    this.store = new Store(options.dataDir, options.maxBytes, options.noSync)
    this.latest = new Latest(this.store, this.locks)
    this.every(1000, () => this.expire())
    this.every(1000, () => this.store.checkpoint())
    this.every(MINUTE, () => {
      this.store.forgetRetries(Date.now() - (SESSION_MINUTES + 5) * MINUTE)
      this.store.flush()
      this.store.shrink()
    })
  }

  /** Runs a task at regular intervals. Logs errors, so that a failure does not end the process. */
  every(milliseconds: number, chore: () => void | Promise<void>): void {
    const run = async () => {
      try {
        await chore()
      } catch (error) {
        process.stderr.write(`embedded MongoDB: housekeeping failed: ${(error as Error).message}\n`)
      }
    }
    this.timers.push(setInterval(run, milliseconds).unref())
  }

  pace(): Pace {
    return new Pace(this.turns)
  }

  /** Uses one committed snapshot for the duration of `run`. */
  async reading<T>(view: View, run: () => Promise<T>): Promise<T> {
    if (!(view instanceof ReadView)) return run()
    const connection: Connection = await this.store.readers.snapshot()
    view.connection = connection
    try {
      return await run()
    } finally {
      view.connection = undefined
      this.store.readers.release(connection)
    }
  }

  // ---- sessions

  session(key: string): Session {
    let session = this.sessions.get(key)
    if (session) this.sessions.delete(key)
    else {
      if (this.sessions.size >= MAX_SESSIONS) this.dropOldestSession()
      session = { number: -1, transaction: undefined, committed: undefined, running: undefined, lastUsed: Date.now(), peer: 0 }
    }
    // Re-inserting the session keeps the Map ordered by last use.
    this.sessions.set(key, session)
    session.lastUsed = Date.now()
    return session
  }

  /** Drops the least recently used idle session. Its retry records remain in the data file. */
  private dropOldestSession(): void {
    for (const [key, { transaction, running }] of this.sessions) {
      if (transaction || running) continue
      this.sessions.delete(key)
      return
    }
    refuse('ExceededMemoryLimit', 'too many sessions are open')
  }

  async begin(session: Session, number: number): Promise<Transaction> {
    if (session.transaction) this.abort(session)
    session.number = number
    const snapshot = await this.store.readers.snapshot('transaction')
    // The session may have started another transaction while this call waited for a connection.
    if (session.number !== number || session.transaction) {
      this.store.readers.release(snapshot, 'transaction')
      refuse('ConflictingOperationInProgress', 'the session started another transaction meanwhile')
    }
    const transaction = new Transaction(number, this.store, this.locks, this.budget(), snapshot, this.store.catalog.version)
    session.transaction = transaction
    return transaction
  }

  abort(session: Session): void {
    const { transaction } = session
    session.transaction = undefined
    if (!transaction) return
    for (const cursor of this.cursors.values()) if (cursor.transaction === transaction) this.close(cursor)
    transaction.finish()
  }

  endSession(key: string): void {
    const session = this.sessions.get(key)
    if (session) this.abort(session)
    this.sessions.delete(key)
  }

  // ---- cursors

  open(cursor: Omit<Cursor, 'id' | 'busy' | 'lastUsed'>): Cursor {
    if (this.cursors.size >= MAX_CURSORS) this.closeIdleCursor()
    if (this.cursors.size >= MAX_CURSORS) refuse('ExceededMemoryLimit', `more than ${MAX_CURSORS} cursors are in use`)
    // Drivers return a small int64 as a JavaScript number and send it back as a double, so cursor ids are at least
    // 2^62.
    let id: bigint
    do id = (randomBytes(8).readBigUInt64BE() >> 2n) | (1n << 62n)
    while (this.cursors.has(id))
    const opened = { ...cursor, id, busy: false, lastUsed: Date.now() }
    this.cursors.set(id, opened)
    return opened
  }

  /** Marks a cursor as the most recently used, so that `closeIdleCursor` closes it last. */
  touch(cursor: Cursor): void {
    cursor.lastUsed = Date.now()
    if (this.cursors.delete(cursor.id)) this.cursors.set(cursor.id, cursor)
  }

  /** Closes the cursor that has been idle the longest. Returns false if no cursor is idle. */
  private closeIdleCursor(): boolean {
    for (const cursor of this.cursors.values()) {
      if (cursor.busy) continue
      this.close(cursor)
      return true
    }
    return false
  }

  close(cursor: Cursor): void {
    this.cursors.delete(cursor.id)
    cursor.budget.free()
    if (!cursor.busy) void cursor.documents.return(undefined).catch(() => {})
  }

  /**
   * Creates a budget of at most 100 MB, which also counts toward the process-wide limit. Closes idle cursors if the
   * limit is reached; `free` releases the budget.
   */
  budget(): MemoryBudget {
    let held = 0
    return {
      add: (bytes) => {
        held += bytes
        this.memory += bytes
        while (bytes > 0 && this.memory > MAX_MEMORY && this.closeIdleCursor());
        if (held > 100 * 1024 * 1024 || this.memory > MAX_MEMORY) {
          refuse(
            'QueryExceededMemoryLimitNoDiskUseAllowed',
            'more than 100 MB would be held in memory (a sort without an index, a group): the embedded engine does not spill to disk',
          )
        }
      },
      free: () => {
        this.memory -= held
        held = 0
      },
    }
  }

  // ---- housekeeping

  /**
   * Aborts a transaction soon after its connection closes, unless the client continues it on another connection.
   * MongoDB would hold a killed client's locks for up to 60 s.
   */
  connectionClosed(peer: number): void {
    const left = [...this.sessions.values()].filter((session) => session.transaction && session.peer === peer)
    if (left.length === 0) return
    setTimeout(() => {
      for (const session of left) if (session.peer === peer) this.abort(session)
    }, ABANDONED_MS).unref()
  }

  private expire(): void {
    const now = Date.now()
    for (const [key, session] of this.sessions) {
      // An open transaction pins the WAL, so its duration is limited.
      if (session.transaction && now - session.transaction.startedAt > TRANSACTION_SECONDS * 1000) this.abort(session)
      if (!session.transaction && !session.running && now - session.lastUsed > SESSION_MINUTES * MINUTE) this.sessions.delete(key)
    }
    for (const cursor of this.cursors.values()) if (!cursor.busy && now - cursor.lastUsed > 10 * MINUTE) this.close(cursor)
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer)
    for (const session of this.sessions.values()) this.abort(session)
    this.store.close()
  }
}
