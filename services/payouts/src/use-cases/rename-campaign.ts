import type { CampaignRenamed } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { learnName } from '../store/campaigns.ts'

/** Statements name it as its brand does now; no money moves. */
export const renameCampaign = (event: z.infer<typeof CampaignRenamed.schema>, ctx: Context) =>
  ctx.transact((tx) => learnName(tx, event.campaignId, event.brandId, event))
