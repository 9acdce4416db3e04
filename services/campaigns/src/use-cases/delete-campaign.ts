import { type CampaignPath, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { withdraw } from '../domain/campaign.ts'
import { loadOwnCampaign, saveStep } from '../store/campaigns.ts'
import { hasViews } from '../store/sign-ups.ts'

/**
 * A brand deletes a campaign that has no known views. Guard against concurrent sign-ups and settlements: each of them
 * writes to the campaign.
 * @returns whether the campaign was deleted; if not, it has ended, and its final readings decide whether it will be
 * @throws Refusal `conflict` while a settlement of the campaign is being applied in parts
 */
export const deleteCampaign = ({ campaignId }: CampaignPath, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const campaign = await loadOwnCampaign(tx, campaignId, ctx.actor.id)
    const step = withdraw(campaign, { hasViews: await hasViews(tx, campaignId), at: ctx.now() })
    if (step && campaign.plan) refuse('conflict')
    if (step) await saveStep(tx, step)
    return { isGone: step?.campaign.deletedAt !== undefined }
  })
