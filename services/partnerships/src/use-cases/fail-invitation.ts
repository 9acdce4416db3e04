import type { CreditsRefused, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { failFunding } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'

/** Ignores credits refused for campaigns. */
export async function failInvitation({ kind, id, missing }: DataOf<typeof CreditsRefused>, ctx: Context) {
  if (kind === 'invitation') await ctx.transact((tx) => takeStep(tx, id, (invitation) => failFunding(invitation, missing, ctx.now())))
}
