import type { DataOf, SignupCreated } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { close } from '../domain/invitation.ts'
import { findOpen, saveStep } from '../store/invitations.ts'

/**
 * A creator who joins a campaign rejects the same brand's open invitations on the campaign's network.
 * @source specification §4
 */
export const rejectSuperseded = ({ campaignId, brandId, creatorId, network }: DataOf<typeof SignupCreated>, ctx: Context) =>
  ctx.transact(async (tx) => {
    for (const invitation of await findOpen(tx, { creatorId })) {
      if (invitation.brandId !== brandId || invitation.network !== network) continue
      const step = close(invitation, { status: 'rejected', campaignId, at: ctx.now() })
      if (step) await saveStep(tx, step)
    }
  })
