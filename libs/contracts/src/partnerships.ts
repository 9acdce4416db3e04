/** Partnerships: a brand invites one creator's account. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { BusinessDay, Cents, Id, Instant, Network, PageQuery, PlainText, Version, Views, ViewsGoal, WebLink } from './words.ts'

/**
 * `funding`: credits are being held. `pending`: the creator may answer, for 24 hours. `accepted`, `rejected`, `expired`. `failed`: the credits did not
 * suffice (`missingViews`).
 */
export const InvitationStatus = z.enum(['funding', 'pending', 'accepted', 'rejected', 'expired', 'failed'])
export type InvitationStatus = z.infer<typeof InvitationStatus>

/**
 * What a brand offers a creator's account. `weeklyViewsGoal` is in views.
 * @example InvitationDraft.parse({ accountId, weeklyViewsGoal: 10_000, link: 'https://a.example', caption: 'Try our boots', beginning: '2027-01-04' })
 */
export const InvitationDraft = z.strictObject({
  accountId: Id,
  weeklyViewsGoal: ViewsGoal,
  link: WebLink,
  caption: PlainText(500, { lines: true }),
  /** The first day of the partnership; today in Europe/Paris at the earliest. */
  beginning: BusinessDay,
})
export type InvitationDraft = z.infer<typeof InvitationDraft>

/**
 * An invitation as its brand and its creator see it. `amountCents` is in euro cents, instants are ISO 8601 in UTC.
 * @example get('/invitations', { role: ['creator', 'any-brand'], input: InvitationsQuery, output: Page(Invitation), run: listInvitations })
 */
export const Invitation = z.object({
  id: Id,
  brandId: Id,
  /** Absent for the moment in which the brand's name has not arrived yet. */
  brandName: z.string().optional(),
  /** When the brand registered, if an older brand's name looks alike. */
  brandSince: Instant.optional(),
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: z.string(),
  weeklyViewsGoal: Views,
  /** What the creator earns when the goal is reached. */
  amountCents: Cents,
  link: z.string(),
  caption: z.string(),
  beginning: BusinessDay,
  status: InvitationStatus,
  /** Only when the funding failed, and only for the brand. */
  missingViews: Views.optional(),
  createdAt: Instant,
  /** From the moment it is funded. */
  invitedAt: Instant.optional(),
  expiresAt: Instant.optional(),
})
export type Invitation = z.infer<typeof Invitation>

/** Which page of the reader's invitations. @example InvitationsQuery.parse({ limit: '5' }) // { limit: 5 } */
export const InvitationsQuery = PageQuery
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

const both = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'invitations' as const },
  { to: `user:${creatorId}` as const, topic: 'invitations' as const },
]

const Parties = z.object({ invitationId: Id, brandId: Id, creatorId: Id, version: Version })

/** A brand wants to invite a creator; its credits are to be held. */
export const InvitationRequested = defineEvent(
  'invitation.requested',
  1,
  Parties.extend({ accountId: Id, network: Network, username: z.string().optional(), viewsGoal: Views }),
  {
    live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
  },
)

/** Funded: the creator may answer until `expiresAt`. Transient until a service has to hear it. */
export const InvitationSent = defineEvent('invitation.sent', 1, Parties.extend({ invitedAt: Instant, expiresAt: Instant }), {
  transient: true,
  live: both,
})

/** Not funded: so many views were missing. The creator never saw it. Transient until a service has to hear it. */
export const InvitationFailed = defineEvent('invitation.failed', 1, Parties.extend({ missingViews: Views }), {
  transient: true,
  live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'invitations' }],
})

/** Nobody answered in time: the credits go back. */
export const InvitationExpired = defineEvent('invitation.expired', 1, Parties, { live: both })
