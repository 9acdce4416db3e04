import { request } from './client.ts'

/** Maximum wait for preloaded reads. After this, each late part shows its own skeleton. */
const MAX_WAIT_MS = 4_000
/** A live stream that opens later than this after navigation may have missed changes since the preloaded reads. */
const LATE_MS = 3_000
/** How long a preloaded response counts as fresh. Parts rendered later send their own request. */
const FRESH_MS = 10_000

const coming = new Map<string, Promise<unknown>>()
const answers = new Map<string, unknown>()
const listeners = new Set<() => void>()
let isOver = true
let wereTaken = false
/** Incremented whenever the user may have changed, to discard late responses for the previous user. */
let generation = 0

/**
 * Collects the reads in the page's preload links, which the gateway adds so that the browser fetches data in parallel
 * with the scripts. Skips a failed read: the part that needs it sends its own request and shows the error.
 * @returns a promise that settles once the page may be rendered
 */
export async function startFirstReads(): Promise<void> {
  const startedIn = generation
  for (const link of document.querySelectorAll('link[rel=preload][as=fetch][href^="/api/"]')) {
    const address = link.getAttribute('href') ?? ''
    const asked = request<unknown>('GET', address).catch(() => undefined)
    const taken = asked.then((answer) => {
      if (startedIn !== generation) return undefined
      coming.delete(address)
      if (answer !== undefined) answers.set(address, answer)
      return answer
    })
    coming.set(address, taken)
  }
  if (coming.size === 0) return
  isOver = false
  wereTaken = true
  await Promise.race([Promise.all(coming.values()), new Promise((done) => setTimeout(done, MAX_WAIT_MS))])
  isOver = true
  for (const listener of listeners) listener()
  setTimeout(() => answers.clear(), FRESH_MS)
}

/**
 * The preloaded response for an address, while it is fresh.
 * @param address with `/api` and query, exactly as the page requests it
 */
export const firstRead = (address: string): unknown => answers.get(address)

/** Discards all preloads, because another user may be signed in from now on. */
export function discardFirstReads(): void {
  coming.clear()
  answers.clear()
  generation += 1
}

/** The preload in flight for an address. It resolves to undefined on failure, so that the caller sends a request. */
export const pendingRead = (address: string): Promise<unknown> | undefined => coming.get(address)

/** Whether preloaded data may be out of date because the live stream opened late. */
export const mayHaveMissed = (): boolean => wereTaken && performance.now() > LATE_MS

/** Reports whether all preloads have settled or timed out. For `useSyncExternalStore`. */
export const firstReads = {
  areSettled: (): boolean => isOver,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
