import { type ReviewApproval, refuse } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { reviewById } from '../store/reviews.ts'
import { closeReview } from './close-review.ts'
import { viewReview } from './view-review.ts'

/**
 * Lets a brand approve its own logo in its own campaigns and partnerships. A brand cannot refuse a logo or decide other
 * reviews.
 * @source decisions §5
 */
export function approveLogo({ reviewId, why }: ReviewApproval, ctx: Context<'brand', Ports>) {
  return ctx.transact(async (tx) => {
    const review = await reviewById(tx, reviewId)
    const open = found(review?.brandId === ctx.actor.id ? review : undefined)
    if (open.kind !== 'logo') refuse('not_allowed')
    const decided = await closeReview(tx, open, { verdict: 'counts', by: 'brand', deciderId: ctx.actor.id, why }, ctx.now())
    return viewReview(decided, ctx.locale)
  })
}
