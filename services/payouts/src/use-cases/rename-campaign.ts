import type { CampaignRenamed, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { updateCampaign } from '../store/campaigns.ts'

export const renameCampaign = ({ campaignId, brandId, name, version }: DataOf<typeof CampaignRenamed>, ctx: Context) =>
  ctx.transact((tx) => updateCampaign(tx, campaignId, brandId, { name, nameVersion: version }))
