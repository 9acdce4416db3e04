/** Hears events: many in one transaction, each with effect exactly once. */
import { randomUUID } from 'node:crypto'
import { Envelope } from '@reelfair/contracts'
import type { mongo } from 'mongoose'
import type { Logger } from 'pino'
import { isUnavailable, TransactionTimeout } from '../data/faults.ts'
import type { OpenTx, Transactor } from '../data/transact.ts'
import { gather } from '../data/unit-of-work.ts'
import type { Context, Hearing, Tx } from '../service.ts'
import type { Bus, Delivery, DeliveryOutcome } from './bus.ts'
import { inboxOf } from './inbox.ts'

/** What an event or a job brings to the context of its use case. */
export interface WorkScope {
  readonly causeId: string
  /** Reads go through it: in a batch they see what the events before wrote. */
  readonly session?: mongo.ClientSession
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface ConsumerSettings {
  readonly bus: Bus
  /** The service's name. */
  readonly queue: string
  readonly hears: readonly Hearing[]
  readonly transactor: Transactor
  /** Makes the context of one event; `session` and `transact` of the scope must go into it. */
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  readonly deliveryLimit?: number
  /** Events in one transaction at most; 100 when left out. */
  readonly batch?: number
}

export interface ConsumerStats {
  readonly done: number
  readonly failed: number
  readonly duplicates: number
  readonly batches: number
}

export interface Consumer {
  readonly stats: ConsumerStats
  stop(): Promise<void>
}

interface Heard {
  readonly id: string
  readonly type: string
  readonly hearings: readonly Hearing[]
  readonly data: unknown
}

/**
 * Starts to hear; resolves when the queue stands. A service that hears nothing has no queue.
 * @example const consumer = await startConsumer({ bus, queue: 'campaigns', hears, transactor, contextOf, log })
 */
export async function startConsumer(settings: ConsumerSettings): Promise<Consumer> {
  const { bus, queue, hears, transactor, contextOf, log, deliveryLimit, batch } = settings
  const { database } = transactor
  const inbox = inboxOf(database.connection)
  const stats = { done: 0, failed: 0, duplicates: 0, batches: 0 }
  const byType = Map.groupBy(hears, (hearing) => hearing.event.type)
  if (byType.size === 0) return { stats, stop: async () => {} }

  /** @throws ZodError, SyntaxError or Error for what can never take effect */
  function read(delivery: Delivery): Heard {
    const envelope = Envelope.parse(
      JSON.parse(Buffer.from(delivery.body.buffer, delivery.body.byteOffset, delivery.body.byteLength).toString()),
    )
    const hearings = (byType.get(envelope.type) ?? []).filter((hearing) => hearing.event.version === envelope.dataversion)
    const [first] = hearings
    if (!first) throw new Error(`${queue} does not hear version ${envelope.dataversion} of ${envelope.type}`)
    return { id: envelope.id, type: envelope.type, hearings, data: first.event.schema.parse(envelope.data) }
  }

  /** All events or none. The inbox row's unique index refuses the batch if one of them took effect before. */
  async function takeEffect(heard: readonly Heard[]): Promise<void> {
    await transactor.transact(queue, async (batch) => {
      const events = heard.map(({ id }) => id)
      await gather(batch.session, inbox, { insertOne: { document: { _id: randomUUID(), events, at: new Date() } } })
      for (const event of heard) await one(event, batch)
    })
  }

  async function one({ id, hearings, data }: Heard, batch: OpenTx): Promise<void> {
    const tx = batch.for(id)
    let joined = false
    let broken: { readonly error: unknown } | undefined
    const scope: WorkScope = {
      causeId: id,
      session: tx.session,
      // The batch's transaction is the event's: there is nothing to begin or to commit.
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
    for (const hearing of hearings) await hearing.run(data, contextOf(scope))
    // A use case that goes on after its transaction failed has half of it stored: no more than with a transaction of its own.
    if (broken) throw broken.error
  }

  /** Drops what took effect before. */
  async function fresh(heard: readonly Heard[]): Promise<readonly Heard[]> {
    const ids = heard.map(({ id }) => id)
    const rows = await inbox.find({ events: { $in: ids } }).toArray()
    const known = new Set(rows.flatMap((row) => row.events))
    const left = heard.filter(({ id }) => !known.has(id))
    stats.duplicates += heard.length - left.length
    return left
  }

  /** Whether the outside is to blame. What takes too long does so by itself only if the database answers others. */
  const isOutage = async (error: unknown) => isUnavailable(error) || (error instanceof TransactionTimeout && !(await database.ready()))

  /** @returns the ids that failed */
  async function handleAll(heard: readonly Heard[]): Promise<ReadonlySet<string>> {
    const failed = new Set<string>()
    if (heard.length > 1) {
      try {
        await takeEffect(heard)
        return failed
      } catch (error) {
        if (await isOutage(error)) throw error
        // Whatever the error: an event that already took effect may fail because of that effect. Ask the inbox.
        const left = await fresh(heard)
        if (left.length < heard.length) return handleAll(left)
        log.debug({ error: String(error), events: heard.length }, 'a batch failed; each event is tried by itself')
      }
    }
    for (const event of heard) {
      try {
        await takeEffect([event])
      } catch (error) {
        if (await isOutage(error)) throw error
        if ((await fresh([event])).length === 0) continue
        failed.add(event.id)
        log.error({ error, eventId: event.id, type: event.type, queue }, 'an event could not take effect')
      }
    }
    return failed
  }

  async function handle(batch: readonly Delivery[]): Promise<readonly DeliveryOutcome[]> {
    const heard = new Map<string, Heard>()
    const read_ = batch.map((delivery) => {
      try {
        const event = read(delivery)
        if (heard.has(event.id)) stats.duplicates += 1
        else heard.set(event.id, event)
        return event.id
      } catch (error) {
        log.error({ error, eventId: delivery.id, type: delivery.type, queue }, 'a message is no event that can be read')
        return undefined
      }
    })
    const failed = heard.size > 0 ? await handleAll([...heard.values()]) : new Set<string>()
    const outcomes = read_.map((id): DeliveryOutcome => (id === undefined || failed.has(id) ? 'failed' : 'done'))
    stats.batches += 1
    for (const outcome of outcomes) stats[outcome] += 1
    return outcomes
  }

  const options = { ...(deliveryLimit === undefined ? {} : { deliveryLimit }), ...(batch === undefined ? {} : { batch }) }
  const { stop } = await bus.consume({ queue, types: [...byType.keys()], handle, ...options })
  return { stats, stop }
}
