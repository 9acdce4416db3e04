/** What the network says of an account and of the videos that carry its sign-ups' codes; all of it outside any transaction. */
import type { NetworkVideo } from '@reelfair/contracts'
import { MAX_METRICS_IDS, SocialFault, type SocialProvider } from '@reelfair/social'
import { codesToLookUp, hasCode } from '../domain/find-in-text.ts'
import { ATTEMPT_MOST_MS, LOOK_BACK_DAYS } from '../domain/schedule.ts'
import type { Account, Metrics, Video } from '../domain/video.ts'
import type { StoredAssignment } from '../store/assignments.ts'
import type { StoredTask } from '../store/tasks.ts'

/** An account that publishes more than so many pages in a campaign's time is read no further back. */
const MOST_PAGES = 20
const DAY = 86_400_000

const UNSEEN = {
  views: null,
  likes: null,
  comments: null,
  private: false,
  ageRestricted: false,
  paidLabel: 'unknown',
  logo: 'unknown',
} as const

export interface Said {
  /** Undefined: the network says that there is no such account, and answers when asked for its videos. */
  readonly account: Account | undefined
  readonly listed: readonly NetworkVideo[]
  /** Videos that it does not name are not known. */
  readonly metrics: ReadonlyMap<string, Metrics>
  /** Codes that sign-ups have: the account's own, and those of the others that stand before them in what was listed. */
  readonly taken: ReadonlySet<string>
}

/**
 * @param known videos to read that were found before
 * @param ofSignUps those of some codes that any sign-up has
 * @param now as of when a video that can't be seen any more is reported
 * @throws SocialFault when one of the calls gives nothing
 */
export async function askNetwork(
  social: SocialProvider,
  { network, externalId, run }: Pick<StoredTask, 'network' | 'externalId' | 'run'>,
  assignments: readonly StoredAssignment[],
  known: readonly Pick<Video, 'externalId' | 'caption'>[],
  ofSignUps: (codes: readonly string[]) => Promise<readonly string[]>,
  now: Date,
): Promise<Said> {
  const ends = new AbortController()
  // Not AbortSignal.timeout: of 100,000 accounts that answer at once, those of the last minute would all still wait for their time.
  const late = setTimeout(() => ends.abort(), ATTEMPT_MOST_MS)
  const firstSignUp = assignments.reduce((earliest, { signedUpAt }) => Math.min(earliest, signedUpAt.getTime()), Number.POSITIVE_INFINITY)
  const since = new Date(firstSignUp - LOOK_BACK_DAYS * DAY)
  try {
    const account = await social.fetchAccountStats({ network, externalId }, { signal: ends.signal }).catch((error: unknown) => {
      // Without a video to ask for, nothing tells an account that is gone from a workflow that answers 404 to everything; at the end it has nothing to lose.
      if (error instanceof SocialFault && error.kind === 'not_found' && (known.length > 0 || run === 'checks')) return undefined
      throw error
    })
    // Nothing is believed of an answer about another account.
    if (account && account.externalId !== externalId) throw new SocialFault('unreadable')
    const listed: NetworkVideo[] = []
    let cursor: string | undefined
    for (let page = 0; account && page < MOST_PAGES; page += 1) {
      const { items, next } = await social.listRecentVideos({ network, externalId }, { since, cursor }, { signal: ends.signal })
      for (const video of items) if (video.publishedAt >= since) listed.push(video)
      cursor = next
      if (next === undefined || items.length === 0) break
    }
    const own = new Set(assignments.map(({ code }) => code))
    // Also one that is not listed any more is judged by its caption.
    const others = codesToLookUp(
      [...listed, ...known].map(({ caption }) => caption),
      own,
    )
    const taken = others.size === 0 ? own : new Set([...own, ...(await ofSignUps([...others]))])
    const wanted = new Set(known.map(({ externalId }) => externalId))
    for (const { id, caption } of listed) if (assignments.some(({ code }) => hasCode(caption, code, taken))) wanted.add(id)
    const metrics = new Map<string, Metrics>()
    const ids = [...wanted]
    for (let first = 0; first < ids.length; first += MAX_METRICS_IDS)
      for (const [id, said] of await social.fetchVideoMetrics(network, ids.slice(first, first + MAX_METRICS_IDS), {
        signal: ends.signal,
      }))
        metrics.set(id, said)
    // A deleted or hidden account lists no videos, so a missing one is not an outage.
    if (!account?.isPublic || account.ageRestricted)
      for (const { externalId: id } of known) if (!metrics.has(id)) metrics.set(id, { ...UNSEEN, at: now, deleted: !account })
    return { account, listed, metrics, taken }
  } catch (error) {
    // Cut off by our own limit, it may go well the next time.
    if (error instanceof SocialFault && error.kind === 'cancelled') throw new SocialFault('timed_out')
    throw error
  } finally {
    clearTimeout(late)
  }
}
