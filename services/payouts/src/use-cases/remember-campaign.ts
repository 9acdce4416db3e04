import type { CampaignRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { learnCampaign } from '../store/campaigns.ts'
import { holdCreditsForCampaign } from './hold-credits.ts'

/** A campaign wants its credits: they are held or refused, and its name is kept for statements. */
export async function takeCampaign(event: z.infer<typeof CampaignRequested.schema>, ctx: Context) {
  await holdCreditsForCampaign(event, ctx)
  await ctx.transact((tx) => learnCampaign(tx, event.campaignId, event.brandId, { name: event.name }))
}
