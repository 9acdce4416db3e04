/**
 * `funding → pending → accepted | rejected | expired | withdrawn`, or `failed`. Each step returns the new invitation
 * and its events, or undefined if the step does not apply. `isOpen` stays set until the invitation ends or its
 * partnership does.
 */
import {
  type EventDraft,
  InvitationClosed,
  type InvitationDraft,
  InvitationExpiring,
  InvitationFailed,
  type InvitationOrigin,
  InvitationRequested,
  InvitationSent,
  type InvitationStatus,
  isViewsGoal,
  type Logo,
  MAX_DAYS_TO_BEGINNING,
  type Network,
  refuse,
} from '@reelfair/contracts'
import { beginningFaultOf, businessDayOf, currentTerms, earnedCents } from '@reelfair/rules'

const HOUR = 3_600_000

/** Hours within which the creator must answer. @source decisions §4 */
const INVITATION_HOURS = 24

/** Hours before the end at which the creator is reminded. */
const REMINDER_HOURS = 4

/** A soft limit per brand per business day: n concurrent requests may exceed it by up to n. */
export const MAX_INVITATIONS_PER_DAY = 200

/** Each protects its logo for two days, and brands without credits must not fill the disk. Also a soft limit. */
export const MAX_UNFUNDED_PER_DAY = 20

export const ENDED_KEPT_DAYS = 90

/** @source decisions §4: 7 days, 30 from the public creator page */
const DURATION_DAYS: Readonly<Record<InvitationOrigin, number>> = { search: 7, collab: 30 }

export interface InvitedAccount {
  readonly id: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly isPublic: boolean
  readonly ageRestricted?: boolean | undefined
  /** Whether the account has a public page. */
  readonly isCollabOpen?: boolean | undefined
}

export interface Invitation extends Omit<InvitationDraft, 'mediaId'> {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly logo: Logo
  readonly amountCents: number
  /** The rate card in force when the invitation was sent. Later rate cards do not change the amount. */
  readonly rateCard: { readonly validFrom: string; readonly centsPer1000: number }
  readonly durationDays: number
  /** The Terms that the brand accepted with its request. */
  readonly termsVersion: string
  readonly status: InvitationStatus
  /** A brand has at most one open invitation per account. Absent when the invitation or its partnership has ended. */
  readonly isOpen?: true | undefined
  readonly missingViews?: number | undefined
  readonly createdAt: Date
  readonly invitedAt?: Date | undefined
  readonly expiresAt?: Date | undefined
  /** When the reminder or the expiry is due. */
  readonly dueAt?: Date | undefined
  readonly respondedAt?: Date | undefined
  readonly endedAt?: Date | undefined
  readonly campaignId?: string | undefined
  /** Created by an admin in the sandbox: accepted and settled as soon as the credits are held. */
  readonly isTest?: true | undefined
}

/** One side of invitations and partnerships. */
export type Party = Pick<Invitation, 'brandId'> | Pick<Invitation, 'creatorId'>

export interface Step {
  readonly invitation: Invitation
  readonly event: EventDraft
}

const factsOf = (invitation: Invitation) => ({
  ...invitation,
  invitationId: invitation.id,
  viewsGoal: invitation.weeklyViewsGoal,
  version: invitation.version + 1,
})

/**
 * Creates an invitation that waits for its credits. The creator cannot see it yet.
 * @throws Refusal beginning_past, beginning_too_far, views_goal_invalid, goal_too_small, account_not_invitable;
 * not_found for a booking on a public page that is switched off
 */
export function requestInvitation(
  { mediaId, ...draft }: InvitationDraft,
  account: InvitedAccount,
  made: { id: string; brandId: string; logo: Logo; rateCard: Invitation['rateCard']; at: Date },
): Step {
  const { at, ...facts } = made
  if (draft.origin === 'collab' && !account.isCollabOpen) refuse('not_found')
  const fault = beginningFaultOf(draft.beginning, businessDayOf(at))
  if (fault) refuse(fault, { days: MAX_DAYS_TO_BEGINNING })
  if (draft.origin === 'search' && !isViewsGoal(draft.weeklyViewsGoal)) refuse('views_goal_invalid')
  const amountCents = earnedCents(draft.weeklyViewsGoal, made.rateCard.centsPer1000)
  if (amountCents < 1) refuse('goal_too_small')
  if (!account.isPublic || account.ageRestricted) refuse('account_not_invitable')
  const { creatorId, network, username } = account
  const invitation: Invitation = {
    ...draft,
    ...facts,
    version: 1,
    creatorId,
    network,
    username,
    amountCents,
    durationDays: DURATION_DAYS[draft.origin],
    termsVersion: currentTerms(businessDayOf(at)).version,
    status: 'funding',
    isOpen: true,
    createdAt: at,
  }
  return { invitation, event: InvitationRequested.of(factsOf(invitation), { version: 1, mediaId }) }
}

/** The creator has 24 hours to answer from the moment the invitation is sent. */
export function send(invitation: Invitation, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const expiresAt = new Date(at.getTime() + INVITATION_HOURS * HOUR)
  const dueAt = new Date(expiresAt.getTime() - REMINDER_HOURS * HOUR)
  const sent: Invitation = { ...invitation, status: 'pending', invitedAt: at, expiresAt, dueAt }
  return { invitation: sent, event: InvitationSent.of(factsOf(sent), { mediaId: invitation.logo.mediaId }) }
}

export function failFunding(invitation: Invitation, missingViews: number, at: Date): Step | undefined {
  if (invitation.status !== 'funding') return undefined
  const failed: Invitation = { ...invitation, status: 'failed', missingViews, isOpen: undefined, endedAt: at }
  return { invitation: failed, event: InvitationFailed.of(factsOf(failed)) }
}

const isOverdue = ({ status, expiresAt }: Invitation, at: Date) => status === 'pending' && expiresAt !== undefined && expiresAt <= at

/** Whether the creator can still answer. */
export const isPending = (invitation: Invitation, at: Date): boolean => invitation.status === 'pending' && !isOverdue(invitation, at)

/** Reminds the creator, or expires the invitation, whichever is due. */
export function takeDueStep(invitation: Invitation, at: Date): Step | undefined {
  const { status, dueAt, expiresAt } = invitation
  if (isOverdue(invitation, at)) return close(invitation, { status: 'expired', at })
  if (status !== 'pending' || !dueAt || dueAt > at) return undefined
  const reminded: Invitation = { ...invitation, dueAt: expiresAt }
  return { invitation: reminded, event: InvitationExpiring.of(factsOf(reminded)) }
}

/** An invitation that waits for its credits cannot be answered, but it can be withdrawn or superseded. */
export function close(
  invitation: Invitation,
  { status, at, campaignId }: { status: 'rejected' | 'expired' | 'withdrawn'; at: Date; campaignId?: string },
): Step | undefined {
  if (invitation.status !== 'pending' && invitation.status !== 'funding') return undefined
  const closed: Invitation = {
    ...invitation,
    status,
    isOpen: undefined,
    dueAt: undefined,
    endedAt: at,
    ...(status === 'rejected' && { respondedAt: at }),
    ...(campaignId !== undefined && { campaignId }),
  }
  const event = InvitationClosed.of(factsOf(closed), { wasSent: invitation.status === 'pending' })
  return { invitation: closed, event }
}

/**
 * A sign-up to a campaign rejects the invitations that came before it. An overdue one already appears as expired.
 * @source decisions §4
 */
export function supersede(
  invitation: Invitation,
  { campaignId, startsAt }: { readonly campaignId: string; readonly startsAt: Date },
  at: Date,
): Step | undefined {
  if (invitation.createdAt > startsAt || isOverdue(invitation, at)) return undefined
  return close(invitation, { status: 'rejected', campaignId, at })
}

/** @throws Refusal invitation_over */
export function reject(invitation: Invitation, at: Date): Step {
  return (isPending(invitation, at) ? close(invitation, { status: 'rejected', at }) : undefined) ?? refuse('invitation_over')
}

/** @throws Refusal invitation_over */
export function withdraw(invitation: Invitation, at: Date): Step {
  return (isOverdue(invitation, at) ? undefined : close(invitation, { status: 'withdrawn', at })) ?? refuse('invitation_over')
}

/** An invitation appears as `expired` after exactly 24 hours, even if the worker has not released its credits yet. */
export const statusAt = (invitation: Invitation, at: Date): InvitationStatus => (isOverdue(invitation, at) ? 'expired' : invitation.status)
