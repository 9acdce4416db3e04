/**
 * Slows down password guessing by e-mail address and by network without locking out the owner: a device that has signed
 * in before is slowed only by its own failures. Pure.
 */
/** Number of wrong passwords allowed within the window before attempts are slowed down. @source issue 5 */
export const FREE_FAILURES = 10
/** Time after which failures are forgotten if no other failure follows. */
export const WINDOW_MS = 15 * 60_000
const MAX_PAUSE_MS = 60_000
/** Minimum interval between two attempts on an address under attack. */
const TURN_MS = 1_000
/** Longest wait in the queue of an address under attack. Further attempts are rejected. */
const MAX_QUEUE_MS = 5_000

interface Tries {
  readonly count: number
  readonly lastAt: Date
  readonly turnAt?: Date | undefined
  readonly endsAt: Date
}

const countIn = (tries: Tries | undefined, at: Date) => (tries && tries.endsAt > at ? tries.count : 0)

/** Records a failure. */
export function recordFailure<T extends Tries>(tries: T, at: Date): T {
  return { ...tries, count: countIn(tries, at) + 1, lastAt: at, endsAt: new Date(at.getTime() + WINDOW_MS) }
}

/**
 * How many ms a network or known device must wait before its next attempt: 1, 2, 4 … s after the tenth and each further
 * failure, at most a minute.
 */
export function pauseAfter(tries: Tries | undefined, at: Date): number {
  const count = countIn(tries, at)
  if (!tries || count < FREE_FAILURES) return 0
  const pause = Math.min(1_000 * 2 ** (count - FREE_FAILURES), MAX_PAUSE_MS)
  return Math.max(0, tries.lastAt.getTime() + pause - at.getTime())
}

export const isUnderAttack = (tries: Tries | undefined, at: Date): boolean => countIn(tries, at) >= FREE_FAILURES

/**
 * Queues an attempt on an address under attack from an unknown device. The right password still works, but only after
 * the wait.
 * @returns the wait in ms, or the ms until the queue has room
 */
export function takeTurn<T extends Tries>(tries: T, at: Date): { tries: T; waitMs: number } | { retryAfterMs: number } {
  const turn = Math.max(at.getTime() + TURN_MS, (tries.turnAt?.getTime() ?? 0) + TURN_MS)
  const waitMs = turn - at.getTime()
  if (waitMs > MAX_QUEUE_MS) return { retryAfterMs: waitMs - MAX_QUEUE_MS }
  return { tries: { ...tries, turnAt: new Date(turn) }, waitMs }
}

/** Pause between two e-mails to an address: `firstMs`, doubled with each e-mail up to `longestMs`. */
export interface CoolDown {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * Records a request for another e-mail to an address, or returns how long until one is allowed. The count is reset if
 * no request follows within a window after the cool-down.
 */
export function recordMailRequest<T extends Tries>(
  asked: T,
  at: Date,
  { firstMs, longestMs }: CoolDown,
): { tries: T; coolDownMs: number } | { retryAfterMs: number } {
  const retryAfterMs = (asked.turnAt?.getTime() ?? 0) - at.getTime()
  if (retryAfterMs > 0) return { retryAfterMs }
  const count = countIn(asked, at)
  const coolDownMs = Math.min(firstMs * 2 ** count, longestMs)
  const turnAt = new Date(at.getTime() + coolDownMs)
  return { tries: { ...asked, count: count + 1, lastAt: at, turnAt, endsAt: new Date(turnAt.getTime() + WINDOW_MS) }, coolDownMs }
}
