import { z } from 'zod'
import { defineEvent } from './event.ts'
import { BusinessDay, Cents, Id, Instant, Network, PageQuery, PlainText, Version, Views, ViewsGoal, WebLink } from './words.ts'

/**
 * `funding`: the credits are being held. `pending`: the creator has 24 hours to respond. `failed`: the brand had too
 * few credits (see `missingViews`).
 */
export const InvitationStatus = z.enum(['funding', 'pending', 'accepted', 'rejected', 'expired', 'failed'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

export const InvitationDraft = z.strictObject({
  accountId: Id,
  weeklyViewsGoal: ViewsGoal,
  link: WebLink,
  caption: PlainText(500, { lines: true }),
  /** The first day cannot be earlier than today in Europe/Paris. */
  beginning: BusinessDay,
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

export const Invitation = z.object({
  id: Id,
  brandId: Id,
  /** Missing until the brand's name has arrived from the identity service. */
  brandName: z.string().optional(),
  /** The brand's registration date, present only if an older brand has a similar name. */
  brandSince: Instant.optional(),
  brandLogoId: Id.optional(),
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: z.string(),
  weeklyViewsGoal: Views,
  /** The creator's earnings if the goal is reached. */
  amountCents: Cents,
  link: z.string(),
  caption: z.string(),
  beginning: BusinessDay,
  status: InvitationStatus,
  /** Shown to the brand if funding failed; never shown to the creator. */
  missingViews: Views.optional(),
  createdAt: Instant,
  invitedAt: Instant.optional(),
  expiresAt: Instant.optional(),
})
export type Invitation = z.infer<typeof Invitation>

export const InvitationsQuery = PageQuery
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

const toBoth = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'invitations' as const },
  { to: `user:${creatorId}` as const, topic: 'invitations' as const },
]

const Parties = z.object({ invitationId: Id, brandId: Id, creatorId: Id, version: Version })

/** Asks the payouts service to hold credits for an invitation. */
export const InvitationRequested = defineEvent(
  'invitation.requested',
  1,
  Parties.extend({ accountId: Id, network: Network, username: z.string().optional(), viewsGoal: Views }),
  {
    live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
  },
)

/** The invitation is funded, and the creator can respond until `expiresAt`. */
export const InvitationSent = defineEvent('invitation.sent', 1, Parties.extend({ invitedAt: Instant, expiresAt: Instant }), {
  live: toBoth,
})

/** The brand was `missingViews` credits short. The creator never sees the invitation. */
export const InvitationFailed = defineEvent('invitation.failed', 1, Parties.extend({ missingViews: Views }), {
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
})

/** The creator did not respond in time, and the credits return to the brand. */
export const InvitationExpired = defineEvent('invitation.expired', 1, Parties, { live: toBoth })
