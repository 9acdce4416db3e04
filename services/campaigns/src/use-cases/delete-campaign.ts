import { type CampaignPath, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { withdraw } from '../domain/campaign.ts'
import { loadOwnCampaign, saveStep } from '../store/campaigns.ts'
import { hasViews } from '../store/sign-ups.ts'

/**
 * A brand takes a campaign away that nobody has brought a known view. Guard against whoever signs up, and against the settlement at the same moment: all of
 * them write the campaign.
 * @returns whether it is gone; else it has ended, and its last figures decide
 * @throws Refusal `conflict` for the moments in which a large campaign's night is being carried out
 */
export const deleteCampaign = ({ campaignId }: CampaignPath, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const campaign = await loadOwnCampaign(tx, campaignId, ctx.actor.id)
    const step = withdraw(campaign, { hasViews: await hasViews(tx, campaignId), at: ctx.now() })
    if (step && campaign.plan) refuse('conflict')
    if (step) await saveStep(tx, step)
    return { isGone: step?.campaign.deletedAt !== undefined }
  })
