import type { CreditsRefused } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { failFunding } from '../domain/campaign.ts'
import { isLogoUsed, loadRequested, saveStep } from '../store/campaigns.ts'
import { media, saveMedia } from '../store/media.ts'
import { keptUntil } from './store-media.ts'

/**
 * The credits did not suffice: the campaign has failed, and says how many were missing. It is removed after some days, and its logo too unless another campaign
 * uses it. Refusals of invitations are not ours.
 */
export async function failCampaign({ kind, id, missing }: z.infer<typeof CreditsRefused.schema>, ctx: Context) {
  if (kind !== 'campaign') return
  await ctx.transact(async (tx) => {
    const campaign = await loadRequested(tx, id)
    const step = failFunding(campaign, missing, ctx.now())
    if (!step) return
    await saveStep(tx, step)
    const logo = await media.byId(tx, campaign.logo.mediaId)
    if (logo && !logo.keepUntil && !(await isLogoUsed(tx, logo.id))) await saveMedia(tx, { ...logo, keepUntil: keptUntil(ctx.now()) })
  })
}
