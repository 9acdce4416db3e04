import type { CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { activate, failFunding } from '../domain/campaign.ts'
import { loadCampaign, saveCampaign } from '../store/campaigns.ts'

/** Payouts holds the credits: the campaign runs. Credits of invitations are heard too, and are not ours. */
export async function activateCampaign({ kind, id }: z.infer<typeof CreditsHeld.schema>, ctx: Context) {
  if (kind === 'campaign') await step(id, ctx, (campaign) => activate(campaign, ctx.now()))
}

/** The credits did not suffice: the campaign has failed, and says how many were missing. */
export async function failCampaign({ kind, id, missing }: z.infer<typeof CreditsRefused.schema>, ctx: Context) {
  if (kind === 'campaign') await step(id, ctx, (campaign) => failFunding(campaign, missing))
}

const step = (id: string, ctx: Context, decide: (campaign: Parameters<typeof activate>[0]) => ReturnType<typeof activate>) =>
  ctx.transact(async (tx) => {
    const decided = decide(await loadCampaign(tx, id))
    if (!decided) return
    await saveCampaign(tx, decided.campaign)
    tx.emit(decided.event)
  })
