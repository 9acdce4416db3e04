import { crc32 } from 'node:zlib'

const WINDOW_MS = 60_000
const SHARED_COUNTS = 1_024

interface Options {
  /**
   * Keys beyond this number per minute share 1,024 counters by hash, so that requests from many addresses can neither
   * exhaust memory nor lock out everyone else.
   */
  readonly maxKeys?: number
  /** Monotonic milliseconds, because a jump of the movable clock must not change waiting times. */
  readonly now?: () => number
}

/**
 * Limits requests per key per minute, separately in each replica. Approximates a sliding window with two fixed ones:
 * requests of the previous minute count in proportion to its overlap with the last 60 s.
 * @returns seconds to wait, 0 if admitted
 * @example const secondsToWait = rateLimit(120); secondsToWait(actor.id)
 */
export function rateLimit(perMinute: number, { maxKeys = 20_000, now = () => performance.now() }: Options = {}): (key: string) => number {
  let startedAt = now()
  let current = new Map<string, number>()
  let former = new Map<string, number>()
  return (asked) => {
    const at = now()
    if (at - startedAt >= WINDOW_MS) {
      former = at - startedAt < 2 * WINDOW_MS ? current : new Map()
      current = new Map()
      startedAt = at - ((at - startedAt) % WINDOW_MS)
    }
    const key = current.size < maxKeys || current.has(asked) ? asked : `\0${crc32(asked) % SHARED_COUNTS}`
    const count = current.get(key) ?? 0
    const share = 1 - (at - startedAt) / WINDOW_MS
    const before = former.get(key) ?? 0
    if (count + before * share >= perMinute) return secondsUntilFree(count, before, share, perMinute)
    current.set(key, count + 1)
    return 0
  }
}

/** Returns the seconds until `before * share` is small enough, or until the window ends and `count` starts to decay. */
function secondsUntilFree(count: number, before: number, share: number, perMinute: number): number {
  const shareThen = before > 0 && count < perMinute ? Math.min(share, (perMinute - count - 1) / before) : 0
  return Math.max(1, Math.ceil(((share - Math.max(0, shareThen)) * WINDOW_MS) / 1000))
}
