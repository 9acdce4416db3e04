import { z } from 'zod'
import { defineEvent } from './event.ts'
import { exclusionReasons, type Fix, fixTable, losingReasons } from './reasons.ts'
import { BusinessDay, Id, Instant, Network, Page, PageQuery, PlainText, Views } from './words.ts'

export const Reading = z.object({ day: BusinessDay, at: Instant, accounts: z.int().min(0) })
export type Reading = z.infer<typeof Reading>

/** Before the first reading, `last` is missing. */
export const Readings = z.object({ last: Reading.optional(), nextAt: Instant })
export type Readings = z.infer<typeof Readings>

// —— counting ——

/** A video counts for a campaign or a partnership. A partnership has a single assignment, which has its id. */
export const Subject = z.enum(['campaign', 'partnership'])
export type Subject = z.infer<typeof Subject>

export const ExclusionReason = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof ExclusionReason>

export const Exclusion = z.object({ reason: ExclusionReason, views: Views.min(1) })
export type Exclusion = z.infer<typeof Exclusion>

/** `unknown`: not decided yet. @source specification §4 */
export const LogoState = z.enum(['verified', 'not_verified', 'unknown'])
export type LogoState = z.infer<typeof LogoState>

/** `logo`: we could not recognise the logo. `growth`: the growth does not look human. */
export const ReviewKind = z.enum(['logo', 'growth'])
export type ReviewKind = z.infer<typeof ReviewKind>

/**
 * Evidence that a video's growth is not genuine: an observed value and the usual value. `likes_per_view`,
 * `comments_per_view`: too low for the new views, or too high for all views. `views_per_hour`: compared with the
 * previous interval. `new_views`: compared with the usual total of the account's videos. `steady_hours`: hours of
 * constant growth, day and night. If a reading adds too few views, the figures combine several readings or videos.
 */
export const GrowthEvidence = z.object({
  signal: z.enum(['likes_per_view', 'comments_per_view', 'views_per_hour', 'new_views', 'steady_hours']),
  value: z.number(),
  usual: z.number(),
})
export type GrowthEvidence = z.infer<typeof GrowthEvidence>

/** `counts`: the reviewed views count. `excluded`: the reviewed views never count. */
export const ReviewVerdict = z.enum(['counts', 'excluded'])
export type ReviewVerdict = z.infer<typeof ReviewVerdict>

/** `default`: the deadline passed without a decision. */
export const ReviewDecider = z.enum(['admin', 'brand', 'default'])
export type ReviewDecider = z.infer<typeof ReviewDecider>

/** Always `views = qualified + inReview + excluded`. */
export const CountedVideo = z.object({
  videoId: z.string(),
  url: z.string(),
  publishedAt: Instant,
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: Views,
  /** Faults that no later reading or decision has cleared. */
  faults: z.array(ExclusionReason),
  logo: LogoState,
  seenAt: Instant,
  /** The network did not respond at the final reading, so the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
})
export type CountedVideo = z.infer<typeof CountedVideo>

/** How default decisions change a sign-up's totals when a business day is settled. */
export const ReviewDefaults = z.object({
  /** Business day of the first settlement at or after the deadline. */
  day: BusinessDay,
  /** In-review views that start to count. */
  counts: Views,
  /** In-review views that are excluded for good. */
  excluded: Views,
  /** True once the totals include the effect; false while the reviews are open. */
  isApplied: z.boolean(),
})
export type ReviewDefaults = z.infer<typeof ReviewDefaults>

/** Maximum number of days with default decisions: an assignment’s month, its final checks and the review period. */
export const MAX_DEFAULTS = 80

/**
 * Cumulative totals of a sign-up or partnership after a reading: `observed = qualified + inReview + Σ excluded`.
 * Consumers keep the highest revision.
 */
export const ViewsQualified = defineEvent(
  'views.qualified',
  1,
  z.object({
    subject: Subject,
    assignmentId: Id,
    revision: z.int().min(1),
    day: BusinessDay,
    observed: Views,
    qualified: Views,
    inReview: Views,
    /** Grouped by day, so that a late settlement applies the same defaults as one that runs on time. */
    defaults: z.array(ReviewDefaults).max(MAX_DEFAULTS),
    excluded: z.array(Exclusion),
    /** Excluded views that qualified or were in review until the final reading removed them. */
    removed: Views.optional(),
    /** Present if the final reading of the account or one of its videos is missing. */
    finalReadingMissing: z.literal(true).optional(),
    videos: z.array(CountedVideo).max(100),
    /** `end`: figures at the campaign's end. `checks`: figures from the final reading, which no longer change. */
    isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  }),
)

/**
 * A reading found that counted videos of a sign-up or partnership are newly deleted, private or age-restricted: the
 * final reading will deduct their `views` unless the creator fixes this before `finalReadingAt`. One event per
 * assignment and fault.
 * @source decisions §5
 */
export const ViewsEndangered = defineEvent(
  'views.endangered',
  1,
  z.object({
    assignmentId: Id,
    subject: Subject,
    subjectId: Id,
    brandId: Id,
    creatorId: Id,
    reason: z.enum(losingReasons),
    views: Views.min(1),
    finalReadingAt: Instant,
  }),
)

/** A reading found that an account’s visibility has changed. Repeated until verification knows. */
export const AccountSeen = defineEvent(
  'account.seen',
  1,
  z.object({ accountId: Id, creatorId: Id, isPublic: z.boolean(), ageRestricted: z.boolean(), seenAt: Instant }),
)

/** All accounts have been read for this business day, except the `failed` ones. */
export const RefreshCompleted = defineEvent(
  'refresh.completed',
  1,
  z.object({ day: BusinessDay, accounts: z.int().min(0), failed: z.int().min(0) }),
  { live: () => [{ to: 'everyone', topic: 'readings' }] },
)

const ReviewFacts = z.object({
  reviewId: Id,
  assignmentId: Id,
  subject: Subject,
  subjectId: Id,
  brandId: Id,
  creatorId: Id,
  videoId: z.string(),
  kind: ReviewKind,
})

const reviewers = ({ subject, brandId, creatorId }: { subject: Subject; brandId: string; creatorId: string }) => [
  { to: 'role:admin' as const, topic: 'reviews' as const },
  { to: `user:${brandId}` as const, topic: 'reviews' as const },
  { to: `user:${creatorId}` as const, topic: subject === 'campaign' ? ('campaigns' as const) : ('partnerships' as const) },
]

/**
 * Views await a decision until `decideBy`, when the default applies. `accountId` and `views` are missing in older
 * events.
 */
export const ReviewOpened = defineEvent(
  'review.opened',
  1,
  ReviewFacts.extend({ accountId: Id.optional(), views: Views.optional(), openedAt: Instant, decideBy: Instant }),
  { live: reviewers },
)

/** A reading added views to an open review. Notifies screens only. */
export const ReviewGrown = defineEvent('review.grown', 1, ReviewFacts.extend({ views: Views }), { transient: true, live: reviewers })

/** `views` is missing in older events. */
export const ReviewDecided = defineEvent(
  'review.decided',
  1,
  ReviewFacts.extend({ views: Views.optional(), verdict: ReviewVerdict, by: ReviewDecider, decidedAt: Instant }),
  { live: reviewers },
)

// —— data for screens ——

/** An assignment is a sign-up or a partnership. */
export const AssignmentPath = z.strictObject({ assignmentId: Id })
export type AssignmentPath = z.infer<typeof AssignmentPath>

export const AssignmentQuery = PageQuery.extend({ assignmentId: Id })
export type AssignmentQuery = z.infer<typeof AssignmentQuery>

export const CampaignMetricsQuery = PageQuery.extend({ campaignId: Id })
export type CampaignMetricsQuery = z.infer<typeof CampaignMetricsQuery>

/**
 * A fault that no later reading or decision has cleared, with its fix. `exclusionTable` and `fixTable` hold the texts.
 */
const VideoFault = z.object({ reason: ExclusionReason, fix: z.enum(Object.keys(fixTable) as [Fix, ...Fix[]]) })

/** A video as its creator and the brand see it. Always `views = qualified + inReview + Σ excluded`. */
export const MeasuredVideo = z.object({
  id: z.string(),
  assignmentId: Id,
  subject: Subject,
  subjectId: Id,
  network: Network,
  /** The network's own video id. */
  videoId: z.string(),
  url: z.string(),
  /** Brands see captions without sign-up codes, which only their creators may see. */
  caption: z.string(),
  /** The caption on one line, without sign-up codes or the disclosure. May be empty. */
  title: z.string(),
  /** The network hosts this picture. Screens show only pictures from the gateway's PICTURE_ORIGINS. */
  thumbnailUrl: z.string().optional(),
  publishedAt: Instant,
  firstSeenAt: Instant,
  /** Views after this time do not count. */
  countsUntil: Instant,
  isOver: z.boolean(),
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: z.array(Exclusion),
  faults: z.array(VideoFault),
  logo: LogoState,
  seenAt: Instant.optional(),
})
export type MeasuredVideo = z.infer<typeof MeasuredVideo>

export const MeasuredVideos = Page(MeasuredVideo)

const Totals = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/**
 * Whether the account met a partnership's conditions at a day's last reading. Null means unknown, because the network
 * did not find the account.
 */
export const ComplianceDay = z.object({
  day: BusinessDay,
  linkOk: z.boolean().nullable(),
  isPublic: z.boolean().nullable(),
  ageRestricted: z.boolean().nullable(),
  at: Instant,
})
export type ComplianceDay = z.infer<typeof ComplianceDay>

/** An assignment's totals at the end of each business day with a reading or decision. */
export const AssignmentHistory = Totals.extend({
  assignmentId: Id,
  subject: Subject,
  subjectId: Id,
  isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  days: z.array(z.object({ day: BusinessDay, observed: Views, qualified: Views, inReview: Views, excluded: Views })).max(62),
  /** Empty for sign-ups. */
  compliance: z.array(ComplianceDay).max(62),
})
export type AssignmentHistory = z.infer<typeof AssignmentHistory>

export const NIGHTS_SHOWN = 14

/** Views that a business day's readings added, grouped by current status, which later decisions may change. */
export const Night = z.object({ day: BusinessDay, qualified: Views, inReview: Views, excluded: Views })
export type Night = z.infer<typeof Night>

/** Totals across all of a brand's campaigns, oldest day first, including days without new views. */
export const Nights = z.object({ nights: z.array(Night).length(NIGHTS_SHOWN) })
export type Nights = z.infer<typeof Nights>

/**
 * An immutable record of one reading of a video: the network's figures, our assessment and the change in totals. Null
 * means unknown.
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

/** Why a logo is rejected; present only if a logo review ends with `excluded`. */
export const LogoRefusal = z.enum(['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'])
export type LogoRefusal = z.infer<typeof LogoRefusal>

/** A review lists the figures and evidence of each reading that added views. */
export const Review = z.object({
  id: Id,
  assignmentId: Id,
  subject: Subject,
  subjectId: Id,
  brandId: Id,
  creatorId: Id,
  network: Network,
  username: z.string(),
  videoId: z.string(),
  url: z.string(),
  /** The picture comes from the network's last listing and is for admins only. */
  thumbnailUrl: z.string().optional(),
  kind: ReviewKind,
  openedAt: Instant,
  /** If nobody decides by this time, the default applies. */
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

/** Open reviews first, by deadline; then decided reviews, newest first. */
export const Reviews = Page(Review)
export type Reviews = z.infer<typeof Reviews>

/** Only an excluded logo may have a `reason`; the default is `logo_absent`. */
export const ReviewDecision = z.strictObject({
  reviewId: Id,
  verdict: ReviewVerdict,
  why: PlainText(500, { lines: true }),
  reason: LogoRefusal.optional(),
})
export type ReviewDecision = z.infer<typeof ReviewDecision>

export const ReviewApproval = z.strictObject({ reviewId: Id, why: PlainText(500, { lines: true }).optional() })
export type ReviewApproval = z.infer<typeof ReviewApproval>
