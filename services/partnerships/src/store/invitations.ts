import { BusinessDay, Cents, Id, InvitationStatus, Network, Views } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { ENDED_KEPT_DAYS, type Invitation, type Step } from '../domain/invitation.ts'

export const invitations = defineCollection('invitations', {
  brandId: Id,
  creatorId: Id,
  accountId: Id,
  network: Network,
  username: String,
  weeklyViewsGoal: Views,
  amountCents: Cents,
  rateCard: z.object({ validFrom: BusinessDay, centsPer1000: z.int().min(0) }),
  link: String,
  caption: String,
  beginning: BusinessDay,
  status: InvitationStatus,
  missingViews: Views.optional(),
  createdAt: Date,
  invitedAt: z.date().optional(),
  expiresAt: z.date().optional(),
  endedAt: z.date().optional(),
  ...queueFields,
})
  .index({ brandId: 1, createdAt: -1, id: -1 })
  .index({ creatorId: 1, id: 1 })
  .index({ creatorId: 1, status: 1, createdAt: -1, id: -1 })
  .index({ status: 1, expiresAt: 1, id: 1 })
  .index({ endedAt: 1 }, { expireAfterSeconds: ENDED_KEPT_DAYS * 86_400 })

interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

export const insertInvitation = (tx: Tx, invitation: Invitation) => invitations.insert(tx, invitation)

/** Stops counting at `atMost`, because only the limit matters. */
export const countInvitations = (scope: Scope, brandId: string, since: Date, atMost: number) =>
  invitations.count(scope, { brandId, createdAt: { $gte: since } }, atMost)

const COUNTED = 1_000

export const findOpen = (scope: Scope, of: { readonly brandId: string } | { readonly creatorId: string }) =>
  invitations.find(scope, { ...of, status: { $in: ['funding', 'pending'] } }, { limit: COUNTED })

export const saveInvitation = (tx: Tx, invitation: Invitation) => invitations.save(tx, invitation)

/**
 * Applies a step, if possible: stores the new invitation and emits the event.
 * @throws Error if the invitation does not exist, although an event refers to it
 */
export async function takeStep(tx: Tx, id: string, decide: (invitation: Invitation) => Step | undefined) {
  const invitation = await invitations.byId(tx, id)
  if (!invitation) throw new Error(`invitation ${id} not found`)
  const step = decide(invitation)
  if (!step) return
  await saveInvitation(tx, step.invitation)
  tx.emit(step.event)
}

export const pageOfBrand = (scope: Scope, brandId: string, page: PageRequest) =>
  invitations.page(scope, { brandId }, { sort: { createdAt: -1 }, ...page })

export const pageOfCreator = (scope: Scope, creatorId: string, at: Date, page: PageRequest) =>
  invitations.page(scope, { creatorId, status: 'pending', expiresAt: { $gt: at } }, { sort: { createdAt: -1 }, ...page })

export const overdueInvitations = defineQueue(invitations, {
  name: 'overdue-invitations',
  dueAt: 'expiresAt',
  where: { status: 'pending' },
})
