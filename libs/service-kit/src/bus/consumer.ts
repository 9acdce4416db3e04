/** Consumes events in batches, one transaction per batch, so that each event takes effect exactly once. */
import { randomUUID } from 'node:crypto'
import { Envelope } from '@reelfair/contracts'
import type { Logger } from 'pino'
import { isUnavailable, TransactionTimeout } from '../data/faults.ts'
import type { OpenTx, Transactor } from '../data/transact.ts'
import { bufferWrite, type UnitOfWork } from '../data/unit-of-work.ts'
import type { Context, Subscription, Tx } from '../service.ts'
import type { Bus, Delivery, DeliveryOutcome } from './bus.ts'
import { inboxOf } from './inbox.ts'

/** Context values specific to a single event or job run. */
export interface WorkScope {
  readonly causeId: string
  /** Session for reads, so that a handler sees what earlier events in the batch wrote. */
  readonly unit?: UnitOfWork
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface ConsumerSettings {
  readonly bus: Bus
  /** Service name, also used as the queue name. */
  readonly queue: string
  readonly subscriptions: readonly Subscription[]
  readonly transactor: Transactor
  /** Creates the context for one event. The context must use the scope's `unit` and `transact`. */
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  readonly deliveryLimit?: number
  /** Maximum number of events per transaction. Default: 100. */
  readonly batch?: number
}

interface ConsumerStats {
  readonly done: number
  readonly failed: number
  readonly duplicates: number
  readonly batches: number
}

export interface Consumer {
  readonly stats: ConsumerStats
  stop(): Promise<void>
}

interface Received {
  readonly id: string
  readonly type: string
  readonly subscriptions: readonly Subscription[]
  readonly data: unknown
}

/**
 * Starts consuming and resolves once the queue exists. A service without subscriptions has no queue.
 * @example const consumer = await startConsumer({ bus, queue: 'campaigns', subscriptions, transactor, contextOf, log })
 */
export async function startConsumer(settings: ConsumerSettings): Promise<Consumer> {
  const { bus, queue, subscriptions, transactor, contextOf, log, deliveryLimit, batch } = settings
  const { database } = transactor
  const inbox = inboxOf(database.connection)
  const stats = { done: 0, failed: 0, duplicates: 0, batches: 0 }
  const byType = Map.groupBy(subscriptions, (subscription) => subscription.event.type)
  if (byType.size === 0) return { stats, stop: async () => {} }

  /** @throws ZodError, SyntaxError or Error for a message that can never be applied */
  function read(delivery: Delivery): Received {
    const envelope = Envelope.parse(
      JSON.parse(Buffer.from(delivery.body.buffer, delivery.body.byteOffset, delivery.body.byteLength).toString()),
    )
    const matching = (byType.get(envelope.type) ?? []).filter(({ event }) => event.version === envelope.dataversion)
    const [first] = matching
    if (!first) throw new Error(`${queue} does not subscribe to version ${envelope.dataversion} of ${envelope.type}`)
    return { id: envelope.id, type: envelope.type, subscriptions: matching, data: first.event.schema.parse(envelope.data) }
  }

  /** Applies all events or none. The inbox's unique index rejects the batch if any of them has already taken effect. */
  async function takeEffect(received: readonly Received[]): Promise<void> {
    await transactor.transact(queue, async (batch) => {
      const events = received.map(({ id }) => id)
      await bufferWrite(batch.unit, inbox, { insertOne: { document: { _id: randomUUID(), events, at: new Date() } } })
      for (const event of received) await one(event, batch)
    })
  }

  async function one({ id, subscriptions, data }: Received, batch: OpenTx): Promise<void> {
    const tx = batch.for(id)
    let joined = false
    let broken: { readonly error: unknown } | undefined
    const scope: WorkScope = {
      causeId: id,
      unit: tx.unit,
      // The event shares the batch's transaction, so this code neither begins nor commits one.
      transact: async (work) => {
        if (joined) throw new Error('transact inside transact: pass tx on instead')
        joined = true
        try {
          return await work(tx)
        } catch (error) {
          broken ??= { error }
          throw error
        } finally {
          joined = false
        }
      },
    }
    for (const subscription of subscriptions) await subscription.run(data, contextOf(scope))
    // A use case may swallow its transaction's error. The event must still fail, because part of its work is in the
    // batch.
    if (broken) throw broken.error
  }

  /** Returns the events that have not taken effect yet. */
  async function fresh(received: readonly Received[]): Promise<readonly Received[]> {
    const ids = received.map(({ id }) => id)
    const rows = await inbox.find({ events: { $in: ids } }).toArray()
    const known = new Set(rows.flatMap((row) => row.events))
    const left = received.filter(({ id }) => !known.has(id))
    stats.duplicates += received.length - left.length
    return left
  }

  /** Whether an outage caused the error. A timeout counts as one only if the database also fails to respond. */
  const isOutage = async (error: unknown) => isUnavailable(error) || (error instanceof TransactionTimeout && !(await database.ready()))

  /** @returns ids of the failed events */
  async function handleAll(received: readonly Received[]): Promise<ReadonlySet<string>> {
    const failed = new Set<string>()
    if (received.length > 1) {
      try {
        await takeEffect(received)
        return failed
      } catch (error) {
        if (await isOutage(error)) throw error
        // Any error may occur because the event has already taken effect, so check the inbox.
        const left = await fresh(received)
        if (left.length < received.length) return handleAll(left)
        log.debug({ error: String(error), events: received.length }, 'batch failed; retrying each event separately')
      }
    }
    for (const event of received) {
      try {
        await takeEffect([event])
      } catch (error) {
        if (await isOutage(error)) throw error
        if ((await fresh([event])).length === 0) continue
        failed.add(event.id)
        log.error({ error, eventId: event.id, type: event.type, queue }, 'event processing failed')
      }
    }
    return failed
  }

  async function handle(batch: readonly Delivery[]): Promise<readonly DeliveryOutcome[]> {
    const received = new Map<string, Received>()
    const ids = batch.map((delivery) => {
      try {
        const event = read(delivery)
        if (received.has(event.id)) stats.duplicates += 1
        else received.set(event.id, event)
        return event.id
      } catch (error) {
        log.error({ error, eventId: delivery.id, type: delivery.type, queue }, 'message rejected as invalid event')
        return undefined
      }
    })
    const failed = received.size > 0 ? await handleAll([...received.values()]) : new Set<string>()
    const outcomes = ids.map((id): DeliveryOutcome => (id === undefined || failed.has(id) ? 'failed' : 'done'))
    stats.batches += 1
    for (const outcome of outcomes) stats[outcome] += 1
    return outcomes
  }

  const options = { ...(deliveryLimit === undefined ? {} : { deliveryLimit }), ...(batch === undefined ? {} : { batch }) }
  const { stop } = await bus.consume({ queue, types: [...byType.keys()], handle, ...options })
  return { stats, stop }
}
