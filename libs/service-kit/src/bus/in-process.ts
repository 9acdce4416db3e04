/**
 * The bus for services that share one process. Only the outbox row is durable, so the bus confirms a message once every
 * consumer has finished or the dead-letter store has saved it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Bus, BusUnavailable, type ConsumerOptions, type Delivery, type OutgoingMessage } from './bus.ts'
import { type DeadLetterStore, deadLettersInMemory } from './dead-letters.ts'
import { Pump } from './pump.ts'

export interface InProcessBusOptions {
  readonly log: Logger
  /** Default: in memory, for tests only. */
  readonly deadLetters?: DeadLetterStore
  /** Holds all messages until `release` is called, because services that start late would miss earlier messages. */
  readonly held?: boolean
}

export interface InProcessBus extends Bus {
  release(): void
}

interface Item extends Delivery {
  /** Ends the publisher's wait for this item; later calls have no effect. */
  settled(error?: Error): void
}

/** Another process, such as the CLI, may request a replay. */
const LOOK_FOR_REPLAYS_MS = 2_000
const REPLAYED_AT_ONCE = 100

/**
 * @example const bus = inProcessBus({ log, deadLetters: await openDeadLetters({ uri, name: 'reelfair_bus', log }), held: true })
 */
export function inProcessBus({ log, deadLetters = deadLettersInMemory(), held = false }: InProcessBusOptions): InProcessBus {
  const queues = new Map<string, Queue>()
  const listeners = new Listeners(log)
  const closing = new AbortController()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  if (!held) release()

  return {
    release,

    async publish(messages) {
      await released
      if (closing.signal.aborted) throw new BusUnavailable('bus closed')
      const { outcomes, byQueue, settled } = route(messages, [...queues.values()])
      for (const message of messages) listeners.notify(message)
      for (const [queue, items] of byQueue) queue.accept(items)
      if (byQueue.size > 0) await settled
      return outcomes
    },

    async consume(consumer) {
      const name = consumer.queue
      if (queues.has(name)) throw new Error(`queue ${name} already has a consumer`)
      const queue = new Queue(consumer, deadLetters, closing.signal, log)
      queues.set(name, queue)
      queue.lookForReplays()
      return {
        stop: async () => {
          if (queues.get(name) === queue) queues.delete(name)
          await queue.stop(`consumer of ${name} stopped`)
        },
      }
    },

    listen: async (types, onMessage) => listeners.add({ types: new Set(types), onMessage }),

    deadLetters: (name) => ({
      list: (limit) => deadLetters.list(name, limit),
      replay: async () => {
        const count = await deadLetters.replay(name)
        await queues.get(name)?.deliverAgain()
        return count
      },
    }),

    ready: () => !closing.signal.aborted,

    async close() {
      closing.abort()
      release()
      listeners.clear()
      for (const [name, queue] of queues) {
        queues.delete(name)
        await queue.stop('bus closed')
      }
      await deadLetters.close()
    },
  }
}

interface Listener {
  readonly types: ReadonlySet<string>
  readonly onMessage: Parameters<Bus['listen']>[1]
}

class Listeners {
  readonly #all = new Set<Listener>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  add(listener: Listener): { stop(): Promise<void> } {
    this.#all.add(listener)
    return { stop: async () => void this.#all.delete(listener) }
  }

  clear(): void {
    this.#all.clear()
  }

  notify({ type, body }: OutgoingMessage): void {
    for (const { types, onMessage } of this.#all) {
      if (!types.has(type)) continue
      try {
        onMessage({ type, body })
      } catch (error) {
        this.#log.error({ error, type }, 'listener failed')
      }
    }
  }
}

function route(messages: readonly OutgoingMessage[], queues: readonly Queue[]) {
  const outcomes: ('confirmed' | 'unroutable')[] = []
  const byQueue = new Map<Queue, Item[]>()
  const all = Promise.withResolvers<void>()
  let open = 0
  let failure: Error | undefined
  const settled = (error?: Error) => {
    failure ??= error
    open -= 1
    if (open > 0) return
    if (failure) all.reject(failure)
    else all.resolve()
  }
  for (const { id, type, body, transient } of messages) {
    const matching = queues.filter(({ types }) => types.has(type))
    for (const queue of matching) {
      open += 1
      const item = { id, type, body, attempt: 1, settled }
      const items = byQueue.get(queue)
      if (items) items.push(item)
      else byQueue.set(queue, [item])
    }
    outcomes.push(matching.length > 0 || transient === true ? 'confirmed' : 'unroutable')
  }
  return { outcomes, byQueue, settled: all.promise }
}

class Queue {
  readonly types: ReadonlySet<string>
  readonly #name: string
  readonly #pump: Pump<Item>
  readonly #open = new Set<Item>()
  /** Stored letters that this process is delivering. */
  readonly #kept = new Map<string, Promise<boolean>>()
  readonly #deadLetters: DeadLetterStore
  readonly #closing: AbortSignal
  #timer: NodeJS.Timeout | undefined
  readonly #log: Logger

  constructor(consumer: ConsumerOptions, deadLetters: DeadLetterStore, closing: AbortSignal, log: Logger) {
    this.types = new Set(consumer.types)
    this.#name = consumer.queue
    this.#deadLetters = deadLetters
    this.#closing = closing
    this.#log = log
    this.#pump = new Pump<Item>({
      consumer,
      log,
      done: (items) => {
        for (const item of items) this.#complete(item)
      },
      // The store now holds the item, even if this process dies, so the publisher does not wait for the retries.
      failed: (item) => void this.#keep(item, 'again'),
      dead: (item) => void this.#keep(item, 'dead').then(() => this.#kept.delete(item.id)),
    })
  }

  accept(items: readonly Item[]): void {
    for (const item of items) this.#open.add(item)
    this.#pump.push(items)
  }

  lookForReplays(): void {
    const look = () => void this.deliverAgain().catch((error) => this.#log.warn({ error: String(error) }, 'dead letters could not be read'))
    this.#timer = setInterval(look, LOOK_FOR_REPLAYS_MS).unref()
    look()
  }

  async deliverAgain(): Promise<void> {
    const letters = await this.#deadLetters.again(this.#name, REPLAYED_AT_ONCE)
    const mine = letters.filter((letter) => !this.#kept.has(letter.id)).map((letter) => ({ ...letter, attempt: 1, settled: () => {} }))
    for (const item of mine) this.#kept.set(item.id, Promise.resolve(true))
    if (mine.length > 0) this.#pump.push(mine)
  }

  async stop(reason: string): Promise<void> {
    clearInterval(this.#timer)
    await this.#pump.stop()
    for (const item of this.#open) item.settled(new BusUnavailable(reason))
    this.#open.clear()
  }

  #settle(item: Item): void {
    if (this.#open.delete(item)) item.settled()
  }

  #complete(item: Item): void {
    this.#settle(item)
    const stored = this.#kept.get(item.id)
    const remove = () => this.#surely('remove', () => this.#deadLetters.remove(this.#name, item.id))
    if (stored) void stored.then(remove).then(() => this.#kept.delete(item.id))
  }

  #keep(item: Item, state: 'again' | 'dead'): Promise<void> {
    const before = this.#kept.get(item.id) ?? Promise.resolve(true)
    const stored = before.then(() => this.#surely('put', () => this.#deadLetters.put(this.#name, item, state)))
    this.#kept.set(item.id, stored)
    return stored.then((sure) => {
      if (sure) this.#settle(item)
    })
  }

  /** Retries until the store accepts the operation, so that no letters are lost in a database outage. */
  async #surely(operation: string, store: () => Promise<unknown>): Promise<boolean> {
    for (let attempts = 0; !this.#closing.aborted; attempts += 1) {
      try {
        await store()
        return true
      } catch (error) {
        if (attempts === 0) this.#log.warn({ error: String(error), operation }, 'dead-letter store unavailable; retrying')
        await pause(Math.min(100 * 2 ** attempts, 5_000), undefined, { signal: this.#closing }).catch(() => {})
      }
    }
    return false
  }
}
