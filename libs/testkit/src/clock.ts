import type { Clock } from '@reelfair/service-kit'

interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly ms?: number
}

export interface MovableClock extends Clock {
  /** Freezes the clock at a moment in the past or the future. Calls all `onJump` listeners before it returns. */
  set(to: Date | string): void
  advance(by: Span): void
}

/**
 * Creates a clock for tests. With `start`, the clock is frozen; otherwise it follows the machine's time until the first
 * `set`. Move the clock only as far as needed, because the database expires rows according to the machine's time.
 * @example
 * const clock = movableClock('2026-03-29T00:59:59Z')
 * clock.advance({ seconds: 1 })
 */
export function movableClock(start?: Date | string): MovableClock {
  let stopped = start === undefined ? undefined : new Date(start).getTime()
  let ahead = 0
  const now = () => new Date(stopped ?? Date.now() + ahead)
  const listeners = new Set<() => void>()
  const notify = () => {
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
      notify()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) => {
      const by = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms
      if (stopped === undefined) ahead += by
      else stopped += by
      notify()
    },
  }
}
