import type { CampaignRenamed, CampaignRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { learnName } from '../store/campaigns.ts'
import { holdCreditsForCampaign } from './hold-credits.ts'

/** A campaign wants its credits: they are held or refused, and its name is kept for statements. */
export async function takeCampaign(event: z.infer<typeof CampaignRequested.schema>, ctx: Context) {
  await holdCreditsForCampaign(event, ctx)
  await ctx.transact((tx) => learnName(tx, event.campaignId, event.brandId, event))
}

/** It is called otherwise; no money moves. */
export const renameCampaign = (event: z.infer<typeof CampaignRenamed.schema>, ctx: Context) =>
  ctx.transact((tx) => learnName(tx, event.campaignId, event.brandId, event))
