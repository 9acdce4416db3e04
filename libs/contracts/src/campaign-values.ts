/** Values that responses and events about campaigns and sign-ups share: terms, post code, totals and allocation. */
import { z } from 'zod'
import { Exclusion } from './metrics.ts'
import { AudienceLanguage, BusinessDay, Category, Cents, Views, Zone } from './words.ts'

/** Duration of a campaign: 7 or 30 days. @source decisions §3 */
export const CampaignDuration = z.enum(['1w', '1 month'])
export type CampaignDuration = z.infer<typeof CampaignDuration>

/** The rate for views, fixed when the campaign is created. */
export const CampaignRateCard = z.object({ validFrom: BusinessDay, centsPer1000: z.int().min(0) })

/**
 * Code that a creator puts in the video's description, so that we can find the video: `RF-` and 5 capital letters and
 * digits, without ambiguous characters.
 * @source decisions §3
 */
export const PostCode = z.string().regex(/^RF-[A-HJ-NP-Z2-9]{5}$/)
export type PostCode = z.infer<typeof PostCode>

/** The campaign's terms at the time of the sign-up. */
export const SignUpTerms = z.object({
  campaignName: z.string(),
  viewsGoal: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  duration: CampaignDuration,
  rateCard: CampaignRateCard,
  /** Number of days for which a video counts after it is first seen, at most until the campaign's end. */
  windowDays: z.int(),
  termsVersion: z.string(),
})
export type SignUpTerms = z.infer<typeof SignUpTerms>

/** Totals counted so far. Always `observed = qualified + inReview + Σ excluded`. */
const SignUpCount = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/**
 * State of a sign-up. `closed`: the campaign has allocated all its views. `ended`: the final checks are running.
 * `settled`: payable. `withdrawn`: the brand deleted the campaign, and no view was charged.
 */
export const SignUpState = z.enum(['active', 'closed', 'ended', 'settled', 'withdrawn'])
export type SignUpState = z.infer<typeof SignUpState>

/** The totals of a sign-up in each response about it. */
export const SignUpFigures = {
  count: SignUpCount,
  /** Views allocated from the campaign's goal: charged permanently, or reserved for reviews. */
  charged: Views,
  reserved: Views,
  /** Earnings for the charged views. */
  cents: Cents,
}

const Step = z.object({ before: Views, after: Views })

/** One business day's allocation for a sign-up, with all values needed to recompute it by hand. */
export const AllocationLine = z.object({
  day: BusinessDay,
  /** Views counted from the sign-up to this day. */
  qualified: Views,
  inReview: Views,
  /** The part of the qualified views that counts from this day by default, because no decision was made in time. */
  byDefault: Views,
  /**
   * `removed`: views that qualified or were in review until the final reading removed them. `returned`: credits for
   * these views that went back to the brand.
   */
  removed: Views.optional(),
  returned: Views.optional(),
  /**
   * `demand`: views not allocated so far. `granted`: views allocated now. `freed`: views returned by a rejected review.
   */
  demand: Views,
  granted: Views,
  freed: Views,
  /** Views of the goal left to share among all sign-ups. */
  left: Views,
  /**
   * Present only if the demands exceeded `left`. The share is `left × numerator / denominator` rounded down, plus one
   * view for the first `extras` ranks.
   */
  shared: z.object({ numerator: Views, denominator: Views, rank: z.int(), extras: z.int() }).optional(),
  charged: Step,
  reserved: Step,
  cents: Step,
  rateCard: CampaignRateCard,
  /**
   * Revision of the underlying totals in the metrics service, or 0 if there were none. Used by the `recount` command.
   */
  revision: z.int().min(0),
})
export type AllocationLine = z.infer<typeof AllocationLine>
