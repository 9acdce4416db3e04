import type { CreditsRefused } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { failFunding } from '../domain/invitation.ts'
import { takeStep } from '../store/invitations.ts'

/** Ignores credits refused for campaigns. */
export async function failInvitation({ kind, id, missing }: z.infer<typeof CreditsRefused.schema>, ctx: Context) {
  if (kind === 'invitation') await ctx.transact((tx) => takeStep(tx, id, (invitation) => failFunding(invitation, missing, ctx.now())))
}
