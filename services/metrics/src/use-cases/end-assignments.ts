import { endEarly } from '../domain/assignment.ts'
import { withEarlierDeadline } from '../domain/review.ts'
import type { Work } from '../ports.ts'
import { endingAfter, endQueue, saveAssignment, saveEnd } from '../store/assignments.ts'
import { openOfAssignment, saveReview } from '../store/reviews.ts'

const BATCH_SIZE = 200

/** Ends assignments in batches, because a campaign may have many. @returns whether an end was pending */
export async function endAssignments(ctx: Work): Promise<boolean> {
  return endQueue.workInTransaction(ctx, 1, async (tx, ends) => {
    for (const end of ends) {
      const left = await endingAfter(tx, end.id, end.endedAt, BATCH_SIZE)
      for (const assignment of left) {
        const ended = endEarly(assignment, end.endedAt)
        if (!ended) continue
        await saveAssignment(tx, ended)
        if (ended.totals.inReview === 0) continue
        for (const review of await openOfAssignment(tx, ended.id)) {
          const earlier = withEarlierDeadline(review, ended)
          if (earlier) await saveReview(tx, earlier)
        }
      }
      if (left.length < BATCH_SIZE) {
        const { pendingSince: _, ...applied } = end
        await saveEnd(tx, applied)
      }
    }
  })
}
