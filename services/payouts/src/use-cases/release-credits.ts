import { CreditsReleased, type DataOf, type InvitationClosed } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { cancelHold, releaseHold } from '../domain/credits.ts'
import { findHold, insertHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'

/** If the invitation's end arrives before the request, a cancelled hold prevents the request from holding credits. */
export const releaseCreditsOfInvitation = ({ invitationId, brandId }: DataOf<typeof InvitationClosed>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const ref = { kind: 'invitation', id: invitationId, brandId } as const
    const hold = await findHold(tx, ref)
    if (!hold) {
      await insertHold(tx, cancelHold(ref, ctx.now()))
      return
    }
    const release = releaseHold(hold)
    if (!release) return
    await postEntry(tx, release.entry, ctx)
    await saveHold(tx, { ...release.hold, version: hold.version })
    tx.emit(CreditsReleased.of(hold, { credits: release.credits }))
  })
