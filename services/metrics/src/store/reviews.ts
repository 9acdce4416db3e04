/**
 * Guards: a video has at most one open review of each kind; a decision writes the review, its video and its sign-up.
 */
import { GrowthEvidence, Id, LogoRefusal, Network, ReviewDecider, ReviewKind, ReviewVerdict, Subject, Views } from '@reelfair/contracts'
import { MAX_VIDEOS } from '@reelfair/rules'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { KEPT_SECONDS } from './retention.ts'

const ReviewedReading = z.object({
  readAt: z.date(),
  at: z.date(),
  views: Views.nullable(),
  likes: Views.nullable(),
  comments: Views.nullable(),
  newViews: Views,
  evidence: z.array(GrowthEvidence).readonly(),
})

const Decided = z.object({
  verdict: ReviewVerdict,
  by: ReviewDecider,
  deciderId: Id.optional(),
  at: z.date(),
  why: z.string().optional(),
  reason: LogoRefusal.optional(),
  revision: z.int().min(1),
})

export const reviews = defineCollection('reviews', {
  assignmentId: Id,
  /** The sign-up’s planned end; see `retention.ts`. */
  plannedEnd: Date,
  subject: Subject,
  subjectId: Id,
  brandId: Id,
  creatorId: Id,
  network: Network,
  username: String,
  videoId: String,
  url: String,
  kind: ReviewKind,
  state: z.enum(['open', 'decided']),
  openedAt: Date,
  decideBy: Date,
  views: Views,
  readings: z.array(ReviewedReading).readonly(),
  decision: Decided.optional(),
  order: String,
  ...queueFields,
})
  .unique('review_open', { videoId: 1, kind: 1 }, { where: { state: 'open' } })
  .index({ state: 1, decideBy: 1, id: 1 })
  .index({ order: 1, id: 1 })
  .index({ brandId: 1, order: 1, id: 1 })
  .index({ assignmentId: 1, order: 1, id: 1 })
  .index({ creatorId: 1, username: 1 })
  .index({ plannedEnd: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredReview = Stored<typeof reviews>

export const insertReview = (tx: Tx, review: Omit<StoredReview, 'version'>) => reviews.insert(tx, review)
export const saveReview = (tx: Tx, review: StoredReview) => reviews.save(tx, review)
export const reviewById = (scope: Scope, id: string) => reviews.byId(scope, id)

/** A video has at most one open review of each kind. */
export const openOfVideo = (scope: Scope, videoId: string) =>
  reviews.find(scope, { videoId, kind: { $in: ReviewKind.options }, state: 'open' }, { limit: ReviewKind.options.length })

/** A sign-up has at most one open review of each kind per video. */
export const openOfAssignment = (scope: Scope, assignmentId: string) =>
  reviews.find(scope, { assignmentId, order: { $gte: '0:', $lt: '1:' } }, { limit: MAX_VIDEOS * ReviewKind.options.length })

/** At most one per reading, hence far fewer than the limit. */
export const reviewsOfVideo = (scope: Scope, assignmentId: string, videoId: string) =>
  reviews.find(scope, { assignmentId, videoId }, { limit: 1_000 })

export const overdueReviews = defineQueue(reviews, { name: 'overdue-reviews', dueAt: 'decideBy', where: { state: 'open' } })

interface PageAsked {
  readonly limit: number
  readonly cursor?: string | undefined
}

export const reviewsPage = (scope: Scope, asked: PageAsked) => reviews.page(scope, {}, { sort: { order: 1 }, ...asked })
export const reviewsOfBrand = (scope: Scope, brandId: string, asked: PageAsked) =>
  reviews.page(scope, { brandId }, { sort: { order: 1 }, ...asked })
export const reviewsOfAssignment = (scope: Scope, assignmentId: string, asked: PageAsked) =>
  reviews.page(scope, { assignmentId }, { sort: { order: 1 }, ...asked })
