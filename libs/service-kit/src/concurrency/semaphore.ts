import { Overloaded } from '../data/faults.ts'
import { withTimeout } from '../with-timeout.ts'

export interface SemaphoreOptions {
  /** Maximum number of callers waiting for one key. Default: unlimited. */
  readonly maxWaiting?: number
  /** Creates the error for callers beyond `maxWaiting`. Default: `Overloaded`. */
  readonly onFull?: () => Error
  /** Creates the error for callers that reach their deadline without a permit. Default: `Overloaded`. */
  readonly onTimeout?: () => Error
}

interface Permit {
  /** At least 0 and less than the number of permits. No two permits in use for a key share a slot. */
  readonly slot: number
  /** Returns the permit, or hands it to the longest-waiting caller. Only the first call has an effect. */
  release(): void
}

export interface Semaphore<Key> {
  /** @returns undefined if all permits are in use */
  tryAcquire(key: Key): Permit | undefined
  /**
   * @param deadline in milliseconds of `performance.now()`, which never steps back; limits the wait. Default: unlimited
   * @throws the error of `onFull`, immediately, if too many callers are waiting, or that of `onTimeout` at the deadline
   */
  acquire(key: Key, deadline?: number): Promise<Permit>
}

interface State {
  inUse: number
  readonly freed: number[]
  readonly waiting: Set<(permit: Permit) => void>
}

/**
 * Limits concurrent work per key; callers proceed in the order they arrive. An idle key uses no memory. Without a key
 * type, there is a single key.
 * @param permits maximum number of permits in use per key, at least 1
 * @example
 * const uploads = createSemaphore<string>(2)
 * const permit = uploads.tryAcquire(brandId) ?? refuse('too_many_requests', { seconds: 10 })
 * try {
 *   await store(upload)
 * } finally {
 *   permit.release()
 * }
 */
export function createSemaphore<Key = void>(permits: number, options: SemaphoreOptions = {}): Semaphore<Key> {
  const {
    maxWaiting = Number.POSITIVE_INFINITY,
    onFull = () => new Overloaded('too many callers are waiting'),
    onTimeout = () => new Overloaded('no permit became free in time'),
  } = options
  const states = new Map<Key, State>()

  function stateOf(key: Key): State {
    const state = states.get(key) ?? { inUse: 0, freed: [], waiting: new Set() }
    states.set(key, state)
    return state
  }

  function permitOf(key: Key, slot: number): Permit {
    let isReleased = false
    return {
      slot,
      release: () => {
        if (isReleased) return
        isReleased = true
        const state = stateOf(key)
        const [next] = state.waiting
        if (next) {
          state.waiting.delete(next)
          next(permitOf(key, slot))
          return
        }
        state.freed.push(slot)
        state.inUse -= 1
        if (state.inUse === 0) states.delete(key)
      },
    }
  }

  function tryAcquire(key: Key): Permit | undefined {
    const state = stateOf(key)
    if (state.inUse >= permits) return undefined
    const slot = state.freed.pop() ?? state.inUse
    state.inUse += 1
    return permitOf(key, slot)
  }

  return {
    tryAcquire,
    acquire: async (key, deadline) => {
      const permit = tryAcquire(key)
      if (permit) return permit
      const { waiting } = stateOf(key)
      if (waiting.size >= maxWaiting) throw onFull()
      return nextPermit(waiting, deadline, onTimeout)
    },
  }
}

async function nextPermit(waiting: State['waiting'], deadline: number | undefined, onTimeout: () => Error): Promise<Permit> {
  const { promise, resolve } = Promise.withResolvers<Permit>()
  waiting.add(resolve)
  if (deadline === undefined) return promise
  const permit = await withTimeout(promise, deadline - performance.now(), () => {
    waiting.delete(resolve)
    throw onTimeout()
  })
  // In a busy process, the timer may fire too late.
  if (performance.now() < deadline) return permit
  permit.release()
  throw onTimeout()
}
