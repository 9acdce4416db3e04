/** Consumes events in batches, one transaction per batch, so that each event takes effect exactly once. */
import { randomUUID } from 'node:crypto'
import { Envelope } from '@reelfair/contracts'
import type { Logger } from 'pino'
import { isUnavailable, TransactionTimeout } from '../data/faults.ts'
import type { OpenTx, Transactor } from '../data/transact.ts'
import type { UnitOfWork } from '../data/unit-of-work.ts'
import type { Context, Subscription, Tx } from '../service.ts'
import type { Bus, Delivery, DeliveryOutcome } from './bus.ts'
import { inboxOf } from './inbox.ts'

export interface WorkScope {
  readonly causeId: string
  /** Lets a handler read what earlier events in the batch wrote. */
  readonly unit?: UnitOfWork
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface ConsumerSettings {
  readonly bus: Bus
  readonly queue: string
  readonly subscriptions: readonly Subscription[]
  readonly transactor: Transactor
  /** Creates the context for one event from the scope's `unit` and `transact`. */
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  readonly deliveryLimit?: number
  /** Default: 100. */
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

/** Resolves once the queue exists. A service without subscriptions has no queue. */
export async function startConsumer(settings: ConsumerSettings): Promise<Consumer> {
  const { bus, queue, deliveryLimit, batch } = settings
  const events = new EventHandler(settings)
  const { stats, types } = events
  if (types.length === 0) return { stats, stop: async () => {} }

  const options = { ...(deliveryLimit === undefined ? {} : { deliveryLimit }), ...(batch === undefined ? {} : { batch }) }
  const { stop } = await bus.consume({ queue, types, handle: (deliveries) => events.handle(deliveries), ...options })
  return { stats, stop }
}

class EventHandler {
  readonly stats = { done: 0, failed: 0, duplicates: 0, batches: 0 }
  readonly #settings: ConsumerSettings
  readonly #inbox: ReturnType<typeof inboxOf>
  readonly #byType: ReadonlyMap<string, readonly Subscription[]>

  constructor(settings: ConsumerSettings) {
    this.#settings = settings
    this.#inbox = inboxOf(settings.transactor.database.connection)
    this.#byType = Map.groupBy(settings.subscriptions, (subscription) => subscription.event.type)
  }

  get types(): readonly string[] {
    return [...this.#byType.keys()]
  }

  async handle(batch: readonly Delivery[]): Promise<readonly DeliveryOutcome[]> {
    const { log, queue } = this.#settings
    const received = new Map<string, Received>()
    const ids = batch.map((delivery) => {
      try {
        const event = this.#read(delivery)
        if (received.has(event.id)) this.stats.duplicates += 1
        else received.set(event.id, event)
        return event.id
      } catch (error) {
        log.error({ error, eventId: delivery.id, type: delivery.type, queue }, 'message rejected as invalid event')
        return undefined
      }
    })
    const failed = received.size > 0 ? await this.#handleAll([...received.values()]) : new Set<string>()
    const outcomes = ids.map((id): DeliveryOutcome => (id === undefined || failed.has(id) ? 'failed' : 'done'))
    this.stats.batches += 1
    for (const outcome of outcomes) this.stats[outcome] += 1
    return outcomes
  }

  /** @throws ZodError, SyntaxError or Error for a message that can never be processed */
  #read({ body }: Delivery): Received {
    const { id, type, dataversion, data } = Envelope.parse(
      JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString()),
    )
    const subscriptions = (this.#byType.get(type) ?? []).filter(({ event }) => event.version === dataversion)
    const [first] = subscriptions
    if (!first) throw new Error(`${this.#settings.queue} does not subscribe to version ${dataversion} of ${type}`)
    return { id, type, subscriptions, data: first.event.schema.parse(data) }
  }

  async #handleAll(received: readonly Received[]): Promise<ReadonlySet<string>> {
    const { log, queue } = this.#settings
    const failed = new Set<string>()
    if (received.length > 1) {
      try {
        await this.#takeEffect(received)
        return failed
      } catch (error) {
        if (await this.#isOutage(error)) throw error
        // The batch may have failed because an event had already taken effect, so check the inbox.
        const left = await this.#fresh(received)
        if (left.length < received.length) return this.#handleAll(left)
        log.debug({ error: String(error), events: received.length }, 'batch failed; retrying each event separately')
      }
    }
    for (const event of received) {
      try {
        await this.#takeEffect([event])
      } catch (error) {
        if (await this.#isOutage(error)) throw error
        if ((await this.#fresh([event])).length === 0) continue
        failed.add(event.id)
        log.error({ error, eventId: event.id, type: event.type, queue }, 'event processing failed')
      }
    }
    return failed
  }

  /**
   * Applies all events or none: the inbox's unique index rejects a batch with an event that has already taken effect.
   */
  async #takeEffect(received: readonly Received[]): Promise<void> {
    await this.#settings.transactor.transact(this.#settings.queue, async (batch) => {
      const events = received.map(({ id }) => id)
      await batch.unit.write(this.#inbox, { insertOne: { document: { _id: randomUUID(), events, at: new Date() } } })
      for (const event of received) await this.#applyIn(batch, event)
    })
  }

  async #applyIn(batch: OpenTx, { id, subscriptions, data }: Received): Promise<void> {
    const tx = batch.for(id)
    let joined = false
    let broken: { readonly error: unknown } | undefined
    const scope: WorkScope = {
      causeId: id,
      unit: tx.unit,
      // The event shares the batch's transaction, so it does not begin or commit its own.
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
    for (const subscription of subscriptions) await subscription.run(data, this.#settings.contextOf(scope))
    // Fails the event even if its use case caught the error, because part of its work is already in the batch.
    if (broken) throw broken.error
  }

  async #fresh(received: readonly Received[]): Promise<readonly Received[]> {
    const ids = received.map(({ id }) => id)
    const rows = await this.#inbox.find({ events: { $in: ids } }).toArray()
    const known = new Set(rows.flatMap((row) => row.events))
    const left = received.filter(({ id }) => !known.has(id))
    this.stats.duplicates += received.length - left.length
    return left
  }

  /** A timeout counts as an outage only if the database also fails to respond. */
  async #isOutage(error: unknown): Promise<boolean> {
    return isUnavailable(error) || (error instanceof TransactionTimeout && !(await this.#settings.transactor.database.ready()))
  }
}
