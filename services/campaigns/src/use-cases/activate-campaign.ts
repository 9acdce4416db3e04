import type { CreditsHeld } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { activate } from '../domain/campaign.ts'
import { takeStep } from '../store/campaigns.ts'

/** Payouts holds the credits: the campaign runs. Credits of invitations are heard too, and are not ours. */
export async function activateCampaign({ kind, id }: z.infer<typeof CreditsHeld.schema>, ctx: Context) {
  if (kind === 'campaign') await ctx.transact((tx) => takeStep(tx, id, (campaign) => activate(campaign, ctx.now())))
}
