import { LiveTopic } from '@reelfair/contracts'

/** Longer than the 3 s after which a page refetches everything once its stream opens (`first-reads.ts` in web-kit). */
const KEPT_MS = 5_000
const MAX_NOTICES = 20_000

/** The notices of the last five seconds, for streams that open after the page has read its data. */
export class RecentNotices {
  /** The latest time of each notice, oldest first. */
  readonly #times = new Map<string, number>()
  #overflowedAt = Number.NEGATIVE_INFINITY

  add(audience: string, topic: LiveTopic): void {
    const now = performance.now()
    const key = keyOf(audience, topic)
    this.#times.delete(key)
    this.#times.set(key, now)
    for (const [oldest, time] of this.#times) {
      const isRecent = now - time <= KEPT_MS
      if (isRecent && this.#times.size <= MAX_NOTICES) break
      if (isRecent) this.#overflowedAt = now
      this.#times.delete(oldest)
    }
  }

  /** @returns `unknown` after more notices than can be kept */
  topicsFor(audiences: readonly string[]): LiveTopic[] | 'unknown' {
    const since = performance.now() - KEPT_MS
    if (this.#overflowedAt >= since) return 'unknown'
    return LiveTopic.options.filter((topic) => audiences.some((audience) => (this.#times.get(keyOf(audience, topic)) ?? since) > since))
  }
}

const keyOf = (audience: string, topic: LiveTopic) => `${topic} ${audience}`
