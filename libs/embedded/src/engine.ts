/**
 * One open data file with everything that lives beside it in memory: sessions and their transactions, cursors, and the
 * turn-taking that keeps one long command from holding up the others.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from './errors.ts'
import { type Connection, Store } from './store.ts'
import { Latest, type Locks, type MemoryBudget, ReadView, Transaction, type View } from './transactions.ts'

export interface EngineOptions {
  readonly dataDir: string
  /** The data file may grow to this; beyond it writes fail as on a full disk. */
  readonly maxBytes?: number | undefined
  /** Seconds between two passes over TTL indexes (60, as MongoDB has it). */
  readonly ttlSeconds?: number | undefined
  /** Allows configureFailPoint, which breaks answers on purpose. */
  readonly failPoints?: boolean | undefined
}

/** A command works this long before it lets the others have a turn, in milliseconds. */
const SLICE = 4

/** One command's share of the thread: where it lets others work, and where it notices that it should stop. */
export class Pace {
  private readonly turns: Turns
  private since = performance.now()
  /** Set per command: when maxTimeMS is over, and whether its connection has gone. */
  deadline = Number.POSITIVE_INFINITY
  gone: () => boolean = () => false
  /** Waits with the message's share of memory given back. */
  idle: (until: Promise<void>) => Promise<void> = (until) => until

  constructor(turns: Turns) {
    this.turns = turns
  }

  /** Starts a new command's time. */
  begin(maxTimeMs: number | undefined, gone: () => boolean, idle = this.idle): void {
    this.idle = idle
    this.since = performance.now()
    this.deadline = maxTimeMs ? this.since + maxTimeMs : Number.POSITIVE_INFINITY
    this.gone = gone
  }

  get due(): boolean {
    return performance.now() - this.since > SLICE
  }

  breathe = async (): Promise<void> => {
    if (!this.due) return
    await this.turns.next()
    this.since = performance.now()
    this.check()
  }

  /** Waits for others, no longer than the command's time lasts, and holds nothing meanwhile that they may need. */
  async wait(until: Promise<void>): Promise<void> {
    const late = new AbortController()
    const rest = this.deadline - performance.now()
    const over = Number.isFinite(rest) ? sleep(Math.max(rest, 0), undefined, { signal: late.signal }).catch(() => {}) : undefined
    await this.idle(over ? Promise.race([until, over]) : until)
    late.abort()
    this.check()
  }

  check(): void {
    if (performance.now() >= this.deadline) refuse('MaxTimeMSExpired', 'operation exceeded time limit')
    if (this.gone()) refuse('Interrupted', 'the client has gone')
  }
}

/** Long commands resume one per event-loop turn, so that short ones are answered between any two of their slices. */
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
  /** Highest transaction number seen. */
  number: number
  transaction: Transaction | undefined
  /** Number of the last transaction that committed here. */
  committed: number | undefined
  /** A retryable write that is still running; its twin waits for the same answer. */
  running: { readonly number: number; readonly answer: Promise<unknown> } | undefined
  lastUsed: number
  /** The connection of its latest command. */
  peer: number
}

export interface Cursor {
  readonly id: bigint
  readonly namespace: string
  readonly documents: AsyncGenerator<readonly Uint8Array[]>
  /** Documents that came in the last chunk and did not fit into the last batch. */
  rest: readonly Uint8Array[]
  /** Memory that its command takes, and how many times their bytes the rows take that it has read. */
  readonly weight: number
  readonly rowWeight: number
  /** What was counted for all this when it was last put aside. */
  waiting: number
  readonly pace: Pace
  readonly view: View
  readonly transaction: Transaction | undefined
  /** Holds what all this takes. */
  readonly budget: MemoryBudget
  busy: boolean
  lastUsed: number
}

const MINUTE = 60_000
const MAX_CURSORS = 10_000
const MAX_SESSIONS = 100_000
const SESSION_MINUTES = 30
const TRANSACTION_SECONDS = 60
/** How long a client has to go on with a transaction on another connection when it has lost one. */
const FORSAKEN_MS = 3_000
/** What all cursors, blocking stages and transactions together may hold in memory. */
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
  /** Bytes of the batches that are being put together. */
  batching = 0

  constructor(options: EngineOptions) {
    this.options = options
    this.store = new Store(options.dataDir, options.maxBytes)
    this.latest = new Latest(this.store, this.locks)
    this.every(1000, () => this.expire())
    this.every(1000, () => this.store.checkpoint())
    this.every(MINUTE, () => {
      this.store.forgetRetries(Date.now() - (SESSION_MINUTES + 5) * MINUTE)
      this.store.flush()
      this.store.shrink()
    })
  }

  /** Runs a chore at intervals; its failure is told and does not end the process. */
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

  /** Lets a command read one committed state while `run` lasts. */
  async reading<T>(view: View, run: () => Promise<T>): Promise<T> {
    if (!(view instanceof ReadView)) return run()
    const connection: Connection = await this.store.snapshot()
    view.connection = connection
    try {
      return await run()
    } finally {
      view.connection = undefined
      this.store.release(connection)
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
    // The Map's order is the order of use.
    this.sessions.set(key, session)
    session.lastUsed = Date.now()
    return session
  }

  /** What an idle session still has to say about its writes is in the data file too. */
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
    const snapshot = await this.store.snapshot('transaction')
    // While this waited for a connection, the session may have gone on without it.
    if (session.number !== number || session.transaction) {
      this.store.release(snapshot, 'transaction')
      refuse('ConflictingOperationInProgress', 'the session started another transaction meanwhile')
    }
    const transaction = new Transaction(number, this.store, this.locks, this.budget(), snapshot, this.store.catalogState)
    session.transaction = transaction
    return transaction
  }

  /** Ends the session's transaction without keeping anything of it. */
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
    let id: bigint
    do id = randomBytes(8).readBigUInt64BE() >> 1n
    while (id === 0n || this.cursors.has(id))
    const opened = { ...cursor, id, busy: false, lastUsed: Date.now() }
    this.cursors.set(id, opened)
    return opened
  }

  /** Makes a cursor the last that `closeIdleCursor` would close. */
  used(cursor: Cursor): void {
    cursor.lastUsed = Date.now()
    if (this.cursors.delete(cursor.id)) this.cursors.set(cursor.id, cursor)
  }

  /** Makes room at the cost of the cursor that has waited longest. Says whether there was one. */
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

  /** A budget of at most 100 MB, counted into what the whole process may hold, idle cursors included; `free` gives it back. */
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
   * A connection has ended. A killed client leaves its transactions open; in MongoDB they hold their documents up to 60 s. One whose latest command
   * came by this connection and that nobody continues is aborted soon: what a client may lose at any moment anyway (it begins it anew).
   */
  forsaken(peer: number): void {
    const left = [...this.sessions.values()].filter((session) => session.transaction && session.peer === peer)
    if (left.length === 0) return
    setTimeout(() => {
      for (const session of left) if (session.peer === peer) this.abort(session)
    }, FORSAKEN_MS).unref()
  }

  private expire(): void {
    const now = Date.now()
    for (const [key, session] of this.sessions) {
      // A transaction pins the data file's log, so it may not stay open.
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
