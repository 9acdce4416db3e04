import { AccountSeen, ReviewDecided, ViewsEndangered, ViewsQualified } from '@reelfair/contracts'
import { finalReadingAt, lastReadingAt } from '@reelfair/rules'
import type { Tx } from '@reelfair/service-kit'
import type { Assignment } from '../domain/assignment.ts'
import { tallyOf } from '../domain/count-video.ts'
import type { JudgedAccount } from '../domain/judge-video.ts'
import type { Review } from '../domain/review.ts'
import { newRisks, type Risk } from '../domain/risk.ts'
import type { Video } from '../domain/video.ts'
import type { StoredAccount } from '../store/accounts.ts'

export function emitTotals(tx: Tx, assignment: Assignment, videos: readonly Video[], day: string): void {
  const { id: assignmentId, subject, revision, totals, final: isFinal, finalReadingMissing } = assignment
  tx.emit(
    ViewsQualified.of(totals, {
      subject,
      assignmentId,
      revision,
      day,
      isFinal,
      videos: videos.map(countedVideo),
      ...(finalReadingMissing && { finalReadingMissing }),
    }),
  )
}

function countedVideo({ externalId, url, publishedAt, faults, logo, seenAt, firstSeenAt, count, final }: Video) {
  const { views, qualified, inReview, excluded } = tallyOf(count)
  const sum = excluded.reduce((total, one) => total + one.views, 0)
  return {
    videoId: externalId,
    url,
    publishedAt,
    views,
    qualified,
    inReview,
    excluded: sum,
    faults,
    logo,
    seenAt: seenAt ?? firstSeenAt,
    ...(final === 'missing' && { finalReadingMissing: true }),
  }
}

export function emitRisks(tx: Tx, assignment: Assignment, changes: Parameters<typeof newRisks>[0]): void {
  const { id: assignmentId, endsAt } = assignment
  for (const risk of newRisks(changes))
    tx.emit(ViewsEndangered.of(assignment, { assignmentId, finalReadingAt: deadlineOf(risk, endsAt), ...risk }))
}

/** The final reading waits for a connection as it waits for a silent network. */
const deadlineOf = ({ reason }: Risk, endsAt: Date): Date =>
  reason === 'account_disconnected' ? lastReadingAt(endsAt) : finalReadingAt(endsAt)

/** Tells verification what a reading saw, if it knows otherwise, so that brands find only visible accounts. */
export function emitVisibility(tx: Tx, seen: JudgedAccount | undefined, known: StoredAccount | undefined, at: Date): void {
  if (!seen || !known) return
  if (seen.isPublic !== known.isPublic || seen.ageRestricted !== known.ageRestricted)
    tx.emit(AccountSeen.of(seen, { accountId: known.id, creatorId: known.creatorId, seenAt: at }))
}

export function emitDecision(tx: Tx, review: Review, { externalId }: Video): void {
  const { decision } = review
  tx.emit(
    ReviewDecided.of(review, {
      reviewId: review.id,
      videoId: externalId,
      verdict: decision?.verdict,
      by: decision?.by,
      decidedAt: decision?.at,
    }),
  )
}
