/** At most so many requests a minute of one person on one route. Each replica counts for itself; the gateway limits the whole. */

const WINDOW_MS = 60_000
/** Beyond so many people a minute the rest shares one count: a stranger with many addresses must not fill the memory. */
const MOST_KEYS = 20_000
const THE_REST = ''

/**
 * A sliding window made of two fixed ones: the former minute counts in proportion to what of it still lies within the last 60 s.
 * @param now Milliseconds that only ever grow. Not the house's clock: when the sandbox moves that, patience must not change.
 * @returns how many seconds to wait, 0 to go on
 * @example const secondsToWait = rateLimit(120); secondsToWait(actor.id)
 */
export function rateLimit(perMinute: number, now: () => number = () => performance.now()): (key: string) => number {
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
    const key = current.size < MOST_KEYS || current.has(asked) ? asked : THE_REST
    const count = current.get(key) ?? 0
    const share = 1 - (at - startedAt) / WINDOW_MS
    const before = former.get(key) ?? 0
    if (count + before * share >= perMinute) return secondsUntilFree(count, before, share, perMinute)
    current.set(key, count + 1)
    return 0
  }
}

/** When `before * share` has shrunk enough, or else when the window ends and `count` begins to shrink. */
function secondsUntilFree(count: number, before: number, share: number, perMinute: number): number {
  const shareThen = before > 0 && count < perMinute ? Math.min(share, (perMinute - count - 1) / before) : 0
  return Math.max(1, Math.ceil(((share - Math.max(0, shareThen)) * WINDOW_MS) / 1000))
}
