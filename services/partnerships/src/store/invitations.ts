/** Guard: a brand has at most one open invitation per account; it stays open until its partnership has ended. */
import {
  BusinessDay,
  CampaignRateCard,
  Cents,
  Id,
  InvitationOrigin,
  InvitationStatus,
  Logo,
  Network,
  type PageQuery,
  Views,
} from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { ENDED_KEPT_DAYS, type Invitation, type Party, type Step } from '../domain/invitation.ts'

export const invitations = defineCollection('invitations', {
  brandId: Id,
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: String,
  weeklyViewsGoal: Views,
  amountCents: Cents,
  rateCard: CampaignRateCard,
  durationDays: z.int().min(1),
  termsVersion: String,
  logo: Logo,
  link: String,
  caption: String,
  beginning: BusinessDay,
  origin: InvitationOrigin,
  status: InvitationStatus,
  isOpen: z.literal(true).optional(),
  /** Set while the status is `funding` or `pending`, so that a query can sort them together. */
  isUnanswered: z.literal(true).optional(),
  missingViews: Views.optional(),
  createdAt: Date,
  invitedAt: z.date().optional(),
  expiresAt: z.date().optional(),
  dueAt: z.date().optional(),
  respondedAt: z.date().optional(),
  endedAt: z.date().optional(),
  campaignId: Id.optional(),
  isTest: z.literal(true).optional(),
  ...queueFields,
})
  .unique('invitation_open', { brandId: 1, accountId: 1 }, { where: { isOpen: true } })
  .index({ brandId: 1, createdAt: -1, id: -1 })
  .index({ brandId: 1, status: 1, createdAt: -1 })
  .index({ creatorId: 1, createdAt: -1, id: -1 })
  .index({ creatorId: 1, isUnanswered: 1 })
  .index({ creatorId: 1, brandId: 1, network: 1 }, { where: { isUnanswered: true } })
  .index({ creatorId: 1, status: 1, createdAt: -1, id: -1 })
  .index({ brandId: 1, isUnanswered: 1, createdAt: -1, id: -1 })
  .index({ dueAt: 1, id: 1 })
  .index({ endedAt: 1 }, { expireAfterSeconds: ENDED_KEPT_DAYS * 86_400 })

const toStore = <I extends Invitation>(invitation: I) => ({
  ...invitation,
  isUnanswered: invitation.status === 'funding' || invitation.status === 'pending' ? (true as const) : undefined,
})

export const insertInvitation = (tx: Tx, invitation: Invitation) => invitations.insert(tx, toStore(invitation))

/** Stops counting at `atMost`, because only the limit matters. */
export const countInvitations = (scope: Scope, brandId: string, since: Date, atMost: number) =>
  invitations.count(scope, { brandId, createdAt: { $gte: since } }, atMost)

/** The brand's invitations that failed because it had too few credits. Stops counting at `atMost`. */
export const countUnfunded = (scope: Scope, brandId: string, since: Date, atMost: number) =>
  invitations.count(scope, { brandId, status: 'failed', createdAt: { $gte: since } }, atMost)

const COUNTED = 1_000

export const findOpen = (scope: Scope, of: Party) => invitations.find(scope, { ...of, isUnanswered: true }, { limit: COUNTED })

/** The brand's open invitations to the creator's accounts on a network. */
export const findUnanswered = (scope: Scope, { creatorId, brandId, network }: Pick<Invitation, 'creatorId' | 'brandId' | 'network'>) =>
  invitations.find(scope, { creatorId, brandId, network, isUnanswered: true }, { limit: COUNTED })

export const saveInvitation = (tx: Tx, invitation: Invitation) => invitations.save(tx, toStore(invitation))

/** Treats another user's invitation as not found; creators never see one that waits for its credits. */
export async function loadOwnInvitation(scope: Scope, id: string, actor: { readonly id: string; readonly role: string }) {
  const invitation = found(await invitations.byId(scope, id))
  const isOwn = actor.role === 'brand' ? invitation.brandId === actor.id : invitation.creatorId === actor.id && invitation.invitedAt
  return found(isOwn ? invitation : undefined)
}

export async function saveStep(tx: Tx, { invitation, event }: Step) {
  const saved = await saveInvitation(tx, invitation)
  tx.emit(event)
  return saved
}

/**
 * Applies a step, if possible: stores the new invitation and emits the event.
 * @returns undefined if the step does not apply
 * @throws Error if the invitation does not exist, although an event refers to it
 */
export async function takeStep(tx: Tx, id: string, decide: (invitation: Invitation) => Step | undefined) {
  const invitation = await invitations.byId(tx, id)
  if (!invitation) throw new Error(`invitation ${id} not found`)
  const step = decide(invitation)
  return step && saveStep(tx, step)
}

/** Allows the brand to invite the account again. */
export async function closeInvitation(tx: Tx, id: string, endedAt: Date): Promise<void> {
  const invitation = await invitations.byId(tx, id)
  if (invitation) await saveInvitation(tx, { ...invitation, isOpen: undefined, endedAt })
}

export const pageOfBrand = (scope: Scope, brandId: string, page: PageQuery) =>
  invitations.page(scope, { brandId }, { sort: { createdAt: -1 }, ...page })

export const openOfBrand = (scope: Scope, brandId: string, page: PageQuery) =>
  invitations.page(scope, { brandId, isUnanswered: true }, { sort: { createdAt: -1 }, ...page })

/** Omits invitations that were never sent, because the creator must not learn of them. */
export const pageOfCreator = (scope: Scope, creatorId: string, page: PageQuery) =>
  invitations.page(scope, { creatorId, invitedAt: { $gt: new Date(0) } }, { sort: { createdAt: -1 }, ...page })

export const openOfCreator = (scope: Scope, creatorId: string, at: Date, page: PageQuery) =>
  invitations.page(scope, { creatorId, status: 'pending', expiresAt: { $gt: at } }, { sort: { createdAt: -1 }, ...page })

/** Pending invitations whose reminder or expiry is due. */
export const dueInvitations = defineQueue(invitations, { name: 'invitations', dueAt: 'dueAt', where: { status: 'pending' } })
