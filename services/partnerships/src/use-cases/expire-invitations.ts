import type { Context } from '@reelfair/service-kit'
import { expire } from '../domain/invitation.ts'
import { overdueInvitations, saveInvitation } from '../store/invitations.ts'

const BATCH = 100

/**
 * Expires unanswered invitations, which releases their credits. If the creator answers at the same time, the document's
 * version decides which change takes effect.
 */
export async function expireInvitations(_: { readonly day: string }, ctx: Context) {
  const expireBatch = () =>
    overdueInvitations.workInTransaction(ctx, BATCH, async (tx, overdue) => {
      for (const invitation of overdue) {
        const step = expire(invitation, ctx.now())
        if (!step) continue
        await saveInvitation(tx, step.invitation)
        tx.emit(step.event)
      }
    })
  while (await expireBatch());
}
