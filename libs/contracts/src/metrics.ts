/** Metrics: when views are read, what of them counts and why not, and what people decide about the doubtful. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { exclusionReasons, type Mend, mendTable } from './reasons.ts'
import { BusinessDay, Id, Instant, Network, Page, PageQuery, PlainText, Views } from './words.ts'

/** One nightly reading; `at`: when it began. `accounts`: how many accounts were to be read. @example Reading.parse({ day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 2 }) */
export const Reading = z.object({ day: BusinessDay, at: Instant, accounts: z.int().min(0) })
export type Reading = z.infer<typeof Reading>

/** When views were read last and when they are read next. `last` is absent until the first night. @example Readings.parse({ nextAt: '2026-11-21T23:00:00.000Z' }) */
export const Readings = z.object({ last: Reading.optional(), nextAt: Instant })
export type Readings = z.infer<typeof Readings>

// —— what counts ——

/** Why views are excluded; sentences and what mends them in `exclusionTable`. */
export const ExclusionReason = z.enum(exclusionReasons)
export type ExclusionReason = z.infer<typeof ExclusionReason>

/** Views that are excluded, by the first reason that held. @example Exclusion.parse({ reason: 'code_missing', views: 120 }) */
export const Exclusion = z.object({ reason: ExclusionReason, views: Views.min(1) })
export type Exclusion = z.infer<typeof Exclusion>

/** The logo in a video, as people read it. `unknown`: the check is not decided. @source specification §4 */
export const LogoState = z.enum(['verified', 'not_verified', 'unknown'])
export type LogoState = z.infer<typeof LogoState>

/** What is reviewed: a logo that could not be recognised, or growth that looks not human. */
export const ReviewKind = z.enum(['logo', 'growth'])
export type ReviewKind = z.infer<typeof ReviewKind>

/**
 * A line of evidence against growth: what was seen, beside what is usual.
 * `likes_per_view`, `comments_per_view`: too few of the new views, or too many of all. `views_per_hour`: beside the interval before. `new_views`: beside what a
 * whole video of the account usually gets. `steady_hours`: so long the views grew at one rate, by day and by night.
 * New views too few to be judged by themselves add up: the figures are then those of several readings, or of several videos of the account together.
 */
export const GrowthEvidence = z.object({
  signal: z.enum(['likes_per_view', 'comments_per_view', 'views_per_hour', 'new_views', 'steady_hours']),
  value: z.number(),
  usual: z.number(),
})
export type GrowthEvidence = z.infer<typeof GrowthEvidence>

/** `counts`: the views in review count. `excluded`: they never will. */
export const ReviewVerdict = z.enum(['counts', 'excluded'])
export type ReviewVerdict = z.infer<typeof ReviewVerdict>

/** Who decided; `default`: nobody did in time. */
export const ReviewDecider = z.enum(['admin', 'brand', 'default'])
export type ReviewDecider = z.infer<typeof ReviewDecider>

/** How a video stands. Always `views = qualified + inReview + excluded`. */
export const CountedVideo = z.object({
  videoId: z.string(),
  url: z.string(),
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: Views,
  /** Faults that no later reading or decision has cleared, in their order. */
  faults: z.array(ExclusionReason),
  logo: LogoState,
  seenAt: Instant,
  /** The network stayed silent at the final reading: the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
})
export type CountedVideo = z.infer<typeof CountedVideo>

/** What reviews' defaults do to a sign-up's totals at the settlement of a business day. */
export const ReviewDefaults = z.object({
  /** The first settlement at or after the deadline. */
  day: BusinessDay,
  /** Views in review that then count. */
  counts: Views,
  /** Views in review that then never will. */
  excluded: Views,
  /** The totals contain it already; otherwise these reviews are still open. */
  isApplied: z.boolean(),
})
export type ReviewDefaults = z.infer<typeof ReviewDefaults>

/** Days on which defaults can take effect: a campaign's month, its final checks and the days of a review. */
export const MOST_DEFAULTS = 80

/**
 * The totals of a sign-up after a reading. Cumulative: who hears it keeps the highest revision. `observed = qualified + inReview + Σ excluded`.
 */
export const ViewsQualified = defineEvent(
  'views.qualified',
  1,
  z.object({
    /** The sign-up's id. */
    assignmentId: Id,
    revision: z.int().min(1),
    day: BusinessDay,
    observed: Views,
    qualified: Views,
    inReview: Views,
    /** By day, so that a settlement applies a default by its deadline alone, whenever that day is caught up. */
    defaults: z.array(ReviewDefaults).max(MOST_DEFAULTS),
    excluded: z.array(Exclusion),
    /** Of those excluded: what the final reading took off views that qualified or were in review. */
    removed: Views.optional(),
    /** Of the account, or of one of its videos. */
    finalReadingMissing: z.literal(true).optional(),
    /** The newest 100. */
    videos: z.array(CountedVideo).max(100),
    /** `end`: the figures of the campaign's end; `checks`: those of the final reading, after which nothing changes any more. */
    isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  }),
)

/** All accounts of this business day are read, but for those that `failed`. */
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

/** Views wait for a decision until `decideBy`, when the default applies. For the screens. */
export const ReviewOpened = defineEvent('review.opened', 1, ReviewFacts.extend({ openedAt: Instant, decideBy: Instant }), {
  transient: true,
  live: reviewers,
})

/** A reading has brought an open review more views. For the screens. */
export const ReviewGrown = defineEvent('review.grown', 1, ReviewFacts.extend({ views: Views }), { transient: true, live: reviewers })

/** A review is decided; it is never decided again. For the screens. */
export const ReviewDecided = defineEvent(
  'review.decided',
  1,
  ReviewFacts.extend({ verdict: ReviewVerdict, by: ReviewDecider, decidedAt: Instant }),
  { transient: true, live: reviewers },
)

// —— what screens read ——

/** Names one sign-up, as metrics measures it, in an address. @example get('/assignments/:assignmentId/history', { input: AssignmentPath, … }) */
export const AssignmentPath = z.strictObject({ assignmentId: Id })
export type AssignmentPath = z.infer<typeof AssignmentPath>

/** Which page of something of a sign-up. */
export const AssignmentQuery = PageQuery.extend({ assignmentId: Id })
export type AssignmentQuery = z.infer<typeof AssignmentQuery>

/** Which page of something of a campaign. */
export const CampaignMetricsQuery = PageQuery.extend({ campaignId: Id })
export type CampaignMetricsQuery = z.infer<typeof CampaignMetricsQuery>

/** A fault that no later reading or decision has cleared, and what would fix it; sentences in `exclusionTable` and `mendTable`. */
export const VideoFault = z.object({ reason: ExclusionReason, mend: z.enum(Object.keys(mendTable) as [Mend, ...Mend[]]) })
export type VideoFault = z.infer<typeof VideoFault>

/** A video of a sign-up as its creator and the campaign's brand see it. Always `views = qualified + inReview + Σ excluded`. */
export const MeasuredVideo = z.object({
  id: z.string(),
  assignmentId: Id,
  campaignId: Id,
  network: Network,
  /** The network's own id. */
  videoId: z.string(),
  url: z.string(),
  /** As it is on the network; a brand reads it without codes, which are their creators’ alone. */
  caption: z.string(),
  /** The caption without codes of sign-ups and without the mention, in one line; empty when it says nothing else. */
  title: z.string(),
  /** On the network's own servers; pages show it only from the gateway's PICTURE_ORIGINS. */
  thumbnailUrl: z.string().optional(),
  publishedAt: Instant,
  firstSeenAt: Instant,
  /** No view after it counts. */
  countsUntil: Instant,
  /** All of its views that can count are counted. */
  isOver: z.boolean(),
  views: Views,
  qualified: Views,
  inReview: Views,
  excluded: z.array(Exclusion),
  faults: z.array(VideoFault),
  logo: LogoState,
  /** When it was read last; absent while its figures are not known yet. */
  seenAt: Instant.optional(),
})
export type MeasuredVideo = z.infer<typeof MeasuredVideo>

/** @example const { items } = await call<MeasuredVideos>('GET', `/metrics/assignments/${id}/videos`) */
export const MeasuredVideos = Page(MeasuredVideo)
export type MeasuredVideos = z.infer<typeof MeasuredVideos>

const Totals = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/** How the totals of a sign-up have become what they are: as of the end of each business day on which something was read or decided. */
export const AssignmentHistory = Totals.extend({
  assignmentId: Id,
  campaignId: Id,
  isFinal: z.union([z.literal(false), z.enum(['end', 'checks'])]),
  days: z.array(z.object({ day: BusinessDay, observed: Views, qualified: Views, inReview: Views, excluded: Views })).max(62),
})
export type AssignmentHistory = z.infer<typeof AssignmentHistory>

/** So many of a brand's nights are shown, the last one being that of today. */
export const NIGHTS_SHOWN = 14

/** What the readings of one business day brought, as those views stand now: what was decided later has moved. */
export const Night = z.object({ day: BusinessDay, qualified: Views, inReview: Views, excluded: Views })
export type Night = z.infer<typeof Night>

/** The last nights of all of a brand's campaigns together, in order of time; one without new views is there too. @example const { nights } = await call<Nights>('GET', '/metrics/nights') */
export const Nights = z.object({ nights: z.array(Night).length(NIGHTS_SHOWN) })
export type Nights = z.infer<typeof Nights>

/** A reading of a video, kept as it was: what the network said, how it was judged, and what it added to the totals of which revision. Null is "not known". */
export const Observation = z.object({
  id: z.string(),
  videoId: z.string(),
  revision: z.int().min(1),
  readAt: Instant,
  /** As of when the network's figures are. */
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
export type Observations = z.infer<typeof Observations>

/** Why a logo is refused; only with a review of a logo that is `excluded`. */
export const LogoRefusal = z.enum(['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'])
export type LogoRefusal = z.infer<typeof LogoRefusal>

/** Views that wait for a decision, or waited: `views` of them, with the figures and signals of each reading that brought some. */
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
  /** For admins only, as the network last listed it. */
  thumbnailUrl: z.string().optional(),
  kind: ReviewKind,
  openedAt: Instant,
  /** When the default applies. */
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

/** Open ones first, those due first; then decided ones, the newest first. */
export const Reviews = Page(Review)
export type Reviews = z.infer<typeof Reviews>

/** An admin's decision. `reason`: only for a logo that is excluded; absent when left out. @example ReviewDecision.parse({ reviewId, verdict: 'excluded', why: 'A click farm.' }) */
export const ReviewDecision = z.strictObject({
  reviewId: Id,
  verdict: ReviewVerdict,
  why: PlainText(500, { lines: true }),
  reason: LogoRefusal.optional(),
})
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** A brand's yes to a logo. */
export const ReviewApproval = z.strictObject({ reviewId: Id, why: PlainText(500, { lines: true }).optional() })
export type ReviewApproval = z.infer<typeof ReviewApproval>
