/** Carries what transactions said from the outbox to the bus: at least once, and at once. */
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
  /** How long a row belongs to a process after its last sign of life, in milliseconds; 10,000 when left out. */
  readonly leaseMs?: number
}

export interface RelayStats {
  /** Events that the bus confirmed since the start. */
  readonly published: number
  /** Times that no queue took an event. */
  readonly unroutable: number
  /** Events in memory that wait for the bus. */
  readonly waiting: number
}

export interface Relay {
  readonly owner: string
  readonly stats: RelayStats
  /** When the lease of a row written now ends: at once when there is no room for it in memory. */
  lease(): Date
  /** Gets committed rows; never waits, never throws. */
  handOver(rows: readonly OutboxRow[]): void
  /** Publishes no more. What is left belongs to whoever sweeps next. */
  stop(): Promise<void>
}

/** No shorter than a pause of the process that is none of its death. Too short a lease costs double deliveries, which take no second effect. */
const LEASE_MS = 10_000
const BATCH = 500
/** One batch waits for its confirms while the next one is written. */
const IN_FLIGHT = 2
const SWEPT_ROWS = 100
/** More events than this wait in the database only. */
const ROOM = 10_000
const SWEEP_FIRST_MS = 1_000
const SWEEP_MOST_MS = 10_000
const PAUSE_MOST_MS = 2_000
const UNROUTABLE_PAUSE_MOST_MS = 300_000
const COMPLAIN_EVERY_MS = 60_000
const STOP_MOST_MS = 5_000

/**
 * Starts the relay. Rows come in memory from `transact` right after their commit; a sweeper takes over those of dead processes.
 * @example const relay = startRelay({ database, bus, log })
 */
export function startRelay({ database, bus, log, leaseMs = LEASE_MS }: RelayOptions): Relay {
  const owner = randomUUID()
  const outbox = outboxOf(database.connection)
  const stats = { published: 0, unroutable: 0, waiting: 0 }
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const complained = new Map<string, number>()
  /** All rows in memory, in the queue or in flight, and until when they are ours. */
  const held = new Map<string, number>()
  /** Their events. */
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
    // While the bus is away one batch tries, and the others wait with it.
    const most = busPauseMs > 0 ? 1 : IN_FLIGHT
    while (inFlight < most && queue.length > 0 && !stopping.signal.aborted) {
      const batch = takeBatch()
      inFlight += 1
      track(
        carry(batch).finally(() => {
          inFlight -= 1
          stats.waiting = waiting
          flow()
          if (queue.length === 0 && overflowed) wakeSweeper()
        }),
      )
    }
  }

  /** Rows with about as many events as one batch publishes. */
  function takeBatch(): OutboxRow[] {
    let rows = 0
    for (let events = 0; rows < queue.length && events < BATCH; rows += 1) events += queue[rows]?.events.length ?? 0
    return queue.splice(0, rows)
  }

  async function carry(batch: OutboxRow[]): Promise<void> {
    const events = batch.flatMap((row) => row.events)
    let outcomes: Awaited<ReturnType<Bus['publish']>>
    try {
      outcomes = await bus.publish(events.map(({ id, type, body, transient }) => ({ id, type, body: Buffer.from(body), transient })))
    } catch (error) {
      if (stopping.signal.aborted) return
      if (busPauseMs === 0) log.warn({ error: String(error), waiting }, 'the bus is away; events wait in the outbox')
      busPauseMs = Math.min(Math.max(busPauseMs * 2, 50), PAUSE_MOST_MS)
      queue = batch.concat(queue)
      await pause(busPauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => {})
      return
    }
    if (busPauseMs > 0) {
      log.info({ waiting }, 'the bus is back')
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
      // They are published again when their lease is over, and dropped as duplicates where they took effect.
      log.warn({ error: String(error), rows: batch.length }, 'published events could not be taken out of the outbox')
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
      if (now - (complained.get(type) ?? 0) < COMPLAIN_EVERY_MS) continue
      complained.set(type, now)
      log.error({ type, events: same.length }, 'no queue takes this event; it is kept and tried again')
    }
    for (const { _id, events, tries } of rows) {
      const leaseUntil = new Date(now + Math.min(1_000 * 2 ** tries, UNROUTABLE_PAUSE_MOST_MS))
      await outbox.updateOne({ _id }, { $set: { events, leaseUntil, tries: tries + 1 } })
    }
  }

  /** Takes rows whose lease is over into memory; returns how many there were. */
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

  /** What waits for its bus stays ours for as long as we live: nobody else publishes it a second time. */
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
      await renew().catch((error) => log.warn({ error: String(error) }, 'the leases of waiting events could not be renewed'))
    }
  }

  /** Whoever sweeps next need not wait for the end of the leases. */
  async function giveBack(): Promise<void> {
    if (held.size === 0) return
    await outbox.updateMany({ _id: { $in: [...held.keys()] }, owner }, { $set: { leaseUntil: new Date(0) } }).catch(() => {})
  }

  async function keepSweeping(): Promise<void> {
    let wait = SWEEP_FIRST_MS
    // Until then there may be rows of the one that ran before.
    const settledIn = Date.now() + leaseMs + SWEEP_FIRST_MS
    while (!stopping.signal.aborted) {
      // Before looking, so that what asks for a look during this one is not missed.
      const nap = new AbortController()
      wakeSweeper = () => nap.abort()
      let swept = 0
      try {
        if (waiting < ROOM / 2) {
          overflowed = false
          swept = await sweep()
          // More than one round can carry: they are next, when there is room again.
          if (swept === SWEPT_ROWS) overflowed = true
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'the outbox could not be looked through; trying again')
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
      // Rows that were leased when there was still room are found by the sweeper once the lease is over.
      if (waiting > ROOM * 2 || stopping.signal.aborted) return
      enqueue(rows.filter((row) => row.leaseUntil.getTime() > 0))
    },
    stop: async () => {
      stopping.abort()
      // A bus that does not answer must not keep the process: unconfirmed rows stay in the outbox.
      await Promise.race([Promise.all(running).then(giveBack), pause(STOP_MOST_MS, undefined, { ref: false })])
    },
  }
}
