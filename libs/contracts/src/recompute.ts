/**
 * Lines of JSON that the stages of the command `recompute` print and read: recount (metrics) → compute-partnerships →
 * compute-earnings (campaigns) → compare-earnings (payouts). Lines with an id come first, in the order of their ids.
 * Each stage passes on what is meant for a later one.
 */
import { z } from 'zod'
import { ReviewDefaults, Subject } from './metrics.ts'
import { Views } from './words.ts'

/** A revision's totals as metrics recounted them. */
export const RecountedTotals = z.object({
  qualified: Views,
  inReview: Views,
  defaults: z.array(ReviewDefaults),
  removed: Views.optional(),
})
export type RecountedTotals = z.infer<typeof RecountedTotals>

const Revision = z.object({ assignmentId: z.string(), subject: Subject, revision: z.int() })

/** `differs`: the newest totals differ from those that metrics has emitted. */
export const RecountedRevision = z.union([Revision.extend({ differs: z.literal(true) }), Revision.extend({ totals: RecountedTotals })])
export type RecountedRevision = z.infer<typeof RecountedRevision>

export const RecountEnd = z.object({ recounted: z.int(), differ: z.int() })

const Computed = z.object({
  /** Missing if the service does not know the sign-up or partnership. */
  creatorId: z.string().optional(),
  /** Views charged, which are the credits used. */
  charged: z.int(),
  cents: z.int(),
  faults: z.array(z.string()),
})

export const ComputedSignUp = Computed.extend({ signUpId: z.string(), campaignId: z.string().optional() })
export const ComputedPartnership = Computed.extend({ partnershipId: z.string() })
/** Totals of a campaign that do not match its sign-ups. */
export const CampaignFaults = z.object({ campaignId: z.string(), faults: z.array(z.string()).min(1) })

export const SignUpsEnd = z.object({ recomputed: z.int(), faulty: z.int() })
export const PartnershipsEnd = z.object({ recomputedPartnerships: z.int(), faulty: z.int() })
