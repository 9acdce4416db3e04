import type { CreditsHeld } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { send } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'

/** Payouts holds the credits: the creator is asked. Credits of campaigns are heard too, and are not ours. */
export async function sendInvitation({ kind, id }: z.infer<typeof CreditsHeld.schema>, ctx: Context) {
  if (kind === 'invitation') await ctx.transact((tx) => takeStep(tx, id, (invitation) => send(invitation, ctx.now())))
}
