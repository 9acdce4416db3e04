/** The house's clock as far as this page knows it: a reader's own may be wrong, and the sandbox's can be moved. */

/** Answers say whole seconds and take a while: less than this is no difference. */
const TOLERATED_MS = 5_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Now by the house's clock, in milliseconds since 1970. @example const left = new Date(endsAt).getTime() - houseNow() */
export const houseNow = (): number => Date.now() + aheadMs

/**
 * Takes the time from an answer of the house.
 * @param answered the answer's Date header; without one, or an unreadable one, nothing changes
 * @example setHouseClock(response.headers.get('date'))
 */
export function setHouseClock(answered: string | null): void {
  const ahead = Date.parse(answered ?? '') - Date.now()
  if (!(Math.abs(ahead - aheadMs) > TOLERATED_MS)) return
  aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
  for (const listener of listeners) listener()
}

/** Calls back when the clock was set. @returns what ends it */
export function onHouseClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
