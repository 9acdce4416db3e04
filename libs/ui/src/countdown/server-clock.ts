/** The device's clock may be wrong, and the sandbox can change its own time, so pages use the server's time. */

/** The clock ignores smaller differences: the Date header has whole seconds, and responses take time to arrive. */
const TOLERATED_MS = 5_000

let aheadMs = 0
const listeners = new Set<() => void>()

/** Current server time in milliseconds since 1970. @example const left = new Date(endsAt).getTime() - serverNow() */
export const serverNow = (): number => Date.now() + aheadMs

/**
 * Sets the clock from a response's Date header; a missing or invalid header is ignored.
 * @example setServerClock(response.headers.get('date'))
 */
export function setServerClock(dateHeader: string | null): void {
  const ahead = Date.parse(dateHeader ?? '') - Date.now()
  if (!(Math.abs(ahead - aheadMs) > TOLERATED_MS)) return
  aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
  for (const listener of listeners) listener()
}

/** Notifies `listener` when the clock changes. @returns A function that unsubscribes the listener. */
export function onServerClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
