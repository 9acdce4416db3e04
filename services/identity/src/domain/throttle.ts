/**
 * Slows down password guessing without locking out the owner: a device that has signed in before is slowed down only
 * by its own failures.
 */
/**
 * Wrong passwords allowed within the window before attempts are slowed down.
 * @source issue 5
 */
export const FREE_FAILURES = 10
/** Failures are forgotten after this time without another failure. */
export const WINDOW_MS = 15 * 60_000
/** Minimum interval between two attempts on an address under attack. */
const TURN_MS = 1_000
/** Longest wait in the queue of an address under attack; further attempts are rejected. */
const MAX_QUEUE_MS = 5_000

interface Slowing {
  /** Failures are forgotten after this time without another failure. */
  readonly windowMs: number
  readonly maxPauseMs: number
}

const PASSWORDS: Slowing = { windowMs: WINDOW_MS, maxPauseMs: 60_000 }

/** A code has only six digits. These limits allow about a hundred guesses a day, each with a chance of 1 in 333,333. */
export const CODES: Slowing = { windowMs: 86_400_000, maxPauseMs: 15 * 60_000 }

interface Attempts {
  readonly count: number
  readonly lastAt: Date
  readonly turnAt?: Date | undefined
  readonly endsAt: Date
}

const countIn = (attempts: Attempts | undefined, at: Date) => (attempts && attempts.endsAt > at ? attempts.count : 0)

export function recordFailure<T extends Attempts>(attempts: T, at: Date, { windowMs }: Slowing = PASSWORDS): T {
  return { ...attempts, count: countIn(attempts, at) + 1, lastAt: at, endsAt: new Date(at.getTime() + windowMs) }
}

/**
 * The tenth failure causes a pause of 1 s, and each further failure doubles the pause, up to the longest one.
 * @returns the remaining pause in ms
 */
export function pauseAfter(attempts: Attempts | undefined, at: Date, { maxPauseMs }: Slowing = PASSWORDS): number {
  const count = countIn(attempts, at)
  if (!attempts || count < FREE_FAILURES) return 0
  const pause = Math.min(1_000 * 2 ** (count - FREE_FAILURES), maxPauseMs)
  return Math.max(0, attempts.lastAt.getTime() + pause - at.getTime())
}

export const isUnderAttack = (attempts: Attempts | undefined, at: Date): boolean => countIn(attempts, at) >= FREE_FAILURES

/**
 * Queues an unknown device's attempt on an address under attack, so that the owner can still sign in from a new device.
 * @returns the wait in ms, or the ms until the queue has room
 */
export function takeTurn<T extends Attempts>(attempts: T, at: Date): { attempts: T; waitMs: number } | { retryAfterMs: number } {
  const turn = Math.max(at.getTime() + TURN_MS, (attempts.turnAt?.getTime() ?? 0) + TURN_MS)
  const waitMs = turn - at.getTime()
  if (waitMs > MAX_QUEUE_MS) return { retryAfterMs: waitMs - MAX_QUEUE_MS }
  return { attempts: { ...attempts, turnAt: new Date(turn) }, waitMs }
}

/** The pause between two e-mails to an address; it doubles with each e-mail. */
export interface CoolDown {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * Doubles the cool-down with each request. Without another request, the count is reset one window after the cool-down.
 */
export function recordMailRequest<T extends Attempts>(
  asked: T,
  at: Date,
  { firstMs, longestMs }: CoolDown,
): { attempts: T; coolDownMs: number } | { retryAfterMs: number } {
  const retryAfterMs = (asked.turnAt?.getTime() ?? 0) - at.getTime()
  if (retryAfterMs > 0) return { retryAfterMs }
  const count = countIn(asked, at)
  const coolDownMs = Math.min(firstMs * 2 ** count, longestMs)
  const turnAt = new Date(at.getTime() + coolDownMs)
  return { attempts: { ...asked, count: count + 1, lastAt: at, turnAt, endsAt: new Date(turnAt.getTime() + WINDOW_MS) }, coolDownMs }
}
