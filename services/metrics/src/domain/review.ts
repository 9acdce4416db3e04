/** Views that wait for a person: a review is opened by a reading, joined by later ones, and decided once. Pure. @source decisions §5 */
import type { GrowthEvidence, LogoRefusal, Network, ReviewDecider, ReviewKind, ReviewVerdict } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import type { Assignment } from './assignment.ts'
import { countDecision, type Decision, decideBy, inOrder, refusalOf } from './count-video.ts'
import { earn, type Gain, release } from './gains.ts'
import { heldFor, isOfLogo, type Reading, stepAfter, type Video } from './video.ts'

export interface Review {
  readonly id: string
  readonly assignmentId: string
  readonly campaignId: string
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  /** The sign-up's name for the video. */
  readonly videoId: string
  readonly url: string
  readonly kind: ReviewKind
  readonly state: 'open' | 'decided'
  readonly openedAt: Date
  /** When the default applies. */
  readonly decideBy: Date
  /** Views that wait for this decision; decided, those that it moved. */
  readonly views: number
  readonly readings: readonly ReviewedReading[]
  readonly decision?: Decided | undefined
  /** Sorts open ones first, those due first; then decided ones, the newest first. */
  readonly order: string
}

export interface ReviewedReading {
  readonly readAt: Date
  readonly at: Date
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly newViews: number
  readonly evidence: readonly GrowthEvidence[]
}

export interface Decided {
  readonly verdict: ReviewVerdict
  readonly by: ReviewDecider
  /** Nobody, by default. */
  readonly deciderId?: string | undefined
  readonly at: Date
  /** Absent by default: the sentence is the product's own. */
  readonly why?: string | undefined
  readonly reason?: LogoRefusal | undefined
  /** Of the totals that it made. */
  readonly revision: number
}

/** More readings than a window has. */
const MOST_READINGS = 40
const LAST_INSTANT = 8_640_000_000_000_000

/** A review of each kind that this reading has opened. */
export function openedBy(
  before: Video,
  after: Video,
  reading: Reading,
  { assignment, username }: { assignment: Assignment; username: string },
): Omit<Review, 'id'>[] {
  const kinds = ['logo', 'growth'] as const
  return kinds.flatMap((kind) => {
    const open = after.count.open[kind]
    if (!open || before.count.open[kind]) return []
    const due = decideBy(open, finalReadingAt(assignment.endsAt))
    return {
      assignmentId: assignment.id,
      campaignId: assignment.campaignId,
      brandId: assignment.brandId,
      creatorId: assignment.creatorId,
      network: assignment.network,
      username,
      videoId: after.id,
      url: after.url,
      kind,
      state: 'open' as const,
      openedAt: open.openedAt,
      decideBy: due,
      views: heldFor(after.count, kind),
      readings: [lineOf(reading)],
      order: openOrder(due),
    }
  })
}

const openOrder = (due: Date) => `0:${due.toISOString()}`

/** An early end brings the final reading forward, and with it the deadline. @returns nothing when the deadline stays */
export function dueEarlier<R extends Review>(review: R, { endsAt }: Pick<Assignment, 'endsAt'>): R | undefined {
  const due = finalReadingAt(endsAt)
  return due < review.decideBy ? { ...review, decideBy: due, order: openOrder(due) } : undefined
}

/** Kinds of open reviews to which this reading has added views. */
export const joinedBy = (before: Video, after: Video): ReviewKind[] =>
  (['logo', 'growth'] as const).filter((kind) => before.count.open[kind] && heldFor(after.count, kind) > heldFor(before.count, kind))

export const join = <R extends Review>(review: R, video: Video, reading: Reading): R => ({
  ...review,
  views: heldFor(video.count, review.kind),
  readings: [...review.readings, lineOf(reading)].slice(-MOST_READINGS),
})

const lineOf = ({ readAt, at, views, likes, comments, added, evidence }: Reading): ReviewedReading => ({
  readAt,
  at,
  views,
  likes,
  comments,
  newViews: added.views,
  evidence,
})

/**
 * Moves the views that waited. The review is open: whoever calls has seen to that.
 * @returns also what became of them, night by night
 */
export function decide<R extends Review, V extends Video>(
  review: R,
  video: V,
  made: Omit<Decided, 'at'>,
  now: Date,
): { review: R; video: V; moved: readonly Gain[] } {
  const at = stepAfter(video, now)
  const decision: Decision = { kind: review.kind, verdict: made.verdict, at, reason: made.reason, ...dueIfDefault(review, made.by) }
  const { waiting, moved } = release(video.waiting ?? [], decision)
  const logo = review.kind === 'logo' ? afterLogoDecision(video, decision) : {}
  return {
    review: { ...review, state: 'decided', views: heldFor(video.count, review.kind), decision: { ...made, at }, order: decidedOrder(at) },
    video: {
      ...video,
      ...logo,
      stepAt: at,
      count: countDecision(video.count, decision),
      ...(video.waiting && { waiting }),
      ...earnedBy(video, moved),
    },
    moved,
  }
}

/** A default takes effect at its deadline, whenever a worker applies it. */
export const dueIfDefault = ({ decideBy }: Pick<Review, 'decideBy'>, by: ReviewDecider): Pick<Decision, 'defaultDueAt'> =>
  by === 'default' ? { defaultDueAt: decideBy } : {}

/** A decision about the logo holds until a reading recognises it: a yes clears its faults, a no is a fault itself. */
function afterLogoDecision({ faults }: Video, decision: Decision): Pick<Video, 'logo' | 'faults'> {
  const others = faults.filter((reason) => !isOfLogo(reason))
  if (decision.verdict === 'counts') return { logo: 'verified', faults: others }
  return { logo: 'not_verified', faults: inOrder([...others, refusalOf(decision)]) }
}

function earnedBy(video: Pick<Video, 'earned'>, moved: readonly Gain[]) {
  const earned = earn(video.earned, moved)
  return earned && { earned }
}

const decidedOrder = (at: Date) => `1:${String(LAST_INSTANT - at.getTime()).padStart(17, '0')}`
