import type { CampaignEnded, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { lockCampaign, putEnd } from '../store/assignments.ts'

/** A worker ends the campaign's sign-ups, because there may be many. */
export const noteCampaignEnd = ({ campaignId, version, endedAt }: DataOf<typeof CampaignEnded>, ctx: Context) =>
  ctx.transact(async (tx) => {
    await lockCampaign(tx, campaignId, ctx.now())
    await putEnd(tx, { id: campaignId, version, endedAt: new Date(endedAt), pendingSince: ctx.now() })
  })
