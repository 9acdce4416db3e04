import type { CampaignPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { loadCampaign, loadOwnCampaign } from '../store/campaigns.ts'
import { viewCampaign } from './view-campaign.ts'

/** A brand reads one of its own campaigns; admins any, who decide whether its logo is in a video. */
export const showCampaign = async ({ campaignId }: CampaignPath, ctx: Context<'brand' | 'admin'>) =>
  viewCampaign(ctx, await (ctx.actor.role === 'admin' ? loadCampaign(ctx, campaignId) : loadOwnCampaign(ctx, campaignId, ctx.actor.id)))
