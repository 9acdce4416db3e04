import { type InvitationDraft, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { MOST_INVITATIONS_A_DAY, requestInvitation } from '../domain/invitation.ts'
import { loadAccount } from '../store/accounts.ts'
import { brandsShown } from '../store/brands.ts'
import { countInvitations, insertInvitation } from '../store/invitations.ts'

/** A brand invites a creator's account. Payouts holds the credits; until it answers, the invitation is `funding` and the creator does not see it. */
export async function inviteAccount(draft: InvitationDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    const today = instantOf(businessDayOf(ctx.now()), '00:00')
    if ((await countInvitations(tx, ctx.actor.id, today, MOST_INVITATIONS_A_DAY)) >= MOST_INVITATIONS_A_DAY)
      refuse('invitation_limit_reached', { limit: MOST_INVITATIONS_A_DAY })
    const account = await loadAccount(tx, draft.accountId)
    const { invitation, event } = requestInvitation(draft, account, { id: ctx.newId(), brandId: ctx.actor.id, at: ctx.now() })
    await insertInvitation(tx, invitation)
    tx.emit(event)
    return { ...invitation, ...(await brandsShown(tx, [invitation.brandId])).get(invitation.brandId) }
  })
}
