import type { CreditsHeld } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { send } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'

/** Ignores credits held for campaigns. */
export async function sendInvitation({ kind, id }: z.infer<typeof CreditsHeld.schema>, ctx: Context) {
  if (kind === 'invitation') await ctx.transact((tx) => takeStep(tx, id, (invitation) => send(invitation, ctx.now())))
}
