import type { CreditsHeld, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { activate } from '../domain/campaign.ts'
import { loadRequested, saveStep } from '../store/campaigns.ts'
import { media, saveMedia } from '../store/media.ts'

/** Ignores credits held for invitations, which are reported by the same event. */
export async function activateCampaign({ kind, id }: DataOf<typeof CreditsHeld>, ctx: Context) {
  if (kind !== 'campaign') return
  await ctx.transact(async (tx) => {
    const campaign = await loadRequested(tx, id)
    const step = activate(campaign, ctx.now())
    if (!step) return
    await saveStep(tx, step)
    // In the meantime, another campaign with this logo may have failed and scheduled the logo for removal.
    const logo = await media.byId(tx, campaign.logo.mediaId)
    if (logo?.keepUntil) await saveMedia(tx, { ...logo, keepUntil: undefined })
  })
}
