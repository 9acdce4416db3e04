import { DEFAULT_VERDICT } from '../domain/count-video.ts'
import type { Work } from '../ports.ts'
import { overdueReview } from '../store/reviews.ts'
import { settleReview } from './settle-review.ts'

/** The worker: what nobody has decided in time goes as the default has it. @returns whether there was one */
export async function decideOverdueReviews(ctx: Work): Promise<boolean> {
  if (!(await overdueReview(ctx, ctx.now()))) return false
  return ctx.transact(async (tx) => {
    const open = await overdueReview(tx, ctx.now())
    if (!open) return false
    await settleReview(tx, open, { verdict: DEFAULT_VERDICT[open.kind], by: 'default' }, ctx.now())
    return true
  })
}
