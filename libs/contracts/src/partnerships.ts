import { z } from 'zod'
import { CampaignRateCard, PostCode } from './campaign-values.ts'
import { Logo } from './campaigns.ts'
import { Exclusion } from './metrics.ts'
import { usernameKey } from './text.ts'
import { VIEWS_GOAL } from './values.ts'
import { BusinessDay, Cents, Id, Instant, Network, Page, PageQuery, PlainText, Views, WebLink } from './words.ts'

// —— invitations ——

/**
 * `funding`: the credits are being held. `pending`: the creator has 24 hours to respond. `failed`: the brand had too
 * few credits (see `missingViews`). `rejected`: by the creator, or because the creator joined a campaign of the brand.
 */
export const InvitationStatus = z.enum(['funding', 'pending', 'accepted', 'rejected', 'expired', 'withdrawn', 'failed'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/** `search`: a partnership of 7 days. `collab`: from the public creator page, for 30 days. */
export const InvitationOrigin = z.enum(['search', 'collab'])
export type InvitationOrigin = z.infer<typeof InvitationOrigin>

export const InvitationDraft = z.strictObject({
  accountId: Id,
  /**
   * The goal of the whole partnership. From the search it must satisfy `VIEWS_GOAL`; a public creator page derives it
   * from a budget, so any number that pays at least one cent is possible.
   */
  weeklyViewsGoal: z
    .int({ error: 'views_goal_invalid' })
    .min(1, { error: 'views_goal_invalid' })
    .max(VIEWS_GOAL.max, { error: 'views_goal_invalid' }),
  /** The same brand must have uploaded this file. */
  mediaId: z.uuid({ error: 'media_required' }),
  link: WebLink,
  caption: PlainText(500, { lines: true }),
  /** From today in Europe/Paris, at most `MAX_DAYS_TO_BEGINNING` days ahead. */
  beginning: BusinessDay,
  origin: InvitationOrigin.default('search'),
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

const ShownBrand = {
  brandId: Id,
  /** Missing until the brand's name has arrived from the identity service. */
  brandName: z.string().optional(),
  /** The brand's registration date, present only if an older brand has a similar name. */
  brandSince: Instant.optional(),
  brandLogoId: Id.optional(),
}

const Offer = {
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: z.string(),
  /** The creator's earnings if the goal is reached. */
  amountCents: Cents,
  rateCard: CampaignRateCard,
  logo: Logo,
  link: z.string(),
  caption: z.string(),
  durationDays: z.int().min(1),
}

export const Invitation = z.object({
  id: Id,
  ...ShownBrand,
  ...Offer,
  weeklyViewsGoal: Views,
  beginning: BusinessDay,
  origin: InvitationOrigin,
  status: InvitationStatus,
  /** Shown to the brand if funding failed; never shown to the creator. */
  missingViews: Views.optional(),
  createdAt: Instant,
  invitedAt: Instant.optional(),
  expiresAt: Instant.optional(),
  respondedAt: Instant.optional(),
  /** When the invitation failed, expired, or was withdrawn or rejected. */
  endedAt: Instant.optional(),
  /** The creator joined this campaign of the brand, which rejected the invitation. */
  campaignId: Id.optional(),
  /** The brand's settled partnerships, and those that paid their creator. Only creators see it, if there are any. */
  brandRecord: z.object({ settled: z.int().min(1), paid: z.int().min(0) }).optional(),
})
export type Invitation = z.infer<typeof Invitation>

/** `open`: still waiting for credits or for the creator's response. */
export const InvitationsQuery = PageQuery.extend({ only: z.enum(['open']).optional() })
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

export const InvitationPath = z.strictObject({ invitationId: Id })
export type InvitationPath = z.infer<typeof InvitationPath>

// —— partnerships ——

/** @source specification §4; `planned` until the beginning */
export const PartnershipStatus = z.enum([
  'planned',
  'active',
  'completed',
  'failed',
  'completed_at_25',
  'completed_at_50',
  'completed_at_75',
])
export type PartnershipStatus = z.infer<typeof PartnershipStatus>

/**
 * Whether the pay has left for the creator's payout account; spelled as in the specification. Missing if nothing is
 * owed.
 */
export const PartnershipPayment = z.enum(['pending', 'payed'])
export type PartnershipPayment = z.infer<typeof PartnershipPayment>

/** Percentage of the goal that is paid. @source decisions §4 */
export const Tier = z.union([z.literal(0), z.literal(25), z.literal(50), z.literal(75), z.literal(100)])

/**
 * How a tier was decided, with all values needed to recompute it by hand: provisionally at the end, and after the final
 * checks.
 */
export const TierDecision = z.object({
  day: BusinessDay,
  isFinal: z.boolean(),
  /** Revision of the metrics service's totals, or 0 if there are none. */
  revision: z.int().min(0),
  qualified: Views,
  inReview: Views,
  /** The part of `qualified` that starts to count on this day because a review's deadline passed without a decision. */
  byDefault: Views,
  /** Qualified or in-review views that the final reading removed. */
  removed: Views.optional(),
  tier: Tier,
  /** `amountCents × tier`, rounded down. */
  cents: Cents,
  /** The goal's credits: `consumed + returned = viewsGoal`. */
  consumed: Views,
  returned: Views,
})
export type TierDecision = z.infer<typeof TierDecision>

export const Partnership = z.object({
  /** Also the id of the invitation that was accepted. */
  id: Id,
  ...ShownBrand,
  ...Offer,
  viewsGoal: Views,
  /** Only the creator sees the code. */
  code: PostCode.optional(),
  /** Number of days for which a video counts after it is first seen, but never beyond the partnership's end. */
  windowDays: z.int(),
  termsVersion: z.string(),
  /** When the brand asked to invite the creator. */
  requestedAt: Instant,
  acceptedAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  status: PartnershipStatus,
  /** Always `observed = qualified + inReview + Σ excluded`. */
  count: z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) }),
  /** The tier of the views that qualify so far. */
  tier: Tier,
  endedAt: Instant.optional(),
  /** When the final checks are due. */
  payableAt: Instant.optional(),
  settledAt: Instant.optional(),
  decisions: z.array(TierDecision).max(2),
  payements: PartnershipPayment.optional(),
  /** When the pay left, while `payements` is `payed`. */
  paidAt: Instant.optional(),
  /** The network did not respond at the final reading, so the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
})
export type Partnership = z.infer<typeof Partnership>

/** `unsettled`: planned, active or waiting for the final checks. */
export const PartnershipsQuery = PageQuery.extend({ only: z.enum(['unsettled']).optional() })
export type PartnershipsQuery = z.infer<typeof PartnershipsQuery>

/** `totalViews`: the qualified views of all of a brand's partnerships, on its first page only. */
export const Partnerships = Page(Partnership).extend({ totalViews: Views.optional() })
export type Partnerships = z.infer<typeof Partnerships>

/** With or without the at sign, in any case. */
const TypedUsername = z
  .string()
  .max(200)
  .transform((typed) => usernameKey(typed.trim().replace(/^@/, '')))

/** `username`: as it was when the invitation was accepted. */
export const AdminPartnershipsQuery = PageQuery.extend({
  status: PartnershipStatus.optional(),
  network: Network.optional(),
  brandId: Id.optional(),
  username: TypedUsername.optional(),
})
export type AdminPartnershipsQuery = z.infer<typeof AdminPartnershipsQuery>

/** `matching`: the number on all pages, counted up to 10,000. */
export const AdminPartnerships = Page(Partnership).extend({ matching: z.int().min(0) })

/** Test partnerships exist only where the sandbox runs. */
export const TestPartnerships = z.object({ isAvailable: z.boolean() })

/** The brand needs credits and an uploaded logo. */
export const TestPartnership = z.strictObject({ brandId: Id, username: TypedUsername })
export type TestPartnership = z.infer<typeof TestPartnership>

export const PartnershipPath = z.strictObject({ partnershipId: Id })
export type PartnershipPath = z.infer<typeof PartnershipPath>
