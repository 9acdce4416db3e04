import type { Context } from '@reelfair/service-kit'
import { expire } from '../domain/invitation.ts'
import { findOver, saveInvitation } from '../store/invitations.ts'

/** One transaction stays small, however many there are. */
const BATCH = 100

/** Each night: invitations that nobody answered in time are closed, and their credits go back. An answer given at the same time wins or loses by the version. */
export async function expireInvitations(_: { readonly day: string }, ctx: Context) {
  const closeSome = () =>
    ctx.transact(async (tx) => {
      const over = await findOver(tx, ctx.now(), BATCH)
      for (const invitation of over) {
        const step = expire(invitation, ctx.now())
        if (!step) continue
        await saveInvitation(tx, step.invitation)
        tx.emit(step.event)
      }
      return over.length
    })
  while ((await closeSome()) === BATCH);
}
