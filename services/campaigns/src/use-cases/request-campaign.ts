import { type CampaignDraft, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { requestCampaign as decide, MAX_UNFUNDED_PER_DAY } from '../domain/campaign.ts'
import { campaignCardOf } from '../domain/rate-card.ts'
import { countUnfunded, insertCampaign } from '../store/campaigns.ts'
import { dropDraft } from '../store/drafts.ts'
import { deletion } from '../store/erase-user.ts'
import { loadOwnMedia, saveMedia } from '../store/media.ts'
import { settings } from '../store/settings.ts'
import { viewCampaign } from './view-campaign.ts'

/** The campaign stays `funding` until the payouts service holds or refuses its credits. */
export async function requestCampaign(draft: CampaignDraft, ctx: Context<'brand'>) {
  return ctx.transact(async (tx) => {
    await deletion.refuseIfClosing(tx, ctx.actor.id)
    const at = ctx.now()
    const today = instantOf(businessDayOf(at), '00:00')
    if ((await countUnfunded(tx, ctx.actor.id, today, MAX_UNFUNDED_PER_DAY)) >= MAX_UNFUNDED_PER_DAY)
      refuse('unfunded_limit_reached', { limit: MAX_UNFUNDED_PER_DAY })
    const media = await loadOwnMedia(tx, draft.mediaId, ctx.actor.id)
    const logo = { mediaId: media.id, kind: media.kind, type: media.type }
    const rateCard = campaignCardOf(await settings.at(tx, 'rate_card', at))
    const { campaign, events } = decide(draft, { id: ctx.newId(), brandId: ctx.actor.id, logo, rateCard, at })
    await insertCampaign(tx, campaign)
    // Cancels the logo's removal. The sweep writes to the same row, so only one of the two transactions can commit.
    if (media.keepUntil) await saveMedia(tx, { ...media, keepUntil: undefined })
    await dropDraft(tx, ctx.actor.id)
    for (const event of events) tx.emit(event)
    return viewCampaign(tx, campaign)
  })
}
