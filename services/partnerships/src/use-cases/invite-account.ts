import { type InvitationDraft, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { MAX_INVITATIONS_PER_DAY, MAX_UNFUNDED_PER_DAY, requestInvitation } from '../domain/invitation.ts'
import { loadAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'
import { countInvitations, countUnfunded, insertInvitation } from '../store/invitations.ts'
import { loadOwnLogo } from '../store/logos.ts'
import { rateCardAt, settings } from '../store/settings.ts'
import { viewInvitation } from './view-invitation.ts'

/**
 * Until payouts has held the credits, the invitation's status is `funding` and the creator does not see the invitation.
 * Guard of at most one open invitation per account: the unique index `invitation_open`.
 */
export async function inviteAccount(draft: InvitationDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    await deletion.refuseIfClosing(tx, ctx.actor.id)
    const at = ctx.now()
    if (draft.origin === 'collab' && (await settings.at(tx, 'collab_booking', at)).value === 'demo') refuse('collab_demo')
    const today = instantOf(businessDayOf(at), '00:00')
    if ((await countInvitations(tx, ctx.actor.id, today, MAX_INVITATIONS_PER_DAY)) >= MAX_INVITATIONS_PER_DAY)
      refuse('invitation_limit_reached', { limit: MAX_INVITATIONS_PER_DAY })
    if ((await countUnfunded(tx, ctx.actor.id, today, MAX_UNFUNDED_PER_DAY)) >= MAX_UNFUNDED_PER_DAY)
      refuse('unfunded_invitations_reached', { limit: MAX_UNFUNDED_PER_DAY })
    const logo = await loadOwnLogo(tx, draft.mediaId, ctx.actor.id)
    const account = await loadAccount(tx, draft.accountId)
    await deletion.refuseIfClosing(tx, account.creatorId, 'not_found')
    const rateCard = await rateCardAt(tx, at)
    const { invitation, event } = requestInvitation(draft, account, { id: ctx.newId(), brandId: ctx.actor.id, logo, rateCard, at })
    await insertInvitation(tx, invitation)
    tx.emit(event)
    return viewInvitation(tx, invitation, at)
  })
}
