import { request } from './client.ts'

/** Maximum wait for preloads. After that, each part that is still loading shows its own skeleton. */
const MAX_WAIT_MS = 4_000
/** If the live stream opens later than this after the data was requested, it may have missed changes. */
export const LATE_MS = 3_000
/** How long a preloaded response stays fresh. Parts that render later send their own requests. */
const FRESH_MS = 10_000

const coming = new Map<string, Promise<unknown>>()
const answers = new Map<string, unknown>()
const listeners = new Set<() => void>()
let isOver = true
let wereTaken = false
/** Incremented by `discardFirstReads`, so that late responses are discarded too. */
let generation = 0

/**
 * Collects the responses to the page's preload links. The gateway adds these links, so that the browser fetches data
 * and scripts in parallel. If a preload fails, the part that needs the data sends its own request.
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
 * Returns a preloaded response while it is fresh.
 * @param address with `/api` and query, exactly as the page requests it
 */
export const firstRead = (address: string): unknown => answers.get(address)

/** Call this when the signed-in user or the data may have changed. */
export function discardFirstReads(): void {
  coming.clear()
  answers.clear()
  generation += 1
}

/** The promise resolves to undefined if the preload fails, so that the caller sends its own request. */
export const pendingRead = (address: string): Promise<unknown> | undefined => coming.get(address)

/** Whether preloaded data may be out of date because the live stream opened late. */
export const mayHaveMissed = (): boolean => wereTaken && performance.now() > LATE_MS

export const firstReads = {
  areSettled: (): boolean => isOver,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
