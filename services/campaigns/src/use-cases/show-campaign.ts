import type { CampaignPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { loadOwnCampaign } from '../store/campaigns.ts'
import { viewCampaign } from './view-campaign.ts'

/** A brand reads one of its own campaigns. */
export const showCampaign = async ({ campaignId }: CampaignPath, ctx: Context<'brand'>) =>
  viewCampaign(await loadOwnCampaign(ctx, campaignId, ctx.actor.id))
