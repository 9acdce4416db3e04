import type { CampaignPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { withdraw } from '../domain/campaign.ts'
import { loadOwnCampaign, saveStep } from '../store/campaigns.ts'
import { hasViews } from '../store/sign-ups.ts'

/** A brand takes a campaign away that nobody has brought a view yet. Guard against whoever signs up at the same moment: both write the campaign. */
export const deleteCampaign = ({ campaignId }: CampaignPath, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const campaign = await loadOwnCampaign(tx, campaignId, ctx.actor.id)
    const counted = campaign.plan !== undefined || (await hasViews(tx, campaignId))
    await saveStep(tx, withdraw(campaign, { hasViews: counted, at: ctx.now() }))
  })
