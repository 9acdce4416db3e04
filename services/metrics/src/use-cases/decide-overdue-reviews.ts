import { DEFAULT_VERDICT } from '../domain/count-video.ts'
import type { Work } from '../ports.ts'
import { overdueReviews } from '../store/reviews.ts'
import { closeReview } from './close-review.ts'

export async function decideOverdueReviews(ctx: Work): Promise<boolean> {
  return overdueReviews.workInTransaction(ctx, 1, async (tx, overdue) => {
    for (const open of overdue) await closeReview(tx, open, { verdict: DEFAULT_VERDICT[open.kind], by: 'default' }, ctx.now())
  })
}
