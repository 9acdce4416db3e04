import type { NetworkVideo } from '@reelfair/contracts'
import { type AccessOf, MAX_METRICS_IDS, SocialFault, type SocialProvider } from '@reelfair/social'
import { codesToLookUp, hasCode } from '../domain/find-in-text.ts'
import { ATTEMPT_TIMEOUT_MS, LOOK_BACK_DAYS } from '../domain/schedule.ts'
import type { Account, Metrics, Video } from '../domain/video.ts'
import type { StoredAssignment } from '../store/assignments.ts'
import type { StoredTask } from '../store/tasks.ts'

/** Maximum number of pages read per account. Older videos of very active accounts are ignored. */
const MAX_PAGES = 20
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

export interface NetworkReading {
  /**
   * Undefined if the owner has ended the connection, or if the network reports that the account does not exist but
   * still responds to requests for its videos.
   */
  readonly account: Account | undefined
  /** The owner has ended the connection, so we cannot know which videos there are. */
  readonly isDisconnected?: true
  readonly listed: readonly NetworkVideo[]
  /** Keyed by the network's video ids. The network may omit a video, whose metrics are then unknown. */
  readonly metrics: ReadonlyMap<string, Metrics>
  /** Codes of existing sign-ups and partnerships: the account's own, and others that precede them in a caption. */
  readonly taken: ReadonlySet<string>
}

/** The reading of an account whose owner has ended the connection: its known videos are out of sight. */
export const disconnectedReading = (known: readonly Pick<Video, 'externalId'>[], now: Date): NetworkReading => ({
  account: undefined,
  isDisconnected: true,
  listed: [],
  metrics: new Map(known.map(({ externalId }) => [externalId, { ...UNSEEN, at: now, deleted: false, disconnected: true }])),
  taken: new Set(),
})

/**
 * @param known videos that were found earlier and must be read
 * @param inUse returns those of the given codes that belong to a sign-up or partnership
 * @param now time to record for videos that can no longer be seen
 * @throws SocialFault if one of the calls fails
 */
export async function readNetwork(
  { social, accessOf }: { readonly social: SocialProvider; readonly accessOf?: AccessOf | undefined },
  { network, externalId, run }: Pick<StoredTask, 'network' | 'externalId' | 'run'>,
  assignments: readonly StoredAssignment[],
  known: readonly Pick<Video, 'externalId' | 'caption'>[],
  inUse: (codes: readonly string[]) => Promise<readonly string[]>,
  now: Date,
): Promise<NetworkReading> {
  const ends = new AbortController()
  // Avoids AbortSignal.timeout, whose timers cannot be cleared: even if 100,000 accounts respond quickly, the timers of
  // the last minute would all stay pending.
  const late = setTimeout(() => ends.abort(), ATTEMPT_TIMEOUT_MS)
  const firstSignUp = assignments.reduce((earliest, { signedUpAt }) => Math.min(earliest, signedUpAt.getTime()), Number.POSITIVE_INFINITY)
  const options = { signal: ends.signal, accessOf }
  const since = new Date(firstSignUp - LOOK_BACK_DAYS * DAY)
  try {
    const account = await social.fetchAccountStats({ network, externalId }, options).catch((error: unknown) => {
      // Without a known video, a missing account looks the same as a workflow that answers every request with 404. In
      // the final reading this does not matter, because the account has no views to lose.
      if (error instanceof SocialFault && error.kind === 'not_found' && (known.length > 0 || run === 'checks')) return undefined
      throw error
    })
    // A response about a different account is not trusted.
    if (account && account.externalId !== externalId) throw new SocialFault('unreadable')
    const listed: NetworkVideo[] = []
    let cursor: string | undefined
    for (let page = 0; account && page < MAX_PAGES; page += 1) {
      const { items, next } = await social.listRecentVideos({ network, externalId }, { since, cursor }, options)
      for (const video of items) if (video.publishedAt >= since) listed.push(video)
      cursor = next
      if (next === undefined || items.length === 0) break
    }
    const own = new Set(assignments.map(({ code }) => code))
    // A known video is judged by its caption even if it is no longer listed.
    const others = codesToLookUp(
      [...listed, ...known].map(({ caption }) => caption),
      own,
    )
    const taken = others.size === 0 ? own : new Set([...own, ...(await inUse([...others]))])
    const wanted = new Set(known.map(({ externalId }) => externalId))
    for (const { id, caption } of listed) if (assignments.some(({ code }) => hasCode(caption, code, taken))) wanted.add(id)
    const metrics = new Map<string, Metrics>()
    const ids = [...wanted]
    for (let first = 0; first < ids.length; first += MAX_METRICS_IDS)
      for (const [id, figures] of await social.fetchVideoMetrics(
        { network, externalId },
        ids.slice(first, first + MAX_METRICS_IDS),
        options,
      ))
        metrics.set(id, figures)
    // A deleted or hidden account lists no videos, so missing videos do not indicate an outage.
    if (!account?.isPublic || account.ageRestricted)
      for (const { externalId: id } of known) if (!metrics.has(id)) metrics.set(id, { ...UNSEEN, at: now, deleted: !account })
    return { account, listed, metrics, taken }
  } catch (error) {
    // Our own time limit cancelled the request, so a retry may succeed.
    if (error instanceof SocialFault && error.kind === 'cancelled') throw new SocialFault('timed_out')
    throw error
  } finally {
    clearTimeout(late)
  }
}
