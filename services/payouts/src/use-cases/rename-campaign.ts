import type { CampaignRenamed, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { updateCampaign } from '../store/campaigns.ts'
import { deletion } from '../store/erase-user.ts'

export const renameCampaign = ({ campaignId, brandId, name, version }: DataOf<typeof CampaignRenamed>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, brandId))) await updateCampaign(tx, campaignId, brandId, { name, nameVersion: version })
  })
