/**
 * The bus for services that share one process. The outbox row is the durable copy of a message, so a message is
 * confirmed only after every consumer has finished or the dead-letter store has saved it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Bus, BusUnavailable, type Delivery, type OutgoingMessage } from './bus.ts'
import { type DeadLetterStore, deadLettersInMemory } from './dead-letters.ts'
import { createPump, type Pump } from './pump.ts'

export interface InProcessBusOptions {
  readonly log: Logger
  /** Default: an in-memory store, for tests only. */
  readonly deadLetters?: DeadLetterStore
  /**
   * Holds all messages until `release`. A queue exists only while its service is running, so services that start late
   * would miss earlier messages.
   */
  readonly held?: boolean
}

export interface InProcessBus extends Bus {
  /** Starts publishing; called once all services are running. */
  release(): void
}

interface Item extends Delivery {
  /** Stops the publisher's wait for this item; has no effect if the publisher is no longer waiting. */
  settled(error?: Error): void
}

interface Queue {
  readonly types: ReadonlySet<string>
  readonly pump: Pump<Item>
  /** Items whose publishers are still waiting. */
  readonly open: Set<Item>
  deliverAgain(): Promise<void>
}

/** Another process, such as the command line, may have requested a replay. */
const LOOK_FOR_REPLAYS_MS = 2_000
const REPLAYED_AT_ONCE = 100

/**
 * @example const bus = inProcessBus({ log, deadLetters: await openDeadLetters({ uri, name: 'reelfair_bus', log }), held: true })
 */
export function inProcessBus({ log, deadLetters = deadLettersInMemory(), held = false }: InProcessBusOptions): InProcessBus {
  const queues = new Map<string, Queue>()
  const listeners = new Set<{ types: ReadonlySet<string>; onMessage: Parameters<Bus['listen']>[1] }>()
  const closing = new AbortController()
  let release = () => {}
  const released = held ? new Promise<void>((resolve) => (release = resolve)) : undefined

  /** Retries until the store accepts the operation, so that no letter is lost during a database outage. */
  async function surely(operation: string, store: () => Promise<unknown>): Promise<boolean> {
    for (let tries = 0; !closing.signal.aborted; tries += 1) {
      try {
        await store()
        return true
      } catch (error) {
        if (tries === 0) log.warn({ error: String(error), operation }, 'dead-letter store unavailable; retrying')
        await pause(Math.min(100 * 2 ** tries, 5_000), undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    return false
  }

  function notifyListeners({ type, body }: OutgoingMessage): void {
    for (const { types, onMessage } of listeners) {
      if (!types.has(type)) continue
      try {
        onMessage({ type, body })
      } catch (error) {
        log.error({ error, type }, 'listener failed')
      }
    }
  }

  return {
    release: () => release(),

    async publish(messages) {
      await released
      if (closing.signal.aborted) throw new BusUnavailable('bus closed')
      const outcomes: ('confirmed' | 'unroutable')[] = []
      const byQueue = new Map<Queue, Item[]>()
      let open = 0
      let failure: Error | undefined
      let resolve = () => {}
      const all = new Promise<void>((done) => (resolve = done))
      const settled = (error?: Error) => {
        failure ??= error
        open -= 1
        if (open === 0) resolve()
      }
      for (const { id, type, body, transient } of messages) {
        let routed = transient === true
        for (const queue of queues.values()) {
          if (!queue.types.has(type)) continue
          routed = true
          open += 1
          const item = { id, type, body, attempt: 1, settled }
          const items = byQueue.get(queue)
          if (items) items.push(item)
          else byQueue.set(queue, [item])
        }
        outcomes.push(routed ? 'confirmed' : 'unroutable')
      }
      for (const message of messages) notifyListeners(message)
      for (const [queue, items] of byQueue) {
        for (const item of items) queue.open.add(item)
        queue.pump.push(items)
      }
      if (byQueue.size > 0) await all
      if (failure) throw failure
      return outcomes
    },

    async consume(consumer) {
      const name = consumer.queue
      if (queues.has(name)) throw new Error(`queue ${name} already has a consumer`)
      /** Stored letters that this process is currently delivering. */
      const kept = new Map<string, Promise<boolean>>()
      const open = new Set<Item>()
      const finish = (item: Item) => {
        if (open.delete(item)) item.settled()
      }
      const keep = (item: Item, state: 'again' | 'dead') => {
        const before = kept.get(item.id) ?? Promise.resolve(true)
        const stored = before.then(() => surely('put', () => deadLetters.put(name, item, state)))
        kept.set(item.id, stored)
        return stored.then((sure) => {
          if (sure) finish(item)
        })
      }
      const pump = createPump<Item>({
        consumer,
        log,
        done: (items) => {
          for (const item of items) {
            finish(item)
            const stored = kept.get(item.id)
            if (stored) void stored.then(() => surely('remove', () => deadLetters.remove(name, item.id))).then(() => kept.delete(item.id))
          }
        },
        // The store now holds the item, even if this process dies, so the publisher does not wait for the retries.
        failed: (item) => void keep(item, 'again'),
        dead: (item) => void keep(item, 'dead').then(() => kept.delete(item.id)),
      })
      const queue: Queue = {
        types: new Set(consumer.types),
        pump,
        open,
        async deliverAgain() {
          const letters = await deadLetters.again(name, REPLAYED_AT_ONCE)
          const mine = letters.filter((letter) => !kept.has(letter.id)).map((letter) => ({ ...letter, attempt: 1, settled: () => {} }))
          for (const item of mine) kept.set(item.id, Promise.resolve(true))
          if (mine.length > 0) pump.push(mine)
        },
      }
      queues.set(name, queue)
      const look = () => void queue.deliverAgain().catch((error) => log.warn({ error: String(error) }, 'dead letters could not be read'))
      const timer = setInterval(look, LOOK_FOR_REPLAYS_MS)
      timer.unref()
      look()
      return {
        stop: async () => {
          clearInterval(timer)
          if (queues.get(name) === queue) queues.delete(name)
          await pump.stop()
          for (const item of open) item.settled(new BusUnavailable(`consumer of ${name} stopped`))
          open.clear()
        },
      }
    },

    async listen(types, onMessage) {
      const listener = { types: new Set(types), onMessage }
      listeners.add(listener)
      return { stop: async () => void listeners.delete(listener) }
    },

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
      for (const [name, { pump, open }] of queues) {
        queues.delete(name)
        await pump.stop()
        for (const item of open) item.settled(new BusUnavailable('bus closed'))
        open.clear()
      }
      await deadLetters.close()
    },
  }
}
