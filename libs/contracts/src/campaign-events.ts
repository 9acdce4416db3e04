/** Events of campaigns and sign-ups. */
import { z } from 'zod'
import { PostCode } from './campaign-values.ts'
import { defineEvent } from './event.ts'
import { BusinessDay, Cents, Id, Instant, Network, Version, Views } from './words.ts'

/** Notifies the campaign's brand and all creators, whose lists of campaigns may change. */
const ofBrandAndCreators = ({ brandId }: { brandId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: 'role:creator' as const, topic: 'campaigns' as const },
]

/** A brand created a campaign, and the payouts service should hold credits for it. */
export const CampaignRequested = defineEvent(
  'campaign.requested',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), network: Network, viewsGoal: Views, version: Version }),
  { live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** A campaign was funded and is running. Transient until a service subscribes to it. */
export const CampaignActivated = defineEvent(
  'campaign.activated',
  1,
  z.object({ campaignId: Id, brandId: Id, startsAt: Instant, endsAt: Instant, version: Version }),
  { transient: true, live: ofBrandAndCreators },
)

/** Funding failed: the brand was `missingViews` credits short. Transient until a service subscribes to it. */
export const CampaignFailed = defineEvent(
  'campaign.failed',
  1,
  z.object({ campaignId: Id, brandId: Id, missingViews: Views.optional(), version: Version }),
  { transient: true, live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** A campaign was renamed. Services with a copy keep the name from the newest version. */
export const CampaignRenamed = defineEvent(
  'campaign.renamed',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), version: Version }),
  { live: ofBrandAndCreators },
)

/** A settlement changed a campaign's views, or the campaign was deleted. Notifies screens only. */
export const CampaignChanged = defineEvent('campaign.changed', 1, z.object({ campaignId: Id, brandId: Id, version: Version }), {
  transient: true,
  live: ofBrandAndCreators,
})

/** Identifies a sign-up, its campaign, brand and creator. `version` is the version of the sign-up. */
const SignupFacts = z.object({ signupId: Id, campaignId: Id, brandId: Id, creatorId: Id, version: Version })

const bothSides = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: `user:${creatorId}` as const, topic: 'campaigns' as const },
]

/**
 * A creator joined a campaign with one account. The account's videos with `code` are measured until `endsAt`, and each
 * video for `windowDays` after it is first seen.
 */
export const SignupCreated = defineEvent(
  'signup.created',
  1,
  SignupFacts.extend({
    accountId: Id,
    /** The account's stable id on the network. Usernames can change. */
    externalId: z.string(),
    network: Network,
    username: z.string(),
    code: PostCode,
    /** The link that must appear in the bio. */
    link: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    windowDays: z.int().min(1).max(30),
  }),
  { live: bothSides },
)

/**
 * New totals of a reading or decision have arrived, but nothing is allocated for them yet. Notifies screens only, after
 * both services have stored the totals.
 */
export const SignupCounted = defineEvent('signup.counted', 1, SignupFacts, { transient: true, live: bothSides })

/**
 * Cumulative allocation of a sign-up after the settlement of `day`: views charged and reserved, and cents for the
 * charged views. Consumers keep the newest version and post the difference from what they have already posted. The
 * amounts never fall, because only `signup.settled` may reduce them. May follow `campaign.ended`, because the last
 * views are read after the end.
 */
export const SignupCredited = defineEvent(
  'signup.credited',
  1,
  SignupFacts.extend({ day: BusinessDay, charged: Views, reserved: Views, cents: Cents }),
  { live: bothSides },
)

/**
 * Final settlement of a sign-up: the charged views and earned cents that remain are payable. Only this event may lower
 * them.
 */
export const SignupSettled = defineEvent('signup.settled', 1, SignupFacts.extend({ charged: Views, cents: Cents }), {
  live: bothSides,
})

const CampaignFacts = z.object({ campaignId: Id, brandId: Id, version: Version })

/**
 * A campaign ended. Of its credits, `charged` are spent, `reserved` are pending review, and `kept` are for the last
 * views, which networks report until the final reading. The rest returns to the brand. Creators' earnings are held
 * until `payableAt`.
 */
export const CampaignEnded = defineEvent(
  'campaign.ended',
  1,
  CampaignFacts.extend({
    status: z.enum(['completed', 'failed']),
    charged: Views,
    reserved: Views,
    kept: Views,
    endedAt: Instant,
    payableAt: Instant,
  }),
  { live: ofBrandAndCreators },
)

/** The final checks are done. `charged` credits are spent permanently, and all others return to the brand. */
export const CampaignSettled = defineEvent(
  'campaign.settled',
  1,
  CampaignFacts.extend({ status: z.enum(['completed', 'failed']), charged: Views }),
  { live: ofBrandAndCreators },
)
