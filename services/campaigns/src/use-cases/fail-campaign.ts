import type { CreditsRefused } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { failFunding } from '../domain/campaign.ts'
import { takeStep } from '../store/campaigns.ts'

/** The credits did not suffice: the campaign has failed, and says how many were missing. Those of invitations are not ours. */
export async function failCampaign({ kind, id, missing }: z.infer<typeof CreditsRefused.schema>, ctx: Context) {
  if (kind === 'campaign') await ctx.transact((tx) => takeStep(tx, id, (campaign) => failFunding(campaign, missing)))
}
