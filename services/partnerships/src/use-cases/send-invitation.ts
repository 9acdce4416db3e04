import type { CreditsHeld, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { send } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'

/** Ignores credits held for campaigns. */
export async function sendInvitation({ kind, id }: DataOf<typeof CreditsHeld>, ctx: Context) {
  if (kind === 'invitation') await ctx.transact((tx) => takeStep(tx, id, (invitation) => send(invitation, ctx.now())))
}
