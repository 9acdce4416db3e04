/** Each step returns the new invitation and an event, or undefined if the step does not apply. */
import {
  type EventDraft,
  type InvitationDraft,
  InvitationExpired,
  InvitationFailed,
  InvitationRequested,
  InvitationSent,
  type InvitationStatus,
  type Network,
  refuse,
} from '@reelfair/contracts'
import { businessDayOf, earnedCents } from '@reelfair/rules'

/** Hours within which the creator must answer. @source decisions §4 */
const INVITATION_HOURS = 24

/** A soft limit per brand per business day: n concurrent requests may exceed it by up to n. */
export const MAX_INVITATIONS_PER_DAY = 200

export const ENDED_KEPT_DAYS = 90

export interface InvitedAccount {
  readonly id: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
}

export interface Invitation extends InvitationDraft {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly amountCents: number
  /** The rate card in force when the invitation was sent. Later rate cards do not change the amount. */
  readonly rateCard: { readonly validFrom: string; readonly centsPer1000: number }
  readonly status: InvitationStatus
  readonly missingViews?: number | undefined
  readonly createdAt: Date
  readonly invitedAt?: Date | undefined
  readonly expiresAt?: Date | undefined
  readonly endedAt?: Date | undefined
}

export interface Step {
  readonly invitation: Invitation
  readonly event: EventDraft
}

const asStored = (invitation: Invitation) => ({ ...invitation, invitationId: invitation.id, version: invitation.version + 1 })

/**
 * Creates an invitation that waits for its credits. The creator cannot see it yet.
 * @throws Refusal beginning_past
 */
export function requestInvitation(
  draft: InvitationDraft,
  account: InvitedAccount,
  made: { id: string; brandId: string; rateCard: Invitation['rateCard']; at: Date },
): Step {
  const { id, brandId, rateCard, at } = made
  if (draft.beginning < businessDayOf(at)) refuse('beginning_past')
  const { creatorId, network, username } = account
  const amountCents = earnedCents(draft.weeklyViewsGoal, rateCard.centsPer1000)
  const invitation: Invitation = {
    ...draft,
    id,
    version: 1,
    brandId,
    creatorId,
    network,
    username,
    amountCents,
    rateCard,
    status: 'funding',
    createdAt: at,
  }
  return { invitation, event: InvitationRequested.of(invitation, { invitationId: id, viewsGoal: draft.weeklyViewsGoal }) }
}

/** The creator has 24 hours to answer from the moment the invitation is sent. */
export function send(invitation: Invitation, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const expiresAt = new Date(at.getTime() + INVITATION_HOURS * 3_600_000)
  const sent: Invitation = { ...invitation, status: 'pending', invitedAt: at, expiresAt }
  return { invitation: sent, event: InvitationSent.of(asStored(sent)) }
}

export function failFunding(invitation: Invitation, missingViews: number, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const failed: Invitation = { ...invitation, status: 'failed', missingViews, endedAt: at }
  return { invitation: failed, event: InvitationFailed.of(asStored(failed)) }
}

const isOverdue = (invitation: Invitation, at: Date) =>
  invitation.status === 'pending' && invitation.expiresAt !== undefined && invitation.expiresAt <= at

export function expire(invitation: Invitation, at: Date): Step | undefined {
  if (!isOverdue(invitation, at)) return undefined
  const expired: Invitation = { ...invitation, status: 'expired', endedAt: at }
  return { invitation: expired, event: InvitationExpired.of(asStored(expired)) }
}

/** An invitation appears as `expired` after exactly 24 hours, even before the nightly job releases the credits. */
export const statusAt = (invitation: Invitation, at: Date): InvitationStatus => (isOverdue(invitation, at) ? 'expired' : invitation.status)
