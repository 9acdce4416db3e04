import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConsumerOptions, Delivery, DeliveryOutcome } from './bus.ts'

export interface PumpOptions<Item extends Delivery> {
  readonly consumer: ConsumerOptions
  readonly log: Logger
  done(items: readonly Item[]): void
  dead(item: Item): void
  /** The pump retries the item later. */
  failed?(item: Item): void
}

const BATCH = 100
const DELIVERY_LIMIT = 5
const FIRST_PAUSE_MS = 100
const PAUSE_FACTOR = 4
const OUTAGE_PAUSE_MOST_MS = 5_000

/** Retries failed deliveries after 0.1, 0.4, 1.6 … s without delaying other messages. */
export class Pump<Item extends Delivery> {
  readonly #options: PumpOptions<Item>
  readonly #consumer: ConsumerOptions
  readonly #log: Logger
  readonly #stopping = new AbortController()
  readonly #failures = new Map<Item, number>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #waiting: Item[] = []
  #generation = 0
  #running: Promise<void> | undefined

  constructor(options: PumpOptions<Item>) {
    this.#options = options
    this.#consumer = options.consumer
    this.#log = options.log
  }

  push(items: readonly Item[]): void {
    for (const item of items) this.#waiting.push(item)
    this.#wake()
  }

  /** Drops all items, including the current batch, without reporting outcomes; the transport redelivers them. */
  discard(): void {
    this.#generation += 1
    this.#waiting = []
    this.#failures.clear()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.discard()
  }

  #wake(): void {
    if (this.#running || this.#waiting.length === 0 || this.#stopping.signal.aborted) return
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      this.#wake()
    })
  }

  async #run(): Promise<void> {
    // Messages that arrive in the same event-loop turn share a batch.
    await new Promise((resolve) => setImmediate(resolve))
    const begun = this.#generation
    const batch = this.#waiting.splice(0, this.#consumer.batch ?? BATCH)
    if (batch.length === 0) return
    const outcomes = await this.#offer(batch, begun)
    if (outcomes && this.#generation === begun) this.#settle(batch, outcomes)
  }

  async #offer(batch: readonly Item[], begun: number): Promise<readonly DeliveryOutcome[] | undefined> {
    const { queue } = this.#consumer
    const deliveries = batch.map((item) => this.#asDelivery(item))
    for (let attempts = 0; ; attempts += 1) {
      try {
        const outcomes = await this.#consumer.handle(deliveries)
        if (outcomes.length !== batch.length) throw new TypeError(`${outcomes.length} outcomes for ${batch.length} deliveries`)
        if (attempts > 0) this.#log.info({ queue }, 'consumer recovered')
        return outcomes
      } catch (error) {
        if (attempts === 0) this.#log.warn({ queue, error: String(error) }, 'consumer unavailable; retrying')
        const wait = Math.min(100 * 2 ** attempts, OUTAGE_PAUSE_MOST_MS) * (0.5 + Math.random() / 2)
        await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => {})
        if (this.#stopping.signal.aborted || this.#generation !== begun) return undefined
      }
    }
  }

  #asDelivery(item: Item): Delivery {
    return { id: item.id, type: item.type, body: item.body, attempt: item.attempt + (this.#failures.get(item) ?? 0) }
  }

  #settle(batch: readonly Item[], outcomes: readonly DeliveryOutcome[]): void {
    const finished = batch.filter((_, at) => outcomes[at] === 'done')
    for (const item of finished) this.#failures.delete(item)
    if (finished.length > 0) this.#options.done(finished)
    for (const item of batch.filter((_, at) => outcomes[at] !== 'done')) this.#countFailure(item)
  }

  #countFailure(item: Item): void {
    const { queue, deliveryLimit = DELIVERY_LIMIT } = this.#consumer
    const count = (this.#failures.get(item) ?? 0) + 1
    if (count >= deliveryLimit) {
      this.#failures.delete(item)
      this.#log.error({ queue, eventId: item.id, type: item.type, attempts: count }, 'event moved to dead letters')
      this.#options.dead(item)
      return
    }
    this.#failures.set(item, count)
    this.#options.failed?.(item)
    const retry = () => {
      this.#timers.delete(timer)
      this.push([item])
    }
    const timer = setTimeout(retry, FIRST_PAUSE_MS * PAUSE_FACTOR ** (count - 1))
    this.#timers.add(timer)
  }
}
