import { CreditsReleased, type HoldKind, type InvitationExpired } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { cancelHold, releaseHold } from '../domain/credits.ts'
import { findHold, insertHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'

/** Gives what is held back to the brand, once. A release that overtakes its request leaves a mark, so that the request then holds nothing. */
export async function releaseHoldOf(ref: { kind: HoldKind; id: string; brandId: string }, ctx: Context) {
  await ctx.transact(async (tx) => {
    const hold = await findHold(tx, ref)
    if (!hold) {
      await insertHold(tx, cancelHold(ref, ctx.now()))
      return
    }
    const release = releaseHold(hold)
    if (!release) return
    if (release.entry) await postEntry(tx, release.entry, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
    await saveHold(tx, { ...release.hold, version: hold.version })
    tx.emit(CreditsReleased.of(release.hold, { credits: release.credits }))
  })
}

export const releaseCreditsOfInvitation = ({ invitationId, brandId }: z.infer<typeof InvitationExpired.schema>, ctx: Context) =>
  releaseHoldOf({ kind: 'invitation', id: invitationId, brandId }, ctx)
