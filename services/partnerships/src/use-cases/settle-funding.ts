import type { CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { failFunding, type Invitation, send } from '../domain/invitation.ts'
import { loadInvitation, saveInvitation } from '../store/invitations.ts'

/** Payouts holds the credits: the creator is asked. Credits of campaigns are heard too, and are not ours. */
export async function sendInvitation({ kind, id }: z.infer<typeof CreditsHeld.schema>, ctx: Context) {
  if (kind === 'invitation') await step(id, ctx, (invitation) => send(invitation, ctx.now()))
}

/** The credits did not suffice: the invitation has failed, and says how many were missing. */
export async function failInvitation({ kind, id, missing }: z.infer<typeof CreditsRefused.schema>, ctx: Context) {
  if (kind === 'invitation') await step(id, ctx, (invitation) => failFunding(invitation, missing))
}

const step = (id: string, ctx: Context, decide: (invitation: Invitation) => ReturnType<typeof send>) =>
  ctx.transact(async (tx) => {
    const decided = decide(await loadInvitation(tx, id))
    if (!decided) return
    await saveInvitation(tx, decided.invitation)
    tx.emit(decided.event)
  })
