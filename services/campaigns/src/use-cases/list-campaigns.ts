import type { CampaignsQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { pageOfCampaigns } from '../store/campaigns.ts'

/** A brand lists its own campaigns, newest first. */
export const listCampaigns = (page: CampaignsQuery, ctx: Context<'brand'>) => pageOfCampaigns(ctx, ctx.actor.id, page)
