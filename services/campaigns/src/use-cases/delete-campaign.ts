import { type CampaignPath, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { withdraw } from '../domain/campaign.ts'
import { loadOwnCampaign, saveStep } from '../store/campaigns.ts'
import { hasViews } from '../store/sign-ups.ts'

/**
 * Writes to the campaign, as sign-ups and settlements do, so that concurrent ones conflict with the deletion.
 * @returns whether the campaign was deleted; otherwise it has ended, and its final readings decide whether it is
 * deleted
 * @throws Refusal `conflict` while the campaign's settlement is being applied in parts
 */
export const deleteCampaign = ({ campaignId }: CampaignPath, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const campaign = await loadOwnCampaign(tx, campaignId, ctx.actor.id)
    const step = withdraw(campaign, { hasViews: await hasViews(tx, campaignId), at: ctx.now() })
    if (step && campaign.plan) refuse('conflict')
    if (step) await saveStep(tx, step)
    return { isGone: step?.campaign.deletedAt !== undefined }
  })
