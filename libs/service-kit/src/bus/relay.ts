/** Publishes committed outbox events to the bus, immediately and at least once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../data/database.ts'
import { type OutboxRow, outboxOf } from '../data/outbox.ts'
import type { Bus } from './bus.ts'

export interface RelayOptions {
  readonly database: Database
  readonly bus: Bus
  readonly log: Logger
  /** How long a row stays leased to a process after its last renewal, in milliseconds. Default: 10,000. */
  readonly leaseMs?: number
}

interface RelayStats {
  /** Number of events confirmed by the bus since startup. */
  readonly published: number
  /** Number of times an event was unroutable. */
  readonly unroutable: number
  /** Number of events in memory that are waiting for the bus. */
  readonly waiting: number
}

export interface Relay {
  readonly owner: string
  readonly stats: RelayStats
  /**
   * Returns when the lease of a row written now ends. If memory is full, that is in the past, so that a later sweep
   * finds the row.
   */
  lease(): Date
  /** Accepts committed rows; never blocks or throws. */
  handOver(rows: readonly OutboxRow[]): void
  /** Stops publishing. The next process that sweeps the outbox takes over the remaining rows. */
  stop(): Promise<void>
}

/**
 * Long enough to outlast a pause in a live process. Too short a lease causes duplicate deliveries, which have no
 * effect.
 */
const LEASE_MS = 10_000
const BATCH = 500
/** One batch can await confirms while the next is being written. */
const IN_FLIGHT = 2
const SWEPT_ROWS = 100
/** Events beyond this number wait in the database. */
const ROOM = 10_000
const SWEEP_FIRST_MS = 1_000
const SWEEP_MOST_MS = 10_000
const PAUSE_MOST_MS = 2_000
const UNROUTABLE_PAUSE_MOST_MS = 300_000
const REPORT_EVERY_MS = 60_000
const STOP_MOST_MS = 5_000

/**
 * Starts the relay. `transact` hands over rows after each commit; a sweeper takes over rows left by dead processes.
 * @example const relay = startRelay({ database, bus, log })
 */
export function startRelay({ database, bus, log, leaseMs = LEASE_MS }: RelayOptions): Relay {
  const owner = randomUUID()
  const outbox = outboxOf(database.connection)
  const stats = { published: 0, unroutable: 0, waiting: 0 }
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const reportedAt = new Map<string, number>()
  /** Rows in memory, queued or in flight, each with the time its lease ends. */
  const held = new Map<string, number>()
  /** Number of events in the rows held in memory. */
  let waiting = 0
  let queue: OutboxRow[] = []
  let inFlight = 0
  let overflowed = false
  let busPauseMs = 0
  let wakeSweeper = () => {}

  function track(work: Promise<void>): void {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  function enqueue(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      if (held.has(row._id)) continue
      held.set(row._id, row.leaseUntil.getTime())
      waiting += row.events.length
      queue.push(row)
    }
    stats.waiting = waiting
    flow()
  }

  function flow(): void {
    // While the bus is down, the relay tries only one batch at a time.
    const most = busPauseMs > 0 ? 1 : IN_FLIGHT
    while (inFlight < most && queue.length > 0 && !stopping.signal.aborted) {
      const batch = takeBatch()
      inFlight += 1
      track(
        publishBatch(batch).finally(() => {
          inFlight -= 1
          stats.waiting = waiting
          flow()
          if (queue.length === 0 && overflowed) wakeSweeper()
        }),
      )
    }
  }

  /** Takes rows from the queue until they add up to about one batch of events. */
  function takeBatch(): OutboxRow[] {
    let rows = 0
    for (let events = 0; rows < queue.length && events < BATCH; rows += 1) events += queue[rows]?.events.length ?? 0
    return queue.splice(0, rows)
  }

  async function publishBatch(batch: OutboxRow[]): Promise<void> {
    const events = batch.flatMap((row) => row.events)
    let outcomes: Awaited<ReturnType<Bus['publish']>>
    try {
      outcomes = await bus.publish(events.map(({ id, type, body, transient }) => ({ id, type, body: Buffer.from(body), transient })))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (busPauseMs === 0) log.warn({ error: String(error), waiting }, 'bus unavailable; events wait in outbox')
      busPauseMs = Math.min(Math.max(busPauseMs * 2, 50), PAUSE_MOST_MS)
      queue = batch.concat(queue)
      await pause(busPauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => {})
      return
    }
    if (busPauseMs > 0) {
      log.info({ waiting }, 'bus available again')
      busPauseMs = 0
      wakeSweeper()
    }
    const unroutable = new Set(events.filter((_, at) => outcomes[at] !== 'confirmed'))
    stats.published += events.length - unroutable.size
    const left = batch
      .map((row) => ({ ...row, events: row.events.filter((event) => unroutable.has(event)) }))
      .filter((row) => row.events.length > 0)
    const over = left.length === 0 ? batch : batch.filter((row) => row.events.every((event) => !unroutable.has(event)))
    try {
      if (over.length > 0) await outbox.deleteMany({ _id: { $in: over.map((row) => row._id) } })
      if (left.length > 0) await putOff(left)
    } catch (error) {
      // The relay publishes these events again when their lease expires, and consumers drop the duplicates.
      log.warn({ error: String(error), rows: batch.length }, 'published events could not be removed from outbox')
    }
    for (const row of batch) {
      held.delete(row._id)
      waiting -= row.events.length
    }
  }

  async function putOff(rows: readonly OutboxRow[]): Promise<void> {
    const now = Date.now()
    for (const [type, same] of Map.groupBy(
      rows.flatMap((row) => row.events),
      (event) => event.type,
    )) {
      stats.unroutable += same.length
      if (now - (reportedAt.get(type) ?? 0) < REPORT_EVERY_MS) continue
      reportedAt.set(type, now)
      log.error({ type, events: same.length }, 'event unroutable; kept for retry')
    }
    for (const { _id, events, tries } of rows) {
      const leaseUntil = new Date(now + Math.min(1_000 * 2 ** tries, UNROUTABLE_PAUSE_MOST_MS))
      await outbox.updateOne({ _id }, { $set: { events, leaseUntil, tries: tries + 1 } })
    }
  }

  /** Takes over rows with an expired lease and returns how many it found. */
  async function sweep(): Promise<number> {
    const now = new Date()
    const over = { leaseUntil: { $lte: now } }
    const seen = await outbox.find(over).sort({ leaseUntil: 1 }).limit(SWEPT_ROWS).toArray()
    if (seen.length === 0) return 0
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const ids = { _id: { $in: seen.map((row) => row._id) } }
    await outbox.updateMany({ ...ids, ...over }, { $set: { leaseUntil, owner } })
    const mine = await outbox.find({ ...ids, owner, leaseUntil }).toArray()
    enqueue(mine)
    return seen.length
  }

  /** Renews the leases of rows that are waiting for the bus, so that no other process publishes them. */
  async function renew(): Promise<void> {
    const now = Date.now()
    const ending = [...held].filter(([, until]) => until < now + leaseMs / 2).map(([id]) => id)
    if (ending.length === 0) return
    await outbox.updateMany({ _id: { $in: ending }, owner }, { $set: { leaseUntil: new Date(now + leaseMs) } })
    for (const id of ending) if (held.has(id)) held.set(id, now + leaseMs)
  }

  async function keepRenewing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(leaseMs / 5, undefined, { signal: stopping.signal }).catch(() => {})
      await renew().catch((error) => log.warn({ error: String(error) }, 'outbox leases could not be renewed'))
    }
  }

  /** Ends the leases, so that the next process does not have to wait for them to expire. */
  async function giveBack(): Promise<void> {
    if (held.size === 0) return
    await outbox.updateMany({ _id: { $in: [...held.keys()] }, owner }, { $set: { leaseUntil: new Date(0) } }).catch(() => {})
  }

  async function keepSweeping(): Promise<void> {
    let wait = SWEEP_FIRST_MS
    // Until this time, leases left by an earlier process may expire, so the sweeper checks often.
    const settledIn = Date.now() + leaseMs + SWEEP_FIRST_MS
    while (!stopping.signal.aborted) {
      // Set before the sweep, so that a wake-up during the sweep is not missed.
      const nap = new AbortController()
      wakeSweeper = () => nap.abort()
      let swept = 0
      try {
        if (waiting < ROOM / 2) {
          overflowed = false
          swept = await sweep()
          // A sweep that returns the maximum number of rows means that more are waiting; the next sweep follows when
          // memory has room.
          if (swept === SWEPT_ROWS) overflowed = true
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'outbox sweep failed; retrying')
      }
      if (swept === SWEPT_ROWS && waiting < ROOM / 2) continue
      wait = swept > 0 || Date.now() < settledIn ? SWEEP_FIRST_MS : Math.min(wait * 1.5, SWEEP_MOST_MS)
      await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping.signal]) }).catch(() => {})
    }
  }

  track(keepSweeping())
  track(keepRenewing())

  return {
    owner,
    stats,
    lease: () => {
      if (waiting < ROOM) return new Date(Date.now() + leaseMs)
      overflowed = true
      return new Date(0)
    },
    handOver: (rows) => {
      // The sweeper finds the rows dropped here once their lease expires.
      if (waiting > ROOM * 2 || stopping.signal.aborted) return
      enqueue(rows.filter((row) => row.leaseUntil.getTime() > 0))
    },
    stop: async () => {
      stopping.abort()
      // An unresponsive bus must not keep the process alive; unconfirmed rows stay in the outbox.
      await Promise.race([Promise.all(running).then(giveBack), pause(STOP_MOST_MS, undefined, { ref: false })])
    },
  }
}
