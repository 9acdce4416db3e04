import {
  type ExclusionReason,
  type GrowthEvidence,
  LogoRefusal,
  type LogoState,
  losesAllViews,
  type Network,
  type NetworkVideo,
  type ReviewKind,
  type Subject,
} from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import { judgeAccountGrowth } from './account-growth.ts'
import type { Assignment } from './assignment.ts'
import {
  type Count,
  canBeFinal,
  countFinal,
  countObservation,
  faultsOf,
  inOrder,
  type Measured,
  NOTHING_COUNTED,
  type Observation,
  tallyOf,
  windowEnd,
  withDeadlines,
} from './count-video.ts'
import { addEarned, addWaiting, type Earned, type Gain, gainOf, takeOffNights, type Waiting } from './gains.ts'
import { type Figures, type GrowthJudgement, type UsualFigures, usualFiguresOf } from './growth.ts'
import { type JudgedAccount, type JudgedVideo, judgeVideo } from './judge-video.ts'

/** Ten figures are enough to assess growth. */
const KEPT_FIGURES = 10

export interface Metrics
  extends Figures,
    Pick<JudgedVideo, 'deleted' | 'disconnected' | 'private' | 'ageRestricted' | 'paidLabel' | 'logo'> {}

export interface Account extends JudgedAccount {
  readonly followers: number | null
  readonly averageViews: number | null
}

/**
 * A video belongs to the sign-up or partnership whose code is the first in its caption. If another one's code becomes
 * the first, the video belongs to both, but each view counts for only one of them; see `code-added-late.ts`.
 */
export interface Video extends Omit<NetworkVideo, 'id'> {
  readonly id: string
  readonly assignmentId: string
  readonly subject: Subject
  readonly subjectId: string
  readonly creatorId: string
  readonly network: Network
  /** The network's own id. */
  readonly externalId: string
  readonly firstSeenAt: Date
  readonly foundWithoutCode?: true | undefined
  readonly seenAt?: Date | undefined
  /** Time of the last reading or decision; no two readings or decisions have the same time. */
  readonly stepAt: Date
  /** Views after this time do not count. */
  readonly until: Date
  /** Faults found by readings or reviews and not cleared since. */
  readonly faults: readonly ExclusionReason[]
  readonly logo: LogoState
  /** Last known state of the network's label, which still applies during an outage. */
  readonly paidLabel?: boolean | undefined
  /** The newest figures, plus the highest one even if it is older. */
  readonly figures: readonly Figures[]
  readonly count: Count
  /** Views in review, by night; absent if there are none. */
  readonly waiting?: readonly Waiting[] | undefined
  /** Qualified views, by night; absent if there are none. */
  readonly earned?: readonly Earned[] | undefined
  readonly final?: 'read' | 'missing' | undefined
}

export interface Reading extends Observation {
  readonly videoId: string
  readonly assignmentId: string
  /** Revision of the totals after the reading. */
  readonly revision: number
  /** End of the video's window, as known at the time of the reading. */
  readonly until: Date
  readonly foundWithoutCode?: true | undefined
  readonly publishedAt: Date
  readonly likes: number | null
  readonly comments: number | null
  readonly evidence: readonly GrowthEvidence[]
  readonly added: Added
  readonly isFinal?: true | undefined
  readonly removed?: number | undefined
}

export interface Added {
  readonly views: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
  readonly reason?: ExclusionReason | undefined
}

export const videoIdOf = (assignmentId: string, externalId: string) => `${assignmentId}:${externalId}`

export const videoOfId = (id: string) => id.slice(id.indexOf(':') + 1)

/** @param wasSeenWithout whether an earlier reading found the video without the code; see `code-added-late.ts` */
export function foundVideo(assignment: Assignment, { id, ...listed }: NetworkVideo, at: Date, wasSeenWithout = false): Video {
  return {
    ...listed,
    id: videoIdOf(assignment.id, id),
    assignmentId: assignment.id,
    subject: assignment.subject,
    subjectId: assignment.subjectId,
    creatorId: assignment.creatorId,
    network: assignment.network,
    externalId: id,
    firstSeenAt: at,
    ...(wasSeenWithout && { foundWithoutCode: true }),
    stepAt: at,
    until: windowEnd({ ...assignment, firstSeenAt: at }),
    faults: [],
    logo: 'unknown',
    figures: [],
    count: NOTHING_COUNTED,
  }
}

/** Shortens the video's window if the campaign or partnership ended early. */
export function relisted<V extends Video>(video: V, assignment: Assignment, listed: NetworkVideo | undefined): V {
  const { id: _, ...facts } = listed ?? { id: video.externalId }
  return { ...video, ...facts, until: windowEnd({ ...assignment, firstSeenAt: video.firstSeenAt }) }
}

/** Returns a time later than the previous reading or decision, to preserve their order. */
export const stepAfter = (video: Pick<Video, 'stepAt'>, now: Date): Date =>
  now > video.stepAt ? now : new Date(video.stepAt.getTime() + 1)

export interface Observed<V> {
  readonly video: V
  readonly reading: Reading
  readonly gains: readonly Gain[]
}

const NO_GROWTH: GrowthJudgement = { looksInhuman: false, newViews: 0, evidence: [] }

interface Judging {
  readonly assignment: Assignment
  readonly account: Account | undefined
  /** Undefined once the video's window is over, because its growth no longer matters. */
  readonly growth?: GrowthJudgement | undefined
  readonly taken: ReadonlySet<string>
}

interface ReadingMade {
  readonly readingId: string
  readonly revision: number
  readonly now: Date
  /** Hours until the default decision applies to a new review. */
  readonly reviewHours: number
  /** The final reading deducts views that the network has removed. */
  readonly isFinal?: boolean
}

/** @returns undefined if a final reading is inconclusive and must be retried */
export function observe<V extends Video>(
  video: V,
  metrics: Metrics,
  { assignment, account, growth = NO_GROWTH, taken }: Judging,
  made: ReadingMade,
): Observed<V> | undefined {
  const readAt = stepAfter(video, made.now)
  const now = figuresOf(metrics, made.now)
  const paidLabel = metrics.paidLabel === 'unknown' ? video.paidLabel : metrics.paidLabel
  const shown = { ...video, ...metrics, paidLabel: paidLabel ?? 'unknown' }
  const { faults, unjudged, logo } = judgeVideo(shown, account, { ...assignment, taken })
  const { looksInhuman, evidence } = growth
  const observation: Observation = { id: `${video.id}:${made.readingId}`, readAt, at: now.at, views: now.views, faults, logo, looksInhuman }
  const measured: Measured = {
    publishedAt: video.publishedAt,
    until: video.until,
    ...(video.foundWithoutCode && { foundWithoutCode: true }),
  }
  if (made.isFinal && !canBeFinal(video.count, observation)) return undefined
  const { count, added, removed, waiting, earned, gains } = countReading(video, observation, measured, made)
  return {
    video: {
      ...video,
      ...(paidLabel !== undefined && { paidLabel }),
      seenAt: readAt,
      stepAt: readAt,
      faults:
        video.count.isOver && !made.isFinal
          ? withLosses(video, faults)
          : inOrder([...faultsOf(count, observation), ...notCleared(video, unjudged)]),
      logo: logoAfter(video, observation),
      figures: keepFigures(video.figures, now),
      count,
      ...(waiting && { waiting }),
      ...(earned && { earned }),
      ...(made.isFinal && { final: 'read' }),
    },
    reading: {
      ...observation,
      ...measured,
      videoId: video.id,
      assignmentId: video.assignmentId,
      revision: made.revision,
      likes: now.likes,
      comments: now.comments,
      evidence,
      added,
      ...(made.isFinal && { isFinal: true }),
      ...(removed > 0 && { removed }),
    },
    gains,
  }
}

function countReading(video: Video, observation: Observation, measured: Measured, { isFinal, reviewHours }: ReadingMade) {
  const counted = countObservation(video.count, observation, measured)
  const count = withDeadlines(isFinal ? countFinal(video.count, observation, measured) : counted, reviewHours)
  const day = businessDayOf(observation.readAt)
  const added = addedBy(video.count, counted)
  const gained = {
    waiting: addWaiting(video.waiting, video.count, counted, day),
    earned: addEarned(video.earned, [gainOf(added, day)]),
  }
  const { waiting, earned, moved } = takeOffNights(gained, counted, count)
  const removed = (count.removed ?? 0) - (counted.removed ?? 0)
  return { count, added, removed, waiting, earned, gains: [gainOf(added, day), ...moved] }
}

/** If the logo is unrecognisable, the review decision applies. An unavailable video keeps its logo state. */
function logoAfter({ count: { logoVerdict }, logo: before }: Video, { logo, faults }: Pick<Observation, 'logo' | 'faults'>): LogoState {
  if (logo !== 'unknown') return logo
  if (logoVerdict) return logoVerdict.verdict === 'counts' ? 'verified' : 'not_verified'
  return faults.some(losesAllViews) ? before : logo
}

/** Once a video's window is over, the only faults that matter are those for which the final reading deducts views. */
const withLosses = ({ faults: before }: Video, faults: readonly ExclusionReason[]) =>
  inOrder([...before.filter((reason) => !losesAllViews(reason)), ...faults.filter(losesAllViews)])

/** After a video's window, only readings that change its faults are stored. */
export const mustBeStored = (before: Video, { video: after }: Observed<Video>): boolean =>
  !before.count.isOver || before.faults.join() !== after.faults.join()

/** Returns earlier faults that this reading could not check, except logo faults that a review has decided. */
const notCleared = ({ faults, count }: Video, unjudged: readonly ExclusionReason[]) =>
  faults.filter((reason) => unjudged.includes(reason) && !(count.logoVerdict && isLogoFault(reason)))

/** A logo review decides on these faults. */
export const isLogoFault = (reason: ExclusionReason): boolean => LogoRefusal.options.some((one) => one === reason)

/** Caps the timestamp at the current time, because views after the window do not count. */
const figuresOf = ({ views, likes, comments, at }: Figures, now: Date): Figures => ({
  views,
  likes,
  comments,
  at: new Date(Math.min(at.getTime(), now.getTime())),
})

function keepFigures(figures: readonly Figures[], now: Figures): Figures[] {
  const all = [...figures, now]
  if (all.length <= KEPT_FIGURES) return all
  const highest = all.reduce((top, one) => ((one.views ?? 0) > (top.views ?? 0) ? one : top))
  const dropped = all.findIndex((one) => one !== highest)
  return all.filter((_, index) => index !== dropped)
}

export function addedBy(before: Count, after: Count): Added {
  const [was, is] = [tallyOf(before), tallyOf(after)]
  const reason = is.excluded.find(({ reason, views }) => views > (before.excluded[reason] ?? 0))?.reason
  const sum = ({ excluded }: typeof is) => excluded.reduce((total, { views }) => total + views, 0)
  return {
    views: is.views - was.views,
    qualified: is.qualified - was.qualified,
    inReview: is.inReview - was.inReview,
    excluded: sum(is) - sum(was),
    ...(reason && { reason }),
  }
}

export const viewsHeldFor = ({ held }: Count, kind: ReviewKind): number => held[kind] + held.both

/**
 * Returns a judgement for each video id.
 * @param metrics keyed by the network's ids; a missing entry means unknown
 */
export function judgeGrowthOfVideos(
  videos: readonly Video[],
  metrics: ReadonlyMap<string, Metrics>,
  account: Pick<Account, 'followers' | 'averageViews'> | undefined,
  now: Date,
): ReadonlyMap<string, GrowthJudgement> {
  const read = videos.flatMap((video) => {
    const current = metrics.get(video.externalId)
    if (!current || video.count.isOver) return []
    return [{ ...video, earlier: video.figures, now: figuresOf(current, now), usual: usualFor(video, account, videos) }]
  })
  return judgeAccountGrowth(read, usualFor({}, account, videos))
}

/** Excludes this video, because growth is compared with the account's other videos. */
function usualFor(
  video: { readonly externalId?: string },
  account: Pick<Account, 'followers' | 'averageViews'> | undefined,
  all: readonly Video[],
): UsualFigures {
  const others = new Map(all.filter(({ externalId }) => externalId !== video.externalId).map((one) => [one.externalId, one.figures.at(-1)]))
  return usualFiguresOf(
    { followers: account?.followers ?? null, averageViews: account?.averageViews ?? null },
    [...others.values()].filter((one) => one !== undefined),
  )
}
