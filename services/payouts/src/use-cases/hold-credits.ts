import { type CampaignRequested, CreditsHeld, CreditsRefused, type HoldKind, type InvitationRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { brandCredits, decideHold } from '../domain/credits.ts'
import { findHold, insertHold } from '../store/holds.ts'
import { balanceOf, postEntry } from '../store/ledger.ts'

/**
 * Sets the credits of a campaign or invitation aside, or says how many are missing. Guards: one decision per campaign or invitation (its id), one ledger
 * entry per cause, and the brand's account, which all who ask at once must write.
 */
async function holdCredits(
  ask: { kind: HoldKind; id: string; brandId: string; credits: number; title?: string | undefined },
  ctx: Context,
) {
  await ctx.transact(async (tx) => {
    if (await findHold(tx, ask)) return // decided, and said, before
    const available = await balanceOf(tx, brandCredits(ask.brandId))
    const { hold, entry } = decideHold(ask, available, ctx.now())
    if (entry) await postEntry(tx, entry, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
    await insertHold(tx, hold)
    tx.emit(entry ? CreditsHeld.of(hold) : CreditsRefused.of(hold))
  })
}

export const holdCreditsForCampaign = ({ campaignId, brandId, viewsGoal }: z.infer<typeof CampaignRequested.schema>, ctx: Context) =>
  holdCredits({ kind: 'campaign', id: campaignId, brandId, credits: viewsGoal }, ctx)

export const holdCreditsForInvitation = (
  { invitationId, brandId, viewsGoal, username }: z.infer<typeof InvitationRequested.schema>,
  ctx: Context,
) => holdCredits({ kind: 'invitation', id: invitationId, brandId, credits: viewsGoal, title: username }, ctx)
