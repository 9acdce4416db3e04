import type { CampaignPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { loadOwnCampaign } from '../store/campaigns.ts'

/** A brand reads one of its own campaigns. */
export const showCampaign = ({ campaignId }: CampaignPath, ctx: Context<'brand'>) => loadOwnCampaign(ctx, campaignId, ctx.actor.id)
