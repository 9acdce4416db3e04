/** Serializes work on the same key within one process. The database serializes work across processes. */
import { Overloaded } from '../data/faults.ts'
import { withTimeout } from '../with-timeout.ts'

export interface KeyedMutexOptions {
  /** Maximum number of callers waiting for one key. Default: unlimited. */
  readonly maxWaiting?: number
  /** Creates the error for callers beyond `maxWaiting`. Default: `Overloaded`. */
  readonly onFull?: () => Error
  /**
   * Milliseconds that a caller waits for its predecessor. After that, the caller starts anyway, so set this only if
   * callers may overlap. Default: unlimited.
   */
  readonly maxWaitMs?: number
}

export interface KeyedMutex<Key> {
  /**
   * Waits until the previous caller has released the key.
   * @returns a function that releases the key; only its first call has an effect
   * @throws the error of `onFull`, immediately, if too many callers are waiting
   */
  acquire(key: Key): Promise<() => void>
  /**
   * Runs `work` while holding the key.
   * @throws the error of `work` or `acquire`
   */
  runExclusive<T>(key: Key, work: () => Promise<T>): Promise<T>
}

interface Queue {
  length: number
  last: Promise<void>
}

/**
 * Creates a mutex for each key; callers proceed in the order they arrive. An idle key uses no memory.
 * @example
 * const campaignMutex = createKeyedMutex<string>({ maxWaiting: 999, onFull: () => new Refusal('unavailable') })
 * await campaignMutex.runExclusive(campaignId, () => join(campaignId, ctx))
 */
export function createKeyedMutex<Key>(options: KeyedMutexOptions = {}): KeyedMutex<Key> {
  const { maxWaiting = Number.POSITIVE_INFINITY, onFull = () => new Overloaded('too many callers are waiting'), maxWaitMs } = options
  const queues = new Map<Key, Queue>()

  async function acquire(key: Key): Promise<() => void> {
    const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() }
    if (queue.length > maxWaiting) throw onFull()
    queues.set(key, queue)
    queue.length += 1
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    let isReleased = false
    await (maxWaitMs === undefined ? before : withTimeout(before, maxWaitMs, () => {}))
    return () => {
      if (isReleased) return
      isReleased = true
      resolve()
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }

  return {
    acquire,
    runExclusive: async (key, work) => {
      const release = await acquire(key)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
