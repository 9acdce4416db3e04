import type { AssignmentQuery, PageQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { loadOwnAssignment } from '../store/assignments.ts'
import { reviewsOfAssignment, reviewsOfBrand, reviewsPage, type StoredReview } from '../store/reviews.ts'
import { videosByIds } from '../store/videos.ts'
import { viewReview } from './view-review.ts'

type Asked = z.infer<typeof PageQuery>

const viewed = (page: { items: StoredReview[]; next?: string }, { locale }: Pick<Context, 'locale'>) => ({
  ...page,
  items: page.items.map((review) => viewReview(review, locale)),
})

/** Thumbnail URLs are taken from the videos, because networks change them. */
export async function listReviews(asked: Asked, ctx: Context<'admin'>) {
  const page = await reviewsPage(ctx, asked)
  const ids = page.items.map(({ videoId }) => videoId)
  const pictures = new Map((await videosByIds(ctx, ids)).map(({ id, thumbnailUrl }) => [id, thumbnailUrl]))
  return viewed({ ...page, items: page.items.map((review) => ({ ...review, thumbnailUrl: pictures.get(review.videoId) })) }, ctx)
}

export const listBrandReviews = async (asked: Asked, ctx: Context<'brand'>) => viewed(await reviewsOfBrand(ctx, ctx.actor.id, asked), ctx)

export async function listAssignmentReviews({ assignmentId, ...asked }: AssignmentQuery, ctx: Context<'creator' | 'brand'>) {
  await loadOwnAssignment(ctx, assignmentId, ctx.actor)
  return viewed(await reviewsOfAssignment(ctx, assignmentId, asked), ctx)
}
