import { type ApiPath, call } from './client.ts'

/** A page never waits longer for what the browser fetches ahead: a part whose answer is late shows its own skeleton. */
const LONGEST_WAIT_MS = 4_000
/** A live stream that opens later than this after the document: what changed since the reads was told to nobody. */
const LATE_MS = 3_000
/** As long as an answer counts as fresh: what is drawn later asks again. */
const FRESH_MS = 10_000

const coming = new Map<string, Promise<unknown>>()
const answers = new Map<string, unknown>()
const listeners = new Set<() => void>()
let isOver = true
let wereTaken = false
/** Grows with each person: an answer that comes late is not the next one's. */
let reader = 0

/**
 * Takes in the reads that the gateway had the browser fetch beside the scripts, as the page's preload links name them. A failed read is left out: the part that
 * needs it asks by itself, and shows what is wrong.
 * @returns settled once the page may be drawn
 */
export async function takeFirstReads(): Promise<void> {
  const asker = reader
  for (const link of document.querySelectorAll('link[rel=preload][as=fetch][href^="/api/"]')) {
    const address = link.getAttribute('href') ?? ''
    const asked = call<unknown>('GET', address.slice('/api'.length) as ApiPath).catch(() => undefined)
    const taken = asked.then((answer) => {
      if (asker !== reader) return undefined
      coming.delete(address)
      if (answer !== undefined) answers.set(address, answer)
      return answer
    })
    coming.set(address, taken)
  }
  if (coming.size === 0) return
  isOver = false
  wereTaken = true
  await Promise.race([Promise.all(coming.values()), new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))])
  isOver = true
  for (const listener of listeners) listener()
  setTimeout(() => answers.clear(), FRESH_MS)
}

/** The answer that was fetched ahead for this address, while it is fresh. @param address with `/api` and query, exactly as the page asks for it */
export const firstRead = (address: string): unknown => answers.get(address)

/** Somebody else may be signed in from now on. */
export function forgetFirstReads(): void {
  coming.clear()
  answers.clear()
  reader += 1
}

/** The answer while it is on its way; settles with undefined where it fails. A later request wants a newer one. */
export const comingRead = (address: string): Promise<unknown> | undefined => coming.get(address)

/** Whether what the page shows may be older than its live stream: fetched ahead, on a connection on which the scripts took long. */
export const mayHaveMissed = (): boolean => wereTaken && performance.now() > LATE_MS

/** Whether all that was fetched ahead has come, or is not waited for any more. For `useSyncExternalStore`. */
export const firstReads = {
  areOver: (): boolean => isOver,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
