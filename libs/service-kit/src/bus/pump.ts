/** How a consumer is fed, the same for both transports: one batch at a time, of whatever has arrived meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConsumerOptions, Delivery, DeliveryOutcome } from './bus.ts'

export interface PumpOptions<Item extends Delivery> {
  readonly consumer: ConsumerOptions
  readonly log: Logger
  /** These took effect. */
  done(items: readonly Item[]): void
  /** This one is given up. */
  dead(item: Item): void
  /** This one failed and comes again after a pause. */
  failed?(item: Item): void
}

export interface Pump<Item extends Delivery> {
  push(items: readonly Item[]): void
  /** Forgets what is not under way; what is under way ends without being settled. The transport delivers it again. */
  discard(): void
  /** Starts no more batches; resolves when the running one is settled. */
  stop(): Promise<void>
}

const BATCH = 100
const DELIVERY_LIMIT = 5
const FIRST_PAUSE_MS = 100
const PAUSE_FACTOR = 4
const OUTAGE_PAUSE_MOST_MS = 5_000

/** Feeds `consumer.handle`. Failed deliveries are held for 0.1, 0.4, 1.6 … s and do not hold up the others. */
export function createPump<Item extends Delivery>({ consumer, log, done, dead, failed }: PumpOptions<Item>): Pump<Item> {
  const { batch: most = BATCH, deliveryLimit: limit = DELIVERY_LIMIT } = consumer
  const stopping = new AbortController()
  /** Failures so far of what is being tried again. */
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
    // What arrives in the same turn of the event loop belongs together.
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
        if (tries > 0) log.info({ queue: consumer.queue }, 'the consumer works again')
        return outcomes
      } catch (error) {
        if (tries === 0) log.warn({ queue: consumer.queue, error: String(error) }, 'the consumer cannot work at the moment; it tries again')
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
        log.error({ queue: consumer.queue, eventId: item.id, type: item.type, attempts: count }, 'an event goes to the dead letters')
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
