import type { CreditsHeld, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { send } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'
import { completeTestIn } from './create-test-partnership.ts'

/** Ignores credits held for campaigns. */
export async function sendInvitation({ kind, id }: DataOf<typeof CreditsHeld>, ctx: Context) {
  if (kind !== 'invitation') return
  await ctx.transact(async (tx) => {
    const sent = await takeStep(tx, id, (invitation) => send(invitation, ctx.now()))
    if (sent?.isTest) await completeTestIn(tx, sent, ctx.now())
  })
}
