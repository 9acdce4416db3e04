import type { InvitationDraft } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { requestInvitation } from '../domain/invitation.ts'
import { loadAccount } from '../store/accounts.ts'
import { brandsShown } from '../store/brands.ts'
import { insertInvitation } from '../store/invitations.ts'

/** A brand invites a creator's account. Payouts holds the credits; until it answers, the invitation is `funding` and the creator does not see it. */
export async function inviteAccount(draft: InvitationDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    const account = await loadAccount(tx, draft.accountId)
    const { invitation, event } = requestInvitation(draft, account, { id: ctx.newId(), brandId: ctx.actor.id, at: ctx.now() })
    await insertInvitation(tx, invitation)
    tx.emit(event)
    return { ...invitation, ...(await brandsShown(tx, [invitation.brandId])).get(invitation.brandId) }
  })
}
