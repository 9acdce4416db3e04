/** A video of a sign-up: what is known of it, and what a reading does to it. Pure. */
import {
  type ExclusionReason,
  type GrowthEvidence,
  LogoRefusal,
  type LogoState,
  losesAllViews,
  type Network,
  type NetworkVideo,
  type ReviewKind,
} from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import type { Assignment } from './assignment.ts'
import {
  type Count,
  countFinal,
  countObservation,
  faultsOf,
  inOrder,
  isConclusive,
  type Measured,
  NOTHING_COUNTED,
  type Observation,
  tallyOf,
  windowEnd,
  withDeadlines,
} from './count-video.ts'
import { type Earned, earn, type Gain, gainOf, holdBack, takeOffNights, type Waiting } from './gains.ts'
import { type Figures, type GrowthJudgement, type Usual, usualOf } from './growth.ts'
import { judgeAccountGrowth } from './growth-of-account.ts'
import { type JudgedAccount, type JudgedVideo, judgeVideo } from './judge-video.ts'

/** The newest that judging needs. */
const KEPT_FIGURES = 10

/** What a network says of a video's figures. */
export interface Metrics extends Figures, Pick<JudgedVideo, 'deleted' | 'private' | 'ageRestricted' | 'paidLabel' | 'logo'> {}

export interface Account extends JudgedAccount {
  readonly followers: number
  readonly averageViews: number | null
}

/**
 * A video of a sign-up: of that whose code stands first in its caption. Once the code of another one does, it is a video of that one too, and each of its views
 * is counted by one of them; see `code-added-late.ts`.
 */
export interface Video extends Omit<NetworkVideo, 'id'> {
  readonly id: string
  readonly assignmentId: string
  readonly campaignId: string
  readonly creatorId: string
  readonly network: Network
  /** The network's own id. */
  readonly externalId: string
  readonly firstSeenAt: Date
  readonly foundWithoutCode?: true | undefined
  /** When it was read last. */
  readonly seenAt?: Date | undefined
  /** The instant of the last step of its count, reading or decision; each step has one of its own. */
  readonly stepAt: Date
  /** No view after it counts. */
  readonly until: Date
  /** Those found by a reading or a review that no later reading or decision has cleared. */
  readonly faults: readonly ExclusionReason[]
  readonly logo: LogoState
  /** The network's label as last known: it stands during an outage. */
  readonly paidLabel?: boolean | undefined
  /** The newest ones, and the highest. */
  readonly figures: readonly Figures[]
  readonly count: Count
  /** From which nights the views in review are. Absent until there were some. */
  readonly waiting?: readonly Waiting[] | undefined
  /** From which nights the qualified views are. Absent until there were some. */
  readonly earned?: readonly Earned[] | undefined
  /** Its final reading is in, or was given up. */
  readonly final?: 'read' | 'missing' | undefined
}

/** A reading as it is kept for good. */
export interface Reading extends Observation {
  readonly videoId: string
  readonly assignmentId: string
  /** Of the totals that it made. */
  readonly revision: number
  /** Until when the video counted, as was known then. */
  readonly until: Date
  readonly foundWithoutCode?: true | undefined
  readonly publishedAt: Date
  readonly likes: number | null
  readonly comments: number | null
  readonly evidence: readonly GrowthEvidence[]
  readonly added: Added
  readonly isFinal?: true | undefined
  /** What the final reading took off. */
  readonly removed?: number | undefined
}

/** What a reading added to the totals. */
export interface Added {
  readonly views: number
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
  readonly reason?: ExclusionReason | undefined
}

/** The sign-up's name for a video. */
export const videoIdOf = (assignmentId: string, externalId: string) => `${assignmentId}:${externalId}`

/** The network's own id in it. */
export const videoOfId = (id: string) => id.slice(id.indexOf(':') + 1)

/**
 * A video found by its code.
 * @param wasSeenWithout whether an earlier reading saw it without; see `code-added-late.ts`
 */
export function foundVideo(assignment: Assignment, { id, ...listed }: NetworkVideo, at: Date, wasSeenWithout = false): Video {
  return {
    ...listed,
    id: videoIdOf(assignment.id, id),
    assignmentId: assignment.id,
    campaignId: assignment.campaignId,
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

/** What the list says now; the window may have become shorter with the campaign. */
export function relisted<V extends Video>(video: V, assignment: Assignment, listed: NetworkVideo | undefined): V {
  const { id: _, ...facts } = listed ?? { id: video.externalId }
  return { ...video, ...facts, until: windowEnd({ ...assignment, firstSeenAt: video.firstSeenAt }) }
}

/** The next step's instant: time never stands still between two steps of one video, so that their order is kept. */
export const stepAfter = (video: Pick<Video, 'stepAt'>, now: Date): Date =>
  now > video.stepAt ? now : new Date(video.stepAt.getTime() + 1)

export interface Observed<V> {
  readonly video: V
  readonly reading: Reading
  /** What it adds to the nights. */
  readonly gains: readonly Gain[]
}

const NO_GROWTH: GrowthJudgement = { looksInhuman: false, newViews: 0, evidence: [] }

/**
 * Reads a video once more.
 * @param growth nothing for a video whose window is over: its growth is judged no more
 * @param made the reading's name, its revision, when it was read, and after how many hours a review that it opens is decided by default; `isFinal` for the final reading, which takes off what the network has removed
 * @returns nothing for a final reading that tells nothing: it is still waited for
 */
export function observe<V extends Video>(
  video: V,
  metrics: Metrics,
  {
    assignment,
    account,
    growth = NO_GROWTH,
    taken,
  }: { assignment: Assignment; account: Account | undefined; growth?: GrowthJudgement | undefined; taken: ReadonlySet<string> },
  made: {
    readonly readingId: string
    readonly revision: number
    readonly now: Date
    readonly reviewHours: number
    readonly isFinal?: boolean
  },
): Observed<V> | undefined {
  const readAt = stepAfter(video, made.now)
  const now = figuresOf(metrics, made.now)
  const paidLabel = metrics.paidLabel === 'unknown' ? video.paidLabel : metrics.paidLabel
  const { faults, unjudged, logo } = judgeVideo({ ...video, ...metrics, paidLabel: paidLabel ?? 'unknown' }, account, {
    ...assignment,
    taken,
  })
  const { looksInhuman, evidence } = growth
  const observation: Observation = {
    id: `${video.id}:${made.readingId}`,
    readAt,
    at: now.at,
    views: now.views,
    faults,
    logo,
    looksInhuman,
  }
  const measured: Measured = {
    publishedAt: video.publishedAt,
    until: video.until,
    ...(video.foundWithoutCode && { foundWithoutCode: true }),
  }
  if (made.isFinal && !isConclusive(video.count, observation)) return undefined
  const counted = countObservation(video.count, observation, measured)
  const count = withDeadlines(made.isFinal ? countFinal(video.count, observation, measured) : counted, made.reviewHours)
  const day = businessDayOf(readAt)
  const added = addedBy(video.count, counted)
  const gained = {
    waiting: holdBack(video.waiting, video.count, counted, day),
    earned: earn(video.earned, [gainOf(added, day)]),
  }
  const { waiting, earned, moved } = takeOffNights(gained, counted, count)
  const removed = (count.removed ?? 0) - (counted.removed ?? 0)
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
    gains: [gainOf(added, day), ...moved],
  }
}

/** What a person has said of a logo that cannot be recognised holds; a video that can't be seen keeps what was seen before. */
function logoAfter({ count: { logoVerdict }, logo: before }: Video, { logo, faults }: Pick<Observation, 'logo' | 'faults'>): LogoState {
  if (logo !== 'unknown') return logo
  if (logoVerdict) return logoVerdict.verdict === 'counts' ? 'verified' : 'not_verified'
  return faults.some(losesAllViews) ? before : logo
}

/** After the window only faults that cost counted views at the final reading matter. */
const withLosses = ({ faults: before }: Video, faults: readonly ExclusionReason[]) =>
  inOrder([...before.filter((reason) => !losesAllViews(reason)), ...faults.filter(losesAllViews)])

/** Whether a reading tells something: of a video whose window is over, only that it is gone or back. */
export const isNews = (before: Video, { video: after }: Observed<Video>): boolean =>
  !before.count.isOver || before.faults.join() !== after.faults.join()

/** Faults that a reading leaves as they were, as it can't tell. What a person has decided about the logo needs no reading. */
const notCleared = ({ faults, count }: Video, unjudged: readonly ExclusionReason[]) =>
  faults.filter((reason) => unjudged.includes(reason) && !(count.logoVerdict && isOfLogo(reason)))

/** Whether a review of the logo decides about this fault. */
export const isOfLogo = (reason: ExclusionReason): boolean => LogoRefusal.options.some((one) => one === reason)

/** A figure of the future would count for longer than the window. */
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

/** What a step added. */
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

/** Views that wait for a decision of this kind. */
export const heldFor = ({ held }: Count, kind: ReviewKind): number => held[kind] + held.both

/**
 * How all of an account's videos have grown, by their names.
 * @param metrics by the network's ids; what is not in it is not known
 */
export function judgeGrowthOf(
  videos: readonly Video[],
  metrics: ReadonlyMap<string, Metrics>,
  account: Pick<Account, 'followers' | 'averageViews'> | undefined,
  now: Date,
): ReadonlyMap<string, GrowthJudgement> {
  const read = videos.flatMap((video) => {
    const said = metrics.get(video.externalId)
    if (!said || video.count.isOver) return []
    return [{ ...video, earlier: video.figures, now: figuresOf(said, now), usual: usualFor(video, account, videos) }]
  })
  return judgeAccountGrowth(read, usualFor({}, account, videos))
}

/** What is usual for the account, by its other videos. */
function usualFor(
  video: { readonly externalId?: string },
  account: Pick<Account, 'followers' | 'averageViews'> | undefined,
  all: readonly Video[],
): Usual {
  const others = new Map(all.filter(({ externalId }) => externalId !== video.externalId).map((one) => [one.externalId, one.figures.at(-1)]))
  return usualOf(
    { followers: account?.followers ?? null, averageViews: account?.averageViews ?? null },
    [...others.values()].filter((one) => one !== undefined),
  )
}
