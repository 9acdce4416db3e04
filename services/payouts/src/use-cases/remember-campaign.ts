import type { CampaignRenamed, CampaignRequested } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { learnCampaign, learnName } from '../store/campaigns.ts'
import { findHold } from '../store/holds.ts'
import { holdCreditsForCampaign } from './hold-credits.ts'

/** Holds or refuses the credits of a campaign, and keeps its name for statements; a refused one's name for as long as the refusal. */
export async function takeCampaign(event: z.infer<typeof CampaignRequested.schema>, ctx: Context) {
  const { campaignId, brandId } = event
  await holdCreditsForCampaign(event, ctx)
  await ctx.transact(async (tx) => {
    await learnName(tx, campaignId, brandId, event)
    const hold = await findHold(tx, { kind: 'campaign', id: campaignId })
    if (hold?.status === 'refused') await learnCampaign(tx, campaignId, brandId, { refusedAt: hold.decidedAt })
  })
}

/** It is called otherwise; no money moves. */
export const renameCampaign = (event: z.infer<typeof CampaignRenamed.schema>, ctx: Context) =>
  ctx.transact((tx) => learnName(tx, event.campaignId, event.brandId, event))
