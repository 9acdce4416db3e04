/**
 * The answers of creator and brand. If several arrive at once, or the worker expires the invitation meanwhile, the
 * document's version lets one of them take effect. Repeating an answer that took effect changes nothing.
 */
import type { InvitationPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type Invitation, reject, type Step, withdraw } from '../domain/invitation.ts'
import { accept } from '../domain/partnership.ts'
import { deletion } from '../store/erase-user.ts'
import { loadOwnInvitation, saveInvitation, saveStep } from '../store/invitations.ts'
import { freeCode, insertPartnership, loadOwnPartnership } from '../store/partnerships.ts'
import { settings } from '../store/settings.ts'
import { startIn } from './start-partnerships.ts'
import { viewInvitation } from './view-invitation.ts'
import { viewPartnership } from './view-partnership.ts'

/** A partnership whose beginning has passed starts in the same transaction. */
export const acceptInvitation = ({ invitationId }: InvitationPath, ctx: Context<'creator'>) =>
  ctx.transact(async (tx) => {
    const invitation = await loadOwnInvitation(tx, invitationId, ctx.actor)
    if (invitation.status === 'accepted') return viewPartnership(tx, await loadOwnPartnership(tx, invitationId, ctx.actor), ctx)
    await deletion.refuseIfClosing(tx, ctx.actor.id)
    const at = ctx.now()
    const { value: windowDays } = await settings.at(tx, 'video_window_days', at)
    const accepted = accept(invitation, { code: await freeCode(tx), windowDays, at })
    await saveInvitation(tx, accepted.invitation)
    const partnership = await insertPartnership(tx, accepted.partnership)
    tx.emit(accepted.event)
    return viewPartnership(tx, (await startIn(tx, partnership, at)) ?? partnership, ctx)
  })

export const rejectInvitation = (path: InvitationPath, ctx: Context<'creator'>) => answer(path, ctx, 'rejected', reject)

export const withdrawInvitation = (path: InvitationPath, ctx: Context<'any-brand'>) => answer(path, ctx, 'withdrawn', withdraw)

const answer = (
  { invitationId }: InvitationPath,
  ctx: Context<'creator'> | Context<'any-brand'>,
  status: Invitation['status'],
  decide: (invitation: Invitation, at: Date) => Step,
) =>
  ctx.transact(async (tx) => {
    const invitation = await loadOwnInvitation(tx, invitationId, ctx.actor)
    const isRepeated = invitation.status === status && invitation.campaignId === undefined
    return viewInvitation(tx, isRepeated ? invitation : await saveStep(tx, decide(invitation, ctx.now())), ctx.now())
  })
