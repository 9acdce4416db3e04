import type { CampaignRenamed } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { updateCampaign } from '../store/campaigns.ts'

export const renameCampaign = ({ campaignId, brandId, name, version }: z.infer<typeof CampaignRenamed.schema>, ctx: Context) =>
  ctx.transact((tx) => updateCampaign(tx, campaignId, brandId, { name, nameVersion: version }))
