/** A clock that a test moves. */
import type { Clock } from '@reelfair/service-kit'

interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly ms?: number
}

export interface MovableClock extends Clock {
  /** To a moment, also back; it stands still there. Whoever waits for an hour is told before this returns. */
  set(to: Date | string): void
  advance(by: Span): void
}

/**
 * A clock for tests: without a start it runs with the machine's, from the first `set` on (or from `start`) it stands still. `onJump` listeners
 * are called at each move. Rows that the database removes by their age follow the machine's time, so move it only as far as needed.
 * @example
 * const clock = movableClock('2026-03-29T00:59:59Z')
 * clock.advance({ seconds: 1 })
 */
export function movableClock(start?: Date | string): MovableClock {
  let stopped = start === undefined ? undefined : new Date(start).getTime()
  let ahead = 0
  const now = () => new Date(stopped ?? Date.now() + ahead)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  return {
    now,
    onJump: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (to) => {
      stopped = new Date(to).getTime()
      tell()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) => {
      const by = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms
      if (stopped === undefined) ahead += by
      else stopped += by
      tell()
    },
  }
}
