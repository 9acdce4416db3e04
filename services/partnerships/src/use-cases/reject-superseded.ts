import type { DataOf, SignupCreated } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { supersede } from '../domain/invitation.ts'
import { findUnanswered, saveStep } from '../store/invitations.ts'

/** A creator who joins a campaign rejects the same brand's older open invitations on the campaign's network. */
export const rejectSuperseded = ({ campaignId, startsAt, ...of }: DataOf<typeof SignupCreated>, ctx: Context) =>
  ctx.transact(async (tx) => {
    for (const invitation of await findUnanswered(tx, of)) {
      const step = supersede(invitation, { campaignId, startsAt: new Date(startsAt) }, ctx.now())
      if (step) await saveStep(tx, step)
    }
  })
