import type { CreditsRefused, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { failFunding } from '../domain/campaign.ts'
import { isLogoUsed, loadRequested, saveStep } from '../store/campaigns.ts'
import { keptUntil, media, saveMedia } from '../store/media.ts'

/**
 * Fails a campaign whose brand lacks credits. The campaign is removed after 30 days, and so is its logo unless another
 * campaign uses it. Ignores credits refused for invitations, which are reported by the same event.
 */
export async function failCampaign({ kind, id, missing }: DataOf<typeof CreditsRefused>, ctx: Context) {
  if (kind !== 'campaign') return
  await ctx.transact(async (tx) => {
    const campaign = await loadRequested(tx, id)
    const step = failFunding(campaign, missing, ctx.now())
    if (!step) return
    await saveStep(tx, step)
    const logo = await media.byId(tx, campaign.logo.mediaId)
    if (logo && !logo.keepUntil && !(await isLogoUsed(tx, logo.id))) await saveMedia(tx, { ...logo, keepUntil: keptUntil(ctx.now(), logo) })
  })
}
