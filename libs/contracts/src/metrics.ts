/** Metrics: view readings, qualified and excluded views, and reviews of suspicious views. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { exclusionReasons, type Fix, fixTable } from './reasons.ts'
import { BusinessDay, Id, Instant, Network, Page, PageQuery, PlainText, Views } from './words.ts'

/**
 * One nightly reading. `at` is its start, `accounts` the number of accounts to read.
 * @example Reading.parse({ day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 2 })
 */
export const Reading = z.object({ day: BusinessDay, at: Instant, accounts: z.int().min(0) })
export type Reading = z.infer<typeof Reading>

/**
 * Times of the last and the next reading. `last` is missing until the first night.
 * @example Readings.parse({ nextAt: '2026-11-21T23:00:00.000Z' })
 */
export const Readings = z.object({ last: Reading.optional(), nextAt: Instant })
export type Readings = z.infer<typeof Readings>

// —— counting ——

/** Why views are excluded. `exclusionTable` holds the text and the fix for each reason. */
export const ExclusionReason = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof ExclusionReason>

/**
 * Excluded views, grouped by the first reason that applied.
 * @example Exclusion.parse({ reason: 'code_missing', views: 120 })
 */
export const Exclusion = z.object({ reason: ExclusionReason, views: Views.min(1) })
export type Exclusion = z.infer<typeof Exclusion>

/** Result of a video's logo check. `unknown`: not decided yet. @source specification §4 */
export const LogoState = z.enum(['verified', 'not_verified', 'unknown'])
export type LogoState = z.infer<typeof LogoState>

/** Subject of a review: a logo that could not be recognised, or growth that does not look human. */
export const ReviewKind = z.enum(['logo', 'growth'])
export type ReviewKind = z.infer<typeof ReviewKind>

/**
 * One piece of evidence that a video's growth is not genuine: an observed value and the usual value. `likes_per_view`,
 * `comments_per_view`: too few on the new views, or too many on all views. `views_per_hour`: compared with the previous
 * interval. `new_views`: compared with the usual total of the account's videos. `steady_hours`: how many hours the
 * views grew at a constant rate, day and night. If a reading has too few new views to judge, the figures combine
 * several readings or several videos of the account.
 */
export const GrowthEvidence = z.object({
  signal: z.enum(['likes_per_view', 'comments_per_view', 'views_per_hour', 'new_views', 'steady_hours']),
  value: z.number(),
  usual: z.number(),
})
export type GrowthEvidence = z.infer<typeof GrowthEvidence>

/** `counts`: the reviewed views count. `excluded`: they never count. */
export const ReviewVerdict = z.enum(['counts', 'excluded'])
export type ReviewVerdict = z.infer<typeof ReviewVerdict>

/** Who made the decision. `default`: the deadline passed without a decision. */
export const ReviewDecider = z.enum(['admin', 'brand', 'default'])
export type ReviewDecider = z.infer<typeof ReviewDecider>

/** Current counts of a video. Always `views = qualified + inReview + excluded`. */
export const CountedVideo = z.object({
  videoId: z.string(),
  url: z.string(),
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: Views,
  /** Faults that no later reading or decision has cleared, in their fixed order. */
  faults: z.array(ExclusionReason),
  logo: LogoState,
  seenAt: Instant,
  /** The network did not answer at the final reading, so the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
})
export type CountedVideo = z.infer<typeof CountedVideo>

/** Effect of default decisions on a sign-up's totals when a business day is settled. */
export const ReviewDefaults = z.object({
  /** Business day of the first settlement at or after the deadline. */
  day: BusinessDay,
  /** Views in review that start to count. */
  counts: Views,
  /** Views in review that are excluded for good. */
  excluded: Views,
  /** True if the totals already include the effect, false while the reviews are still open. */
  isApplied: z.boolean(),
})
export type ReviewDefaults = z.infer<typeof ReviewDefaults>

/**
 * Maximum number of days on which defaults can take effect: a campaign's month, its final checks and the review period.
 */
export const MAX_DEFAULTS = 80

/**
 * Cumulative totals of a sign-up after a reading, where `observed = qualified + inReview + Σ excluded`. Consumers keep
 * the highest revision.
 */
export const ViewsQualified = defineEvent(
  'views.qualified',
  1,
  z.object({
    /** Id of the sign-up. */
    assignmentId: Id,
    revision: z.int().min(1),
    day: BusinessDay,
    observed: Views,
    qualified: Views,
    inReview: Views,
    /** Grouped by day, so that a late settlement applies the same defaults as one that runs on time. */
    defaults: z.array(ReviewDefaults).max(MAX_DEFAULTS),
    excluded: z.array(Exclusion),
    /** The part of the excluded views that qualified or were in review until the final reading removed them. */
    removed: Views.optional(),
    /** Set if the final reading of the account or of any of its videos is missing. */
    finalReadingMissing: z.literal(true).optional(),
    /** The newest 100 videos. */
    videos: z.array(CountedVideo).max(100),
    /** `end`: figures at the campaign's end. `checks`: figures of the final reading, which no longer change. */
    isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  }),
)

/** All accounts were read for this business day, except those counted as `failed`. */
export const RefreshCompleted = defineEvent(
  'refresh.completed',
  1,
  z.object({ day: BusinessDay, accounts: z.int().min(0), failed: z.int().min(0) }),
  { live: () => [{ to: 'everyone', topic: 'readings' }] },
)

const ReviewFacts = z.object({
  reviewId: Id,
  assignmentId: Id,
  campaignId: Id,
  brandId: Id,
  creatorId: Id,
  videoId: z.string(),
  kind: ReviewKind,
})

const reviewers = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: 'role:admin' as const, topic: 'reviews' as const },
  { to: `user:${brandId}` as const, topic: 'reviews' as const },
  { to: `user:${creatorId}` as const, topic: 'campaigns' as const },
]

/** Views wait for a decision until `decideBy`, when the default applies. Notifies screens only. */
export const ReviewOpened = defineEvent('review.opened', 1, ReviewFacts.extend({ openedAt: Instant, decideBy: Instant }), {
  transient: true,
  live: reviewers,
})

/** A reading added views to an open review. Notifies screens only. */
export const ReviewGrown = defineEvent('review.grown', 1, ReviewFacts.extend({ views: Views }), { transient: true, live: reviewers })

/** The final decision of a review. Notifies screens only. */
export const ReviewDecided = defineEvent(
  'review.decided',
  1,
  ReviewFacts.extend({ verdict: ReviewVerdict, by: ReviewDecider, decidedAt: Instant }),
  { transient: true, live: reviewers },
)

// —— data for screens ——

/** Path parameter that identifies a sign-up, which the metrics service calls an assignment. */
export const AssignmentPath = z.strictObject({ assignmentId: Id })
export type AssignmentPath = z.infer<typeof AssignmentPath>

/** Selects a page of a sign-up's data. */
export const AssignmentQuery = PageQuery.extend({ assignmentId: Id })
export type AssignmentQuery = z.infer<typeof AssignmentQuery>

/** Selects a page of a campaign's data. */
export const CampaignMetricsQuery = PageQuery.extend({ campaignId: Id })
export type CampaignMetricsQuery = z.infer<typeof CampaignMetricsQuery>

/**
 * A fault that no later reading or decision has cleared, with its fix. The text of both is in
 * `exclusionTable` and `fixTable`.
 */
const VideoFault = z.object({ reason: ExclusionReason, fix: z.enum(Object.keys(fixTable) as [Fix, ...Fix[]]) })

/**
 * A video of a sign-up, as its creator and the campaign's brand see it.
 * Always `views = qualified + inReview + Σ excluded`.
 */
export const MeasuredVideo = z.object({
  id: z.string(),
  assignmentId: Id,
  campaignId: Id,
  network: Network,
  /** Id of the video on its network. */
  videoId: z.string(),
  url: z.string(),
  /** The caption on the network. Brands see it without sign-up codes, which only their creators may see. */
  caption: z.string(),
  /** The caption on one line, without sign-up codes or the mention. Empty if nothing else remains. */
  title: z.string(),
  /** An address on the network's servers. Screens show only pictures that come from the gateway's PICTURE_ORIGINS. */
  thumbnailUrl: z.string().optional(),
  publishedAt: Instant,
  firstSeenAt: Instant,
  /** Views after this time do not count. */
  countsUntil: Instant,
  /** True once views of this video are no longer counted. */
  isOver: z.boolean(),
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: z.array(Exclusion),
  faults: z.array(VideoFault),
  logo: LogoState,
  /** Time of the last reading. Missing until the first figures arrive. */
  seenAt: Instant.optional(),
})
export type MeasuredVideo = z.infer<typeof MeasuredVideo>

export const MeasuredVideos = Page(MeasuredVideo)

const Totals = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/** History of a sign-up's totals, at the end of each business day with a reading or decision. */
export const AssignmentHistory = Totals.extend({
  assignmentId: Id,
  campaignId: Id,
  isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  days: z.array(z.object({ day: BusinessDay, observed: Views, qualified: Views, inReview: Views, excluded: Views })).max(62),
})
export type AssignmentHistory = z.infer<typeof AssignmentHistory>

/** Number of days that a brand's statistics show, ending today. */
export const NIGHTS_SHOWN = 14

/** Views that the readings of one business day added, by current status and including later decisions. */
export const Night = z.object({ day: BusinessDay, qualified: Views, inReview: Views, excluded: Views })
export type Night = z.infer<typeof Night>

/** Daily views of all of a brand's campaigns together, oldest first, including days without new views. */
export const Nights = z.object({ nights: z.array(Night).length(NIGHTS_SHOWN) })
export type Nights = z.infer<typeof Nights>

/**
 * An immutable record of one video reading: the network's figures, their assessment and the resulting change in
 * totals. Null means unknown.
 */
export const Observation = z.object({
  id: z.string(),
  videoId: z.string(),
  revision: z.int().min(1),
  readAt: Instant,
  /** Time to which the network's figures refer. */
  at: Instant,
  views: Views.nullable(),
  likes: Views.nullable(),
  comments: Views.nullable(),
  faults: z.array(ExclusionReason),
  logo: LogoState,
  looksInhuman: z.boolean(),
  evidence: z.array(GrowthEvidence),
  added: z.object({ views: Views, qualified: Views, inReview: Views, excluded: Views, reason: ExclusionReason.optional() }),
})
export type Observation = z.infer<typeof Observation>

export const Observations = Page(Observation)

/** Why a logo is rejected. Set only if a logo review ends with `excluded`. */
export const LogoRefusal = z.enum(['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'])
export type LogoRefusal = z.infer<typeof LogoRefusal>

/**
 * A review of views that are or were awaiting a decision, with the figures and evidence of each reading that added
 * views.
 */
export const Review = z.object({
  id: Id,
  assignmentId: Id,
  campaignId: Id,
  brandId: Id,
  creatorId: Id,
  network: Network,
  username: z.string(),
  videoId: z.string(),
  url: z.string(),
  /** Thumbnail address from the network's last listing. For admins only. */
  thumbnailUrl: z.string().optional(),
  kind: ReviewKind,
  openedAt: Instant,
  /** Deadline, after which the default applies. */
  decideBy: Instant,
  byDefault: ReviewVerdict,
  views: Views,
  readings: z.array(
    z.object({
      readAt: Instant,
      at: Instant,
      views: Views.nullable(),
      likes: Views.nullable(),
      comments: Views.nullable(),
      newViews: Views,
      evidence: z.array(GrowthEvidence),
    }),
  ),
  decision: z
    .object({ verdict: ReviewVerdict, by: ReviewDecider, at: Instant, why: z.string(), reason: LogoRefusal.optional() })
    .optional(),
})
export type Review = z.infer<typeof Review>

/** Open reviews by deadline, then decided reviews, newest first. */
export const Reviews = Page(Review)
export type Reviews = z.infer<typeof Reviews>

/**
 * An admin's decision. Only an excluded logo may have a `reason`, `logo_absent` by default.
 * @example ReviewDecision.parse({ reviewId, verdict: 'excluded', why: 'A click farm.' })
 */
export const ReviewDecision = z.strictObject({
  reviewId: Id,
  verdict: ReviewVerdict,
  why: PlainText(500, { lines: true }),
  reason: LogoRefusal.optional(),
})
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** A brand's approval of a logo. */
export const ReviewApproval = z.strictObject({ reviewId: Id, why: PlainText(500, { lines: true }).optional() })
export type ReviewApproval = z.infer<typeof ReviewApproval>
