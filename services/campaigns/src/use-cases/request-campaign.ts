import type { CampaignDraft } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { requestCampaign as decide } from '../domain/campaign.ts'
import { insertCampaign } from '../store/campaigns.ts'

/** A brand asks for a campaign. Payouts holds the credits; until it answers, the campaign is `funding`. */
export async function requestCampaign(draft: CampaignDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    const { campaign, event } = decide(draft, { id: ctx.newId(), brandId: ctx.actor.id, at: ctx.now() })
    await insertCampaign(tx, campaign)
    tx.emit(event)
    return campaign
  })
}
