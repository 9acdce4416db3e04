import { z } from 'zod'
import { Exclusion } from './metrics.ts'
import { AudienceLanguage, BusinessDay, Category, Cents, Views, Zone } from './words.ts'

export const CampaignDuration = z.enum(['1w', '1 month'])
export type CampaignDuration = z.infer<typeof CampaignDuration>

/** The rate that applied when the campaign was created. */
export const CampaignRateCard = z.object({ validFrom: BusinessDay, centsPer1000: z.int().min(0) })

/**
 * Identifies a sign-up's videos by their description: `RF-` plus 5 capital letters or digits, without ambiguous
 * characters.
 * @source decisions §3
 */
export const PostCode = z.string().regex(/^RF-[A-HJ-NP-Z2-9]{5}$/)
export type PostCode = z.infer<typeof PostCode>

export const SignUpTerms = z.object({
  campaignName: z.string(),
  viewsGoal: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  duration: CampaignDuration,
  rateCard: CampaignRateCard,
  /** Number of days for which a video counts after it is first seen, but never beyond the campaign's end. */
  windowDays: z.int(),
  termsVersion: z.string(),
})
export type SignUpTerms = z.infer<typeof SignUpTerms>

/** Always `observed = qualified + inReview + Σ excluded`. */
const SignUpCount = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/**
 * `closed`: the campaign has allocated all its views. `ended`: the final checks are running. `settled`: payable.
 * `withdrawn`: the brand deleted the campaign, and no views were charged for.
 */
export const SignUpState = z.enum(['active', 'closed', 'ended', 'settled', 'withdrawn'])
export type SignUpState = z.infer<typeof SignUpState>

export const SignUpFigures = {
  count: SignUpCount,
  /** Views allocated from the campaign's goal: `charged` for good, or `reserved` for reviews. */
  charged: Views,
  reserved: Views,
  cents: Cents,
}

const Step = z.object({ before: Views, after: Views })

/** A sign-up's allocation on one business day, with all values needed to recompute it by hand. */
export const AllocationLine = z.object({
  day: BusinessDay,
  /** Qualified views from the sign-up to this day. */
  qualified: Views,
  inReview: Views,
  /** The part of `qualified` that starts to count on this day because a review's deadline passed without a decision. */
  byDefault: Views,
  /**
   * `removed`: qualified or in-review views that the final reading removed. `returned`: how many credits for those
   * views were returned to the brand.
   */
  removed: Views.optional(),
  returned: Views.optional(),
  /**
   * `demand`: views not yet allocated. `granted`: views allocated now. `freed`: views returned by a rejected review.
   */
  demand: Views,
  granted: Views,
  freed: Views,
  /** The part of the goal that is still available to all sign-ups. */
  left: Views,
  /**
   * Present only if total demand exceeded `left`. A sign-up's share is `left × numerator / denominator` rounded down,
   * plus one view for each of the first `extras` ranks.
   */
  shared: z.object({ numerator: Views, denominator: Views, rank: z.int(), extras: z.int() }).optional(),
  charged: Step,
  reserved: Step,
  cents: Step,
  rateCard: CampaignRateCard,
  /** Revision of the metrics service's totals, or 0 if there are none. The `recount` command uses it. */
  revision: z.int().min(0),
})
export type AllocationLine = z.infer<typeof AllocationLine>
