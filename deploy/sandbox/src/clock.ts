import type { MovableClock } from '@reelfair/testkit/clock'

/**
 * A clock that continues to run after each move. It never moves back, because stored dates would then be in the
 * future.
 * @param aheadMs Initial offset from the machine's clock, in milliseconds
 * @throws RangeError when a move would turn the clock back
 */
export function runningClock(aheadMs = 0): MovableClock & { aheadMs(): number } {
  const listeners = new Set<() => void>()
  const moveBy = (ms: number) => {
    if (!(ms >= 0)) throw new RangeError('The clock can only move forward.')
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
