import { type CampaignDraft, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { requestCampaign as decide, MOST_UNFUNDED_A_DAY } from '../domain/campaign.ts'
import { countUnfunded, insertCampaign } from '../store/campaigns.ts'
import { dropDraft } from '../store/drafts.ts'
import { loadOwnMedia, saveMedia } from '../store/media.ts'
import { viewCampaign } from './view-campaign.ts'

/** A brand asks for a campaign. Payouts holds the credits; until it answers, the campaign is `funding`. The draft that it was made of goes with it. */
export async function requestCampaign(draft: CampaignDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    const today = instantOf(businessDayOf(ctx.now()), '00:00')
    if ((await countUnfunded(tx, ctx.actor.id, today, MOST_UNFUNDED_A_DAY)) >= MOST_UNFUNDED_A_DAY)
      refuse('unfunded_limit_reached', { limit: MOST_UNFUNDED_A_DAY })
    const media = await loadOwnMedia(tx, draft.mediaId, ctx.actor.id)
    const logo = { mediaId: media.id, kind: media.kind, type: media.type }
    const { campaign, events } = decide(draft, { id: ctx.newId(), brandId: ctx.actor.id, logo, at: ctx.now() })
    await insertCampaign(tx, campaign)
    // In use for good from now on: who would sweep it writes the same row, so they cannot pass each other.
    if (media.keepUntil) await saveMedia(tx, { ...media, keepUntil: undefined })
    await dropDraft(tx, ctx.actor.id)
    for (const event of events) tx.emit(event)
    return viewCampaign(tx, campaign)
  })
}
