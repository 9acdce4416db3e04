/** Partnerships: a brand invites one creator's account. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { BusinessDay, Cents, Id, Instant, Network, PageQuery, PlainText, Version, Views, ViewsGoal, WebLink } from './words.ts'

/**
 * `funding`: the credits are being held. `pending`: the creator has 24 hours to answer. `failed`: the brand had too few
 * credits (see `missingViews`).
 */
export const InvitationStatus = z.enum(['funding', 'pending', 'accepted', 'rejected', 'expired', 'failed'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/**
 * A brand's offer to a creator's account. `weeklyViewsGoal` is in views.
 * @example InvitationDraft.parse({ accountId, weeklyViewsGoal: 10_000, link: 'https://a.example', caption: 'Try our boots', beginning: '2027-01-04' })
 */
export const InvitationDraft = z.strictObject({
  accountId: Id,
  weeklyViewsGoal: ViewsGoal,
  link: WebLink,
  caption: PlainText(500, { lines: true }),
  /** First day of the partnership, today in Europe/Paris at the earliest. */
  beginning: BusinessDay,
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

/**
 * An invitation as its brand and creator see it. Amounts are in euro cents, instants in ISO 8601 UTC.
 */
export const Invitation = z.object({
  id: Id,
  brandId: Id,
  /** Missing until the brand's name has arrived from the identity service. */
  brandName: z.string().optional(),
  /** The brand's registration date, if an older brand has a similar name. */
  brandSince: Instant.optional(),
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
  /** Present only if funding failed, and only for the brand. */
  missingViews: Views.optional(),
  createdAt: Instant,
  /** Set when the invitation is funded. */
  invitedAt: Instant.optional(),
  expiresAt: Instant.optional(),
})
export type Invitation = z.infer<typeof Invitation>

/** Selects a page of the reader's own invitations. @example InvitationsQuery.parse({ limit: '5' }) // { limit: 5 } */
export const InvitationsQuery = PageQuery
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

const toBoth = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'invitations' as const },
  { to: `user:${creatorId}` as const, topic: 'invitations' as const },
]

const Parties = z.object({ invitationId: Id, brandId: Id, creatorId: Id, version: Version })

/** A brand invites a creator, and the payouts service should hold credits for the invitation. */
export const InvitationRequested = defineEvent(
  'invitation.requested',
  1,
  Parties.extend({ accountId: Id, network: Network, username: z.string().optional(), viewsGoal: Views }),
  {
    live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
  },
)

/**
 * The invitation is funded and the creator can answer until `expiresAt`. Transient until a service subscribes to it.
 */
export const InvitationSent = defineEvent('invitation.sent', 1, Parties.extend({ invitedAt: Instant, expiresAt: Instant }), {
  transient: true,
  live: toBoth,
})

/**
 * Funding failed: the brand was `missingViews` credits short. The creator never sees the invitation. Transient until a
 * service subscribes to it.
 */
export const InvitationFailed = defineEvent('invitation.failed', 1, Parties.extend({ missingViews: Views }), {
  transient: true,
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
})

/** The creator did not answer in time, and the credits return to the brand. */
export const InvitationExpired = defineEvent('invitation.expired', 1, Parties, { live: toBoth })
