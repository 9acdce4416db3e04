import { type ReviewDecision, refuse } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { reviewById } from '../store/reviews.ts'
import { closeReview } from './close-review.ts'
import { viewReview } from './view-review.ts'

export function decideReview({ reviewId, verdict, why, reason }: ReviewDecision, ctx: Context<'admin', Ports>) {
  return ctx.transact(async (tx) => {
    const open = found(await reviewById(tx, reviewId))
    if (reason && (open.kind !== 'logo' || verdict !== 'excluded')) refuse('invalid_input')
    const decided = await closeReview(tx, open, { verdict, by: 'admin', deciderId: ctx.actor.id, why, reason }, ctx.now())
    return viewReview(decided, ctx.locale)
  })
}
