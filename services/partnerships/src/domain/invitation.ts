/** An invitation's life. Pure: each step returns what the invitation becomes and what is said, or nothing when the step does not apply. */
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
import { businessDayOf } from '@reelfair/rules'

/** How long the creator may answer. @source decisions §4 */
export const INVITATION_HOURS = 24

/** Of one brand in one business day. Soft: concurrent requests may exceed it by as many as they are. */
export const MOST_INVITATIONS_A_DAY = 200

/** How long an invitation is kept after it failed or expired. */
export const ENDED_KEPT_DAYS = 90

/** What a partnership pays per 1,000 views. @source decisions §1 */
export const PAY_CENTS_PER_1000 = 20

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
  readonly status: InvitationStatus
  readonly missingViews?: number | undefined
  readonly createdAt: Date
  readonly invitedAt?: Date | undefined
  readonly expiresAt?: Date | undefined
  /** It failed or expired; some days later it is removed. */
  readonly endedAt?: Date | undefined
}

export interface Step {
  readonly invitation: Invitation
  readonly event: EventDraft
}

/** What the others hear of a step: the invitation as it will be stored, under the version that the store is about to give it. */
const asStored = (invitation: Invitation) => ({ ...invitation, invitationId: invitation.id, version: invitation.version + 1 })

/**
 * A new invitation waits for its credits; the creator does not see it yet.
 * @throws Refusal beginning_past
 */
export function requestInvitation(draft: InvitationDraft, account: InvitedAccount, made: { id: string; brandId: string; at: Date }): Step {
  const { id, brandId, at } = made
  if (draft.beginning < businessDayOf(at)) refuse('beginning_past')
  const { creatorId, network, username } = account
  const amountCents = Math.floor((draft.weeklyViewsGoal * PAY_CENTS_PER_1000) / 1000)
  const invitation: Invitation = {
    ...draft,
    id,
    version: 1,
    brandId,
    creatorId,
    network,
    username,
    amountCents,
    status: 'funding',
    createdAt: at,
  }
  return { invitation, event: InvitationRequested.of(invitation, { invitationId: id, viewsGoal: draft.weeklyViewsGoal }) }
}

/** Its credits are held: the creator may answer for 24 hours from now on. */
export function send(invitation: Invitation, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const expiresAt = new Date(at.getTime() + INVITATION_HOURS * 3_600_000)
  const sent: Invitation = { ...invitation, status: 'pending', invitedAt: at, expiresAt }
  return { invitation: sent, event: InvitationSent.of(asStored(sent)) }
}

/** The brand's credits did not suffice. */
export function failFunding(invitation: Invitation, missingViews: number, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const failed: Invitation = { ...invitation, status: 'failed', missingViews, endedAt: at }
  return { invitation: failed, event: InvitationFailed.of(asStored(failed)) }
}

const isOver = (invitation: Invitation, at: Date) =>
  invitation.status === 'pending' && invitation.expiresAt !== undefined && invitation.expiresAt <= at

/** Nobody answered within the 24 hours. */
export function expire(invitation: Invitation, at: Date): Step | undefined {
  if (!isOver(invitation, at)) return undefined
  const expired: Invitation = { ...invitation, status: 'expired', endedAt: at }
  return { invitation: expired, event: InvitationExpired.of(asStored(expired)) }
}

/** The state that people read: over at the minute, although the nightly job that gives the credits back has yet to come. */
export const statusAt = (invitation: Invitation, at: Date): InvitationStatus => (isOver(invitation, at) ? 'expired' : invitation.status)
