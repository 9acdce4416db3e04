/**
 * Records a decision made by an admin, by a brand or by default. Guard: every decision writes the review, together with
 * its video and sign-up.
 */
import { refuse } from '@reelfair/contracts'
import { businessDayOf, finalReadingAt } from '@reelfair/rules'
import { found, type Tx } from '@reelfair/service-kit'
import { retotal } from '../domain/assignment.ts'
import { type Decided, decide } from '../domain/review.ts'
import { viewsHeldFor } from '../domain/video.ts'
import { assignmentById, saveAssignment } from '../store/assignments.ts'
import { addGains } from '../store/nights.ts'
import { openOfVideo, type StoredReview, saveReview } from '../store/reviews.ts'
import { saveVideo, videosOf } from '../store/videos.ts'
import { emitDecision, emitTotals } from './emit-events.ts'

/**
 * @throws Refusal review_decided; review_overdue if a person decides after the deadline, even if the default has not
 * been applied yet
 */
export async function closeReview(tx: Tx, open: StoredReview, made: Omit<Decided, 'at' | 'revision'>, now: Date): Promise<StoredReview> {
  if (open.state !== 'open') refuse('review_decided')
  const assignment = found(await assignmentById(tx, open.assignmentId))
  // An early end brings the final reading and the deadline forward, possibly before a worker has updated the review.
  if (made.by !== 'default' && (now >= open.decideBy || now >= finalReadingAt(assignment.endsAt))) refuse('review_overdue')
  const before = await videosOf(tx, open.assignmentId)
  const { review, video, moved } = decide(
    open,
    found(before.find(({ id }) => id === open.videoId)),
    { ...made, revision: assignment.revision + 1 },
    now,
  )
  const saved = await saveReview(tx, review)
  await saveVideo(tx, video)
  await addGains(
    tx,
    moved.map((gain) => ({ ...gain, brandId: open.brandId })),
  )
  // Views that waited for both reviews now wait for one review or for none.
  for (const other of await openOfVideo(tx, video.id))
    if (other.id !== open.id) await saveReview(tx, { ...other, views: viewsHeldFor(video.count, other.kind) })

  const videos = before.map((one) => (one.id === video.id ? video : one))
  const day = businessDayOf(video.stepAt)
  const next = retotal(
    assignment,
    videos.map(({ count }) => count),
    day,
  )
  emitTotals(tx, await saveAssignment(tx, next), videos, day)
  emitDecision(tx, saved, video)
  return saved
}
