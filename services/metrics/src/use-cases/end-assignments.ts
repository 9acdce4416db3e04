import { endEarly } from '../domain/assignment.ts'
import { dueEarlier } from '../domain/review.ts'
import type { Work } from '../ports.ts'
import { beyond, endQueue, saveAssignment, saveEnd } from '../store/assignments.ts'
import { openOfAssignment, saveReview } from '../store/reviews.ts'

const AT_ONCE = 200

/** The worker: sign-ups of a campaign that ended before its time end with it, so many in one transaction. @returns whether there was a campaign */
export async function endAssignments(ctx: Work): Promise<boolean> {
  return endQueue.workInTransaction(ctx, 1, async (tx, ends) => {
    for (const end of ends) {
      const left = await beyond(tx, end.id, end.endedAt, AT_ONCE)
      for (const assignment of left) {
        const ended = endEarly(assignment, end.endedAt)
        if (!ended) continue
        await saveAssignment(tx, ended)
        if (ended.totals.inReview === 0) continue
        for (const review of await openOfAssignment(tx, ended.id)) {
          const earlier = dueEarlier(review, ended)
          if (earlier) await saveReview(tx, earlier)
        }
      }
      if (left.length < AT_ONCE) {
        const { pendingSince: _, ...told } = end
        await saveEnd(tx, told)
      }
    }
  })
}
