/**
 * Reviews hold views that are awaiting a decision. A reading opens a review, later readings add views, and a single
 * decision closes it.
 * @source decisions §5
 */
import type { GrowthEvidence, LogoRefusal, Network, ReviewDecider, ReviewKind, ReviewVerdict, Subject } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import type { Assignment } from './assignment.ts'
import { countDecision, type Decision, decideBy, inOrder, refusalOf } from './count-video.ts'
import { addEarned, type Gain, release } from './gains.ts'
import { isLogoFault, type Reading, stepAfter, type Video, viewsHeldFor } from './video.ts'

export interface Review {
  readonly id: string
  readonly assignmentId: string
  readonly subject: Subject
  readonly subjectId: string
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly videoId: string
  readonly url: string
  readonly kind: ReviewKind
  readonly state: 'open' | 'decided'
  readonly openedAt: Date
  readonly decideBy: Date
  /** Views awaiting the decision; in a decided review, the views that the decision moved. */
  readonly views: number
  readonly readings: readonly ReviewedReading[]
  readonly decision?: Decided | undefined
  /** Sort key: open reviews first, by deadline, then decided ones, newest first. */
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
  /** Absent if the review was decided by default. */
  readonly deciderId?: string | undefined
  readonly at: Date
  /** Absent if the review was decided by default, because `view-review.ts` supplies that explanation. */
  readonly why?: string | undefined
  readonly reason?: LogoRefusal | undefined
  readonly revision: number
}

/** A counting window contains fewer readings than this. */
const MAX_READINGS = 40
const LAST_INSTANT = 8_640_000_000_000_000

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
      subject: assignment.subject,
      subjectId: assignment.subjectId,
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
      views: viewsHeldFor(after.count, kind),
      readings: [lineOf(reading)],
      order: openOrder(due),
    }
  })
}

const openOrder = (due: Date) => `0:${due.toISOString()}`

/** @returns undefined if the deadline stays the same */
export function withEarlierDeadline<R extends Review>(review: R, { endsAt }: Pick<Assignment, 'endsAt'>): R | undefined {
  const due = finalReadingAt(endsAt)
  return due < review.decideBy ? { ...review, decideBy: due, order: openOrder(due) } : undefined
}

export const joinedBy = (before: Video, after: Video): ReviewKind[] =>
  (['logo', 'growth'] as const).filter(
    (kind) => before.count.open[kind] && viewsHeldFor(after.count, kind) > viewsHeldFor(before.count, kind),
  )

export const addReading = <R extends Review>(review: R, video: Video, reading: Reading): R => ({
  ...review,
  views: viewsHeldFor(video.count, review.kind),
  readings: [...review.readings, lineOf(reading)].slice(-MAX_READINGS),
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
 * Callers ensure that the review is open.
 * @returns the review, the video and the changes to each night
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
    review: {
      ...review,
      state: 'decided',
      views: viewsHeldFor(video.count, review.kind),
      decision: { ...made, at },
      order: decidedOrder(at),
    },
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

/** A default takes effect at its deadline, even if a worker applies it later. */
export const dueIfDefault = ({ decideBy }: Pick<Review, 'decideBy'>, by: ReviewDecider): Pick<Decision, 'defaultDueAt'> =>
  by === 'default' ? { defaultDueAt: decideBy } : {}

/**
 * A decision about the logo holds until a reading recognises the logo. Approval clears the logo faults; refusal adds a
 * logo fault.
 */
function afterLogoDecision({ faults }: Video, decision: Decision): Pick<Video, 'logo' | 'faults'> {
  const others = faults.filter((reason) => !isLogoFault(reason))
  if (decision.verdict === 'counts') return { logo: 'verified', faults: others }
  return { logo: 'not_verified', faults: inOrder([...others, refusalOf(decision)]) }
}

function earnedBy(video: Pick<Video, 'earned'>, moved: readonly Gain[]) {
  const earned = addEarned(video.earned, moved)
  return earned && { earned }
}

const decidedOrder = (at: Date) => `1:${String(LAST_INSTANT - at.getTime()).padStart(17, '0')}`
