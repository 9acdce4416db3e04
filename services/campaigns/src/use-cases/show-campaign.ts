import type { CampaignPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { loadCampaign, loadOwnCampaign } from '../store/campaigns.ts'
import { viewCampaign } from './view-campaign.ts'

/** Admins may view any campaign, because they check videos for its logo. */
export const showCampaign = async ({ campaignId }: CampaignPath, ctx: Context<'brand' | 'admin'>) =>
  viewCampaign(ctx, await (ctx.actor.role === 'admin' ? loadCampaign(ctx, campaignId) : loadOwnCampaign(ctx, campaignId, ctx.actor.id)))
