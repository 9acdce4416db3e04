import { z } from 'zod'
import { PostCode } from './campaign-values.ts'
import { Logo } from './campaigns.ts'
import { defineEvent } from './event.ts'
import { BusinessDay, Cents, Id, Instant, Network, Version, Views } from './words.ts'

/** Notifies the brand, and all creators, because their campaign lists may change. */
const ofBrandAndCreators = ({ brandId }: { brandId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: 'role:creator' as const, topic: 'campaigns' as const },
]

/** Asks the payouts service to hold credits for a new campaign. */
export const CampaignRequested = defineEvent(
  'campaign.requested',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), network: Network, viewsGoal: Views, version: Version }),
  { live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

export const CampaignActivated = defineEvent(
  'campaign.activated',
  1,
  z.object({ campaignId: Id, brandId: Id, startsAt: Instant, endsAt: Instant, version: Version }),
  { live: ofBrandAndCreators },
)

/** The brand was `missingViews` credits short for the campaign. */
export const CampaignFailed = defineEvent(
  'campaign.failed',
  1,
  z.object({ campaignId: Id, brandId: Id, missingViews: Views.optional(), version: Version }),
  { live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** Consumers keep the name with the highest version. */
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

const SignupFacts = z.object({ signupId: Id, campaignId: Id, brandId: Id, creatorId: Id, version: Version })

const bothSides = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: `user:${creatorId}` as const, topic: 'campaigns' as const },
]

/**
 * Until `endsAt`, we measure the account's videos that contain `code`, each for at most `windowDays` after it is
 * first seen.
 */
export const SignupCreated = defineEvent(
  'signup.created',
  1,
  SignupFacts.extend({
    accountId: Id,
    /** The network's stable id; usernames can change. */
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

/** A reading or decision changed the totals; the next settlement allocates the views. Notifies screens only. */
export const SignupCounted = defineEvent('signup.counted', 1, SignupFacts, { transient: true, live: bothSides })

/**
 * A sign-up's cumulative allocation after the settlement of `day`. Consumers post the difference from the amounts that
 * they have already posted. Only `signup.settled` may reduce the amounts. May arrive after `campaign.ended`, because
 * the last readings follow the campaign's end.
 */
export const SignupCredited = defineEvent(
  'signup.credited',
  1,
  SignupFacts.extend({ day: BusinessDay, charged: Views, reserved: Views, cents: Cents }),
  { live: bothSides },
)

/** Final settlement: earned cents are now payable. Only this event may reduce the charged views and earned cents. */
export const SignupSettled = defineEvent('signup.settled', 1, SignupFacts.extend({ charged: Views, cents: Cents }), {
  live: bothSides,
})

/** `deleteRequestedAt`, `deletedAt`: the brand deleted the campaign. */
const CampaignFacts = z.object({
  campaignId: Id,
  brandId: Id,
  deleteRequestedAt: Instant.optional(),
  deletedAt: Instant.optional(),
  version: Version,
})

/**
 * `charged` credits are spent, `reserved` ones await reviews, and `kept` ones pay for views that networks report until
 * the final reading. The rest returns to the brand. Creators' earnings are held until `payableAt`.
 */
export const CampaignEnded = defineEvent(
  'campaign.ended',
  1,
  CampaignFacts.extend({
    status: z.enum(['completed', 'failed']),
    /** Missing in older events. */
    viewsGoal: Views.optional(),
    charged: Views,
    reserved: Views,
    kept: Views,
    endedAt: Instant,
    payableAt: Instant,
  }),
  { live: ofBrandAndCreators },
)

/** The final checks are done: `charged` credits are spent for good, and the rest returns to the brand. */
export const CampaignSettled = defineEvent(
  'campaign.settled',
  1,
  CampaignFacts.extend({ status: z.enum(['completed', 'failed']), charged: Views }),
  { live: ofBrandAndCreators },
)

/** A brand uploaded a logo, which invitations may now use. */
export const LogoStored = defineEvent('logo.stored', 1, Logo.extend({ brandId: Id, version: Version }))

/** An unused logo was removed. */
export const LogoRemoved = defineEvent('logo.removed', 1, z.object({ mediaId: Id, brandId: Id, version: Version }))
