/** Publishes committed outbox events to the bus, at least once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../data/database.ts'
import { type OutboxEvent, type OutboxRow, outboxOf } from '../data/outbox.ts'
import { withTimeout } from '../with-timeout.ts'
import type { Bus } from './bus.ts'

export interface RelayOptions {
  readonly database: Database
  readonly bus: Bus
  readonly log: Logger
  /** How long a process keeps its lease on a row without renewing the lease, in milliseconds. Default: 10,000. */
  readonly leaseMs?: number
}

/**
 * Long enough that a live process can pause without losing its leases. A shorter lease would only cause duplicate
 * deliveries, which consumers ignore.
 */
const LEASE_MS = 10_000
const BATCH = 500
/** The relay sends one batch while another awaits confirmation. */
const IN_FLIGHT = 2
const SWEPT_ROWS = 100
/** Maximum number of events in memory; further events wait in the database. */
const ROOM = 10_000
const SWEEP_FIRST_MS = 1_000
const SWEEP_MOST_MS = 10_000
const PAUSE_MOST_MS = 2_000
const UNROUTABLE_PAUSE_MOST_MS = 300_000
const REPORT_EVERY_MS = 60_000
const STOP_MOST_MS = 5_000

/** `transact` hands over rows after each commit; a sweeper takes over the rows of dead processes. */
export function startRelay(options: RelayOptions): Relay {
  const relay = new Relay(options)
  relay.start()
  return relay
}

export class Relay {
  readonly owner: string = randomUUID()
  readonly stats = { published: 0, unroutable: 0, waiting: 0 }
  readonly #outbox: ReturnType<typeof outboxOf>
  readonly #bus: Bus
  readonly #log: Logger
  readonly #leaseMs: number
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #reportedAt = new Map<string, number>()
  readonly #held = new Map<string, number>()
  #waiting = 0
  #queue: OutboxRow[] = []
  #inFlight = 0
  #overflowed = false
  #busPauseMs = 0
  #wakeSweeper = () => {}

  constructor({ database, bus, log, leaseMs = LEASE_MS }: RelayOptions) {
    this.#outbox = outboxOf(database.connection)
    this.#bus = bus
    this.#log = log
    this.#leaseMs = leaseMs
  }

  start(): void {
    this.#track(this.#keepSweeping())
    this.#track(this.#keepRenewing())
  }

  /**
   * Returns the end of the lease for a row written now. If memory is full, the lease has already expired, so that a
   * sweep publishes the row later.
   */
  lease(): Date {
    if (this.#waiting < ROOM) return new Date(Date.now() + this.#leaseMs)
    this.#overflowed = true
    return new Date(0)
  }

  /** Accepts committed rows; never blocks or throws. */
  handOver(rows: readonly OutboxRow[]): void {
    // A sweep finds the dropped rows once their lease expires.
    if (this.#waiting > ROOM * 2 || this.#stopping.signal.aborted) return
    this.#enqueue(rows.filter((row) => row.leaseUntil.getTime() > 0))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    // An unresponsive bus must not keep the process alive; unconfirmed rows stay in the outbox.
    const ending = Promise.all(this.#running).then(() => this.#giveBack())
    await withTimeout(ending, STOP_MOST_MS, () => {})
  }

  #track(work: Promise<void>): void {
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  async #pause(milliseconds: number, signal = this.#stopping.signal): Promise<void> {
    await pause(milliseconds, undefined, { signal }).catch(() => {})
  }

  // —— publishing ——

  #enqueue(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      if (this.#held.has(row._id)) continue
      this.#held.set(row._id, row.leaseUntil.getTime())
      this.#waiting += row.events.length
      this.#queue.push(row)
    }
    this.stats.waiting = this.#waiting
    this.#flow()
  }

  #flow(): void {
    // While the bus is down, the relay tries only one batch at a time.
    const most = this.#busPauseMs > 0 ? 1 : IN_FLIGHT
    while (this.#inFlight < most && this.#queue.length > 0 && !this.#stopping.signal.aborted) {
      const batch = this.#takeBatch()
      this.#inFlight += 1
      this.#track(
        this.#publishBatch(batch).finally(() => {
          this.#inFlight -= 1
          this.stats.waiting = this.#waiting
          this.#flow()
          if (this.#queue.length === 0 && this.#overflowed) this.#wakeSweeper()
        }),
      )
    }
  }

  #takeBatch(): OutboxRow[] {
    const queue = this.#queue
    let rows = 0
    for (let events = 0; rows < queue.length && events < BATCH; rows += 1) events += queue[rows]?.events.length ?? 0
    return queue.splice(0, rows)
  }

  async #publishBatch(batch: OutboxRow[]): Promise<void> {
    const events = batch.flatMap((row) => row.events)
    let outcomes: Awaited<ReturnType<Bus['publish']>>
    try {
      outcomes = await this.#bus.publish(events.map(({ id, type, body, transient }) => ({ id, type, body: Buffer.from(body), transient })))
    } catch (error) {
      return this.#retryLater(batch, error)
    }
    if (this.#busPauseMs > 0) {
      this.#log.info({ waiting: this.#waiting }, 'bus available again')
      this.#busPauseMs = 0
      this.#wakeSweeper()
    }
    const unroutable = new Set(events.filter((_, at) => outcomes[at] !== 'confirmed'))
    this.stats.published += events.length - unroutable.size
    await this.#removePublished(batch, unroutable)
    for (const row of batch) {
      this.#held.delete(row._id)
      this.#waiting -= row.events.length
    }
  }

  async #retryLater(batch: OutboxRow[], error: unknown): Promise<void> {
    if (this.#stopping.signal.aborted) return
    if (this.#busPauseMs === 0) this.#log.warn({ error: String(error), waiting: this.#waiting }, 'bus unavailable; events wait in outbox')
    this.#busPauseMs = Math.min(Math.max(this.#busPauseMs * 2, 50), PAUSE_MOST_MS)
    this.#queue = batch.concat(this.#queue)
    await this.#pause(this.#busPauseMs * (0.5 + Math.random()))
  }

  async #removePublished(batch: readonly OutboxRow[], unroutable: ReadonlySet<OutboxEvent>): Promise<void> {
    const left = batch
      .map((row) => ({ ...row, events: row.events.filter((event) => unroutable.has(event)) }))
      .filter((row) => row.events.length > 0)
    const over = left.length === 0 ? batch : batch.filter((row) => row.events.every((event) => !unroutable.has(event)))
    try {
      if (over.length > 0) await this.#outbox.deleteMany({ _id: { $in: over.map((row) => row._id) } })
      if (left.length > 0) await this.#putOff(left)
    } catch (error) {
      // The relay publishes these events again when their lease expires; consumers ignore the duplicates.
      this.#log.warn({ error: String(error), rows: batch.length }, 'published events could not be removed from outbox')
    }
  }

  async #putOff(rows: readonly OutboxRow[]): Promise<void> {
    const now = Date.now()
    for (const [type, same] of Map.groupBy(
      rows.flatMap((row) => row.events),
      (event) => event.type,
    )) {
      this.stats.unroutable += same.length
      if (now - (this.#reportedAt.get(type) ?? 0) < REPORT_EVERY_MS) continue
      this.#reportedAt.set(type, now)
      this.#log.error({ type, events: same.length }, 'event unroutable; kept for retry')
    }
    for (const { _id, events, tries } of rows) {
      const leaseUntil = new Date(now + Math.min(1_000 * 2 ** tries, UNROUTABLE_PAUSE_MOST_MS))
      await this.#outbox.updateOne({ _id }, { $set: { events, leaseUntil, tries: tries + 1 } })
    }
  }

  // —— leases ——

  async #keepSweeping(): Promise<void> {
    let wait = SWEEP_FIRST_MS
    // Until this time, leases of an earlier process may still expire, so the sweeper checks often.
    const settledIn = Date.now() + this.#leaseMs + SWEEP_FIRST_MS
    while (!this.#stopping.signal.aborted) {
      // Set before the sweep, so that the sweep does not miss the end of an outage.
      const nap = new AbortController()
      this.#wakeSweeper = () => nap.abort()
      let swept = 0
      try {
        if (this.#waiting < ROOM / 2) {
          this.#overflowed = false
          swept = await this.#sweep()
          // A full result means that more rows may be waiting; the next sweep starts once memory has room.
          if (swept === SWEPT_ROWS) this.#overflowed = true
        }
      } catch (error) {
        this.#log.warn({ error: String(error) }, 'outbox sweep failed; retrying')
      }
      if (swept === SWEPT_ROWS && this.#waiting < ROOM / 2) continue
      wait = swept > 0 || Date.now() < settledIn ? SWEEP_FIRST_MS : Math.min(wait * 1.5, SWEEP_MOST_MS)
      await this.#pause(wait, AbortSignal.any([nap.signal, this.#stopping.signal]))
    }
  }

  /** Takes over rows with an expired lease and returns how many rows it found. */
  async #sweep(): Promise<number> {
    const now = new Date()
    const over = { leaseUntil: { $lte: now } }
    const seen = await this.#outbox.find(over).sort({ leaseUntil: 1 }).limit(SWEPT_ROWS).toArray()
    if (seen.length === 0) return 0
    const leaseUntil = new Date(now.getTime() + this.#leaseMs)
    const ids = { _id: { $in: seen.map((row) => row._id) } }
    await this.#outbox.updateMany({ ...ids, ...over }, { $set: { leaseUntil, owner: this.owner } })
    const mine = await this.#outbox.find({ ...ids, owner: this.owner, leaseUntil }).toArray()
    this.#enqueue(mine)
    return seen.length
  }

  async #keepRenewing(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#pause(this.#leaseMs / 5)
      await this.#renew().catch((error) => this.#log.warn({ error: String(error) }, 'outbox leases could not be renewed'))
    }
  }

  /** Renews the leases of waiting rows, so that no other process publishes them. */
  async #renew(): Promise<void> {
    const now = Date.now()
    const ending = [...this.#held].filter(([, until]) => until < now + this.#leaseMs / 2).map(([id]) => id)
    if (ending.length === 0) return
    const leaseUntil = new Date(now + this.#leaseMs)
    await this.#outbox.updateMany({ _id: { $in: ending }, owner: this.owner }, { $set: { leaseUntil } })
    for (const id of ending) if (this.#held.has(id)) this.#held.set(id, leaseUntil.getTime())
  }

  /** Ends the leases early, so that the next process does not wait for them to expire. */
  async #giveBack(): Promise<void> {
    if (this.#held.size === 0) return
    const mine = { _id: { $in: [...this.#held.keys()] }, owner: this.owner }
    await this.#outbox.updateMany(mine, { $set: { leaseUntil: new Date(0) } }).catch(() => {})
  }
}
