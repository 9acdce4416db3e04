/** Feeds messages to a consumer one batch at a time, as they accumulate; used by both transports. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConsumerOptions, Delivery, DeliveryOutcome } from './bus.ts'

export interface PumpOptions<Item extends Delivery> {
  readonly consumer: ConsumerOptions
  readonly log: Logger
  /** Called with items that have taken effect. */
  done(items: readonly Item[]): void
  /** Called with an item that has reached its delivery limit. */
  dead(item: Item): void
  /** Called with an item that has failed and will be retried after a pause. */
  failed?(item: Item): void
}

export interface Pump<Item extends Delivery> {
  push(items: readonly Item[]): void
  /** Forgets all items, including those in the running batch, without settling them. The transport redelivers them. */
  discard(): void
  /** Starts no new batches and resolves when the running batch has been settled. */
  stop(): Promise<void>
}

const BATCH = 100
const DELIVERY_LIMIT = 5
const FIRST_PAUSE_MS = 100
const PAUSE_FACTOR = 4
const OUTAGE_PAUSE_MOST_MS = 5_000

/** Feeds `consumer.handle`. Failed deliveries are retried after 0.1, 0.4, 1.6 … s without delaying the others. */
export function createPump<Item extends Delivery>({ consumer, log, done, dead, failed }: PumpOptions<Item>): Pump<Item> {
  const { batch: most = BATCH, deliveryLimit: limit = DELIVERY_LIMIT } = consumer
  const stopping = new AbortController()
  /** Failure count of each item that is awaiting a retry. */
  const failures = new Map<Item, number>()
  const timers = new Set<NodeJS.Timeout>()
  let waiting: Item[] = []
  let generation = 0
  let running: Promise<void> | undefined

  function wake(): void {
    if (running || waiting.length === 0 || stopping.signal.aborted) return
    running = run().finally(() => {
      running = undefined
      wake()
    })
  }

  async function run(): Promise<void> {
    // Messages that arrive in the same event-loop turn share a batch.
    await new Promise((resolve) => setImmediate(resolve))
    const begun = generation
    const batch = waiting.splice(0, most)
    if (batch.length === 0) return
    const outcomes = await offer(batch, begun)
    if (outcomes && generation === begun) settle(batch, outcomes)
  }

  async function offer(batch: readonly Item[], begun: number): Promise<readonly DeliveryOutcome[] | undefined> {
    const deliveries = batch.map(asDelivery)
    for (let tries = 0; ; tries += 1) {
      try {
        const outcomes = await consumer.handle(deliveries)
        if (outcomes.length !== batch.length) throw new TypeError(`${outcomes.length} outcomes for ${batch.length} deliveries`)
        if (tries > 0) log.info({ queue: consumer.queue }, 'consumer recovered')
        return outcomes
      } catch (error) {
        if (tries === 0) log.warn({ queue: consumer.queue, error: String(error) }, 'consumer unavailable; retrying')
        const wait = Math.min(100 * 2 ** tries, OUTAGE_PAUSE_MOST_MS) * (0.5 + Math.random() / 2)
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted || generation !== begun) return undefined
      }
    }
  }

  function asDelivery(item: Item): Delivery {
    return { id: item.id, type: item.type, body: item.body, attempt: item.attempt + (failures.get(item) ?? 0) }
  }

  function settle(batch: readonly Item[], outcomes: readonly DeliveryOutcome[]): void {
    const finished = batch.filter((_, at) => outcomes[at] === 'done')
    for (const item of finished) failures.delete(item)
    if (finished.length > 0) done(finished)
    for (const item of batch.filter((_, at) => outcomes[at] !== 'done')) {
      const count = (failures.get(item) ?? 0) + 1
      if (count >= limit) {
        failures.delete(item)
        log.error({ queue: consumer.queue, eventId: item.id, type: item.type, attempts: count }, 'event moved to dead letters')
        dead(item)
        continue
      }
      failures.set(item, count)
      failed?.(item)
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          waiting.push(item)
          wake()
        },
        FIRST_PAUSE_MS * PAUSE_FACTOR ** (count - 1),
      )
      timers.add(timer)
    }
  }

  function discard(): void {
    generation += 1
    waiting = []
    failures.clear()
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  return {
    push: (items) => {
      for (const item of items) waiting.push(item)
      wake()
    },
    discard,
    stop: async () => {
      stopping.abort()
      await running
      discard()
    },
  }
}
