import { z } from 'zod'
import { PostCode } from './campaign-values.ts'
import { defineEvent } from './event.ts'
import { PartnershipPayment, PartnershipStatus, Tier } from './partnerships.ts'
import { Cents, Id, Instant, Network, Version, Views } from './words.ts'

interface Parties {
  readonly brandId: string
  readonly creatorId: string
}

const toBrand = ({ brandId }: Pick<Parties, 'brandId'>) => [{ to: `user:${brandId}` as const, topic: 'invitations' as const }]

const toBoth = (topic: 'invitations' | 'partnerships') => (of: Parties) => [
  { to: `user:${of.brandId}` as const, topic },
  { to: `user:${of.creatorId}` as const, topic },
]

const toBothAndAdmins = (of: Parties) => [...toBoth('partnerships')(of), { to: 'role:admin' as const, topic: 'partnerships' as const }]

const InvitationFacts = z.object({ invitationId: Id, brandId: Id, creatorId: Id, version: Version })
const AccountFacts = { accountId: Id, network: Network, username: z.string() }

/** Asks payouts to hold credits for an invitation, and campaigns to keep its logo until then. */
export const InvitationRequested = defineEvent(
  'invitation.requested',
  1,
  InvitationFacts.extend({ ...AccountFacts, viewsGoal: Views, mediaId: Id }),
  { live: toBrand },
)

/** The invitation is funded, and the creator can respond until `expiresAt`. */
export const InvitationSent = defineEvent(
  'invitation.sent',
  1,
  InvitationFacts.extend({ ...AccountFacts, viewsGoal: Views, amountCents: Cents, mediaId: Id, invitedAt: Instant, expiresAt: Instant }),
  { live: toBoth('invitations') },
)

/** The brand was `missingViews` credits short. The creator never sees the invitation. */
export const InvitationFailed = defineEvent('invitation.failed', 1, InvitationFacts.extend({ missingViews: Views }), { live: toBrand })

/** The creator has four hours left to respond. */
export const InvitationExpiring = defineEvent('invitation.expiring', 1, InvitationFacts.extend({ ...AccountFacts, expiresAt: Instant }), {
  live: toBoth('invitations'),
})

/**
 * The invitation ended without a partnership, and its credits return to the brand. `wasSent`: the creator had seen it.
 * `campaignId`: the creator joined this campaign of the brand instead.
 */
export const InvitationClosed = defineEvent(
  'invitation.closed',
  1,
  InvitationFacts.extend({
    ...AccountFacts,
    viewsGoal: Views,
    status: z.enum(['rejected', 'expired', 'withdrawn']),
    wasSent: z.boolean(),
    campaignId: Id.optional(),
  }),
  { live: toBoth('invitations') },
)

/** `partnershipId` is the id of the accepted invitation. */
const PartnershipFacts = z.object({ partnershipId: Id, brandId: Id, creatorId: Id, version: Version })

export const PartnershipAccepted = defineEvent(
  'partnership.accepted',
  1,
  PartnershipFacts.extend({ ...AccountFacts, viewsGoal: Views, amountCents: Cents, mediaId: Id, startsAt: Instant, endsAt: Instant }),
  {
    live: (of) => [...toBoth('invitations')(of), ...toBothAndAdmins(of)],
  },
)

/**
 * From `startsAt` until `endsAt`, we measure the account's videos that contain `code`, each for at most `windowDays`
 * after it is first seen.
 */
export const PartnershipStarted = defineEvent(
  'partnership.started',
  1,
  PartnershipFacts.extend({
    ...AccountFacts,
    /** The network's stable id; usernames can change. */
    externalId: z.string(),
    code: PostCode,
    /** The link that must appear in the bio. */
    link: z.string(),
    viewsGoal: Views,
    startsAt: Instant,
    endsAt: Instant,
    windowDays: z.int().min(1).max(30),
  }),
  { live: toBothAndAdmins },
)

/** A reading, a decision or a transfer changed the totals or the payment. Notifies screens only. */
export const PartnershipCounted = defineEvent('partnership.counted', 1, PartnershipFacts, {
  transient: true,
  live: toBoth('partnerships'),
})

const Result = {
  ...AccountFacts,
  viewsGoal: Views,
  status: PartnershipStatus.exclude(['planned', 'active']),
  tier: Tier,
  cents: Cents.min(0),
}

/** `cents` are held until the final checks at `payableAt`, which may change the tier. No credits are used yet. */
export const PartnershipEnded = defineEvent(
  'partnership.ended',
  1,
  PartnershipFacts.extend({ ...Result, endedAt: Instant, payableAt: Instant }),
  { live: toBothAndAdmins },
)

/**
 * The final checks are done: `cents` become payable, and `consumed` of the held credits are spent; the rest returns to
 * the brand. `observed` and `qualified` are the final views.
 */
export const PartnershipSettled = defineEvent(
  'partnership.settled',
  1,
  PartnershipFacts.extend({
    ...Result,
    consumed: Views,
    returned: Views,
    observed: Views,
    qualified: Views,
    /** Publication of the earliest video; missing if there was none. */
    firstVideoAt: Instant.optional(),
    startsAt: Instant,
    settledAt: Instant,
  }),
  { live: toBothAndAdmins },
)

/**
 * Published by payouts: the pay has left for the payout account, at `paidAt`, or came back from it. Consumers keep the
 * highest version.
 */
export const PartnershipPaymentChanged = defineEvent(
  'partnership.payment-changed',
  1,
  z.object({ partnershipId: Id, creatorId: Id, version: Version, payment: PartnershipPayment, cents: Cents, paidAt: Instant.optional() }),
)
