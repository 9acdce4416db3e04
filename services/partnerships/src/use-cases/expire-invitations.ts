import type { Context } from '@reelfair/service-kit'
import { expire } from '../domain/invitation.ts'
import { overdueInvitations, saveInvitation } from '../store/invitations.ts'

/** One transaction stays small, however many there are. */
const BATCH = 100

/** Each night: invitations that nobody answered in time are closed, and their credits go back. An answer given at the same time wins or loses by the version. */
export async function expireInvitations(_: { readonly day: string }, ctx: Context) {
  const closeSome = () =>
    overdueInvitations.workInTransaction(ctx, BATCH, async (tx, overdue) => {
      for (const invitation of overdue) {
        const step = expire(invitation, ctx.now())
        if (!step) continue
        await saveInvitation(tx, step.invitation)
        tx.emit(step.event)
      }
    })
  while (await closeSome());
}
