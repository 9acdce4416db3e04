/** The one clock of a local Reelfair: it runs with the machine's, ahead of it by what the console has moved it. */
import type { MovableClock } from '@reelfair/testkit/clock'

/**
 * A clock that goes on running after each move, unlike the one of the tests. It is never moved back: what has happened would not have happened yet.
 * @param aheadMs How far it was ahead when it was last seen
 * @throws RangeError when it is to be moved back
 */
export function runningClock(aheadMs = 0): MovableClock & { aheadMs(): number } {
  const listeners = new Set<() => void>()
  const moveBy = (ms: number) => {
    if (!(ms >= 0)) throw new RangeError('The clock goes forward only.')
    aheadMs += ms
    for (const listener of [...listeners]) listener()
  }
  const now = () => new Date(Date.now() + aheadMs)
  return {
    now,
    aheadMs: () => aheadMs,
    onJump: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (to) => moveBy(new Date(to).getTime() - now().getTime()),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) =>
      moveBy((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms),
  }
}
