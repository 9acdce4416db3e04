import { type CampaignsQuery, CampaignTab } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { countInTab, pageOfCampaigns, totalViewsOf } from '../store/campaigns.ts'
import { viewCampaign } from './view-campaign.ts'

export async function listCampaigns(query: CampaignsQuery, ctx: Context<'brand'>) {
  const { items, next } = await pageOfCampaigns(ctx, ctx.actor.id, { ...query, now: ctx.now() })
  return { items: await Promise.all(items.map((one) => viewCampaign(ctx, one))), ...(next && { next }) }
}

/**
 * Counts the campaigns in each tab. The first non-empty tab opens, or the last one if all are empty.
 * @source specification §4
 */
export async function summarizeCampaigns(_: unknown, ctx: Context<'brand'>) {
  const counts = { active: 0, completed: 0, expired: 0 }
  for (const tab of CampaignTab.options) counts[tab] = await countInTab(ctx, ctx.actor.id, tab, ctx.now())
  const defaultTab = CampaignTab.options.find((tab) => counts[tab] > 0) ?? 'expired'
  return { counts, defaultTab, totalViews: await totalViewsOf(ctx, ctx.actor.id) }
}
