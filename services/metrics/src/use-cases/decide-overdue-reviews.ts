import { DEFAULT_VERDICT } from '../domain/count-video.ts'
import type { Work } from '../ports.ts'
import { overdueReviews } from '../store/reviews.ts'
import { settleReview } from './settle-review.ts'

/** The worker: what nobody has decided in time goes as the default has it. @returns whether there was one */
export async function decideOverdueReviews(ctx: Work): Promise<boolean> {
  return overdueReviews.workInTransaction(ctx, 1, async (tx, overdue) => {
    for (const open of overdue) await settleReview(tx, open, { verdict: DEFAULT_VERDICT[open.kind], by: 'default' }, ctx.now())
  })
}
