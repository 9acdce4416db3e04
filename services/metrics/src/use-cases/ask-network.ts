/** What the network says of an account and of the videos that carry its sign-ups' codes; all of it outside any transaction. */
import { MAX_METRICS_IDS, SocialFault, type SocialProvider } from '@reelfair/social'
import { hasCode } from '../domain/find-in-text.ts'
import { ATTEMPT_MOST_MS, LOOK_BACK_DAYS } from '../domain/schedule.ts'
import type { Account, Listed, Metrics } from '../domain/video.ts'
import type { StoredAssignment } from '../store/assignments.ts'
import type { StoredTask } from '../store/tasks.ts'

/** An account that publishes more than so many pages in a campaign's time is read no further back. */
const MOST_PAGES = 20
const DAY = 86_400_000

export interface Said {
  readonly account: Account | undefined
  readonly listed: readonly Listed[]
  /** Videos that it does not name are not known. */
  readonly metrics: ReadonlyMap<string, Metrics>
}

/**
 * @param known the network's ids of videos to read that were found before
 * @throws SocialFault when one of the calls gives nothing
 */
export async function askNetwork(
  social: SocialProvider,
  { network, externalId }: Pick<StoredTask, 'network' | 'externalId'>,
  assignments: readonly StoredAssignment[],
  known: readonly string[],
): Promise<Said> {
  const ends = { signal: AbortSignal.timeout(ATTEMPT_MOST_MS) }
  const since = new Date(Math.min(...assignments.map(({ signedUpAt }) => signedUpAt.getTime())) - LOOK_BACK_DAYS * DAY)
  try {
    const account = await social.fetchAccountStats({ network, externalId }, ends)
    // Nothing is believed of an answer about another account.
    if (account.externalId !== externalId) throw new SocialFault('unreadable')
    const listed: Listed[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { items, next } = await social.listRecentVideos({ network, externalId }, { since, cursor }, ends)
      listed.push(...items.filter(({ publishedAt }) => publishedAt >= since))
      cursor = next
      if (next === undefined || items.length === 0) break
    }
    const wanted = new Set(known)
    for (const { id, caption } of listed) if (assignments.some(({ code }) => hasCode(caption, code))) wanted.add(id)
    const metrics = new Map<string, Metrics>()
    const ids = [...wanted]
    for (let first = 0; first < ids.length; first += MAX_METRICS_IDS)
      for (const [id, said] of await social.fetchVideoMetrics(network, ids.slice(first, first + MAX_METRICS_IDS), ends))
        metrics.set(id, said)
    return { account, listed, metrics }
  } catch (error) {
    // Cut off by our own limit, it may go well the next time.
    if (error instanceof SocialFault && error.kind === 'cancelled') throw new SocialFault('timed_out')
    throw error
  }
}
