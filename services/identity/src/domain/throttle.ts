/**
 * Slows down password guessing, by the address tried and by the network, without shutting the owner out: a device that has signed in before is slowed by
 * its own failures alone. Pure.
 */
/** So many wrong passwords within the window are everyone's right. @source issue 5 */
export const FREE_FAILURES = 10
/** Without a further failure everything is forgotten after this. */
export const WINDOW_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 60_000
/** An address under attack lets one in per so long … */
const TURN_MS = 1_000
/** … and so many wait for their turn; more are told to come back. */
const LONGEST_LINE_MS = 5_000

interface Tries {
  readonly count: number
  readonly lastAt: Date
  readonly turnAt?: Date | undefined
  readonly endsAt: Date
}

const countIn = (tries: Tries | undefined, at: Date) => (tries && tries.endsAt > at ? tries.count : 0)

/** One more failure. */
export function noteFailure<T extends Tries>(tries: T, at: Date): T {
  return { ...tries, count: countIn(tries, at) + 1, lastAt: at, endsAt: new Date(at.getTime() + WINDOW_MS) }
}

/** For a network or a known device: how long until it may try again, in ms. 1, 2, 4 … s after the tenth failure and each further one, a minute at most. */
export function pauseAfter(tries: Tries | undefined, at: Date): number {
  const count = countIn(tries, at)
  if (!tries || count < FREE_FAILURES) return 0
  const pause = Math.min(1_000 * 2 ** (count - FREE_FAILURES), LONGEST_PAUSE_MS)
  return Math.max(0, tries.lastAt.getTime() + pause - at.getTime())
}

export const isUnderAttack = (tries: Tries | undefined, at: Date): boolean => countIn(tries, at) >= FREE_FAILURES

/**
 * For an address under attack, tried from a network that its owner never used: a place in the line. The right password still opens, only later.
 * @returns how long to wait in ms, or undefined when the line is too long
 */
export function takeTurn<T extends Tries>(tries: T, at: Date): { tries: T; waitMs: number } | { comeBackMs: number } {
  const turn = Math.max(at.getTime() + TURN_MS, (tries.turnAt?.getTime() ?? 0) + TURN_MS)
  const waitMs = turn - at.getTime()
  if (waitMs > LONGEST_LINE_MS) return { comeBackMs: waitMs - LONGEST_LINE_MS }
  return { tries: { ...tries, turnAt: new Date(turn) }, waitMs }
}

/** How long somebody waits between two mails: `firstMs`, doubled with each mail up to `longestMs`. */
export interface CoolDown {
  readonly firstMs: number
  readonly longestMs: number
}

/**
 * One more mail to an address, or how long until the next may be asked for. The count is forgotten when a window passes without one after the cool-down.
 */
export function askAgain<T extends Tries>(
  asked: T,
  at: Date,
  { firstMs, longestMs }: CoolDown,
): { tries: T; coolDownMs: number } | { comeBackMs: number } {
  const comeBackMs = (asked.turnAt?.getTime() ?? 0) - at.getTime()
  if (comeBackMs > 0) return { comeBackMs }
  const count = countIn(asked, at)
  const coolDownMs = Math.min(firstMs * 2 ** count, longestMs)
  const turnAt = new Date(at.getTime() + coolDownMs)
  return { tries: { ...asked, count: count + 1, lastAt: at, turnAt, endsAt: new Date(turnAt.getTime() + WINDOW_MS) }, coolDownMs }
}

/** Who has one address of an IPv6 network has 2^72 of them, so the /56 counts as one. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16) || 0)
  return [...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00].map((group) => group.toString(16)).join(':')
}
