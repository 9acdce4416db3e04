/** One decision of a review, whoever makes it: the review, its video and its sign-up are written together. Guard: all who decide write the review. */
import { refuse } from '@reelfair/contracts'
import { businessDayOf, finalReadingAt } from '@reelfair/rules'
import { found, type Tx } from '@reelfair/service-kit'
import { retotal } from '../domain/assignment.ts'
import { type Decided, decide } from '../domain/review.ts'
import { heldFor } from '../domain/video.ts'
import { assignmentById, saveAssignment } from '../store/assignments.ts'
import { addGains } from '../store/nights.ts'
import { openOfVideo, type StoredReview, saveReview } from '../store/reviews.ts'
import { saveVideo, videosOf } from '../store/videos.ts'
import { tellDecision, tellTotals } from './tell.ts'

/** @throws Refusal review_decided; review_overdue for a person who decides after the deadline, whether or not the default is applied yet */
export async function settleReview(tx: Tx, open: StoredReview, made: Omit<Decided, 'at' | 'revision'>, now: Date): Promise<StoredReview> {
  if (open.state !== 'open') refuse('review_decided')
  const assignment = found(await assignmentById(tx, open.assignmentId))
  // An early end brings the final reading, and with it the deadline, forward, perhaps before a worker has written so.
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
  // What waited for both reviews waits for one now, or for none.
  for (const other of await openOfVideo(tx, video.id))
    if (other.id !== open.id) await saveReview(tx, { ...other, views: heldFor(video.count, other.kind) })

  const videos = before.map((one) => (one.id === video.id ? video : one))
  const day = businessDayOf(video.stepAt)
  const next = retotal(
    assignment,
    videos.map(({ count }) => count),
    day,
  )
  tellTotals(tx, await saveAssignment(tx, next), videos, day)
  tellDecision(tx, saved, video)
  return saved
}
