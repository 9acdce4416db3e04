import type { RenameInput } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { rename } from '../domain/campaign.ts'
import { loadOwnCampaign, saveStep } from '../store/campaigns.ts'
import { viewCampaign } from './view-campaign.ts'

/** Creators see the new name, but their terms show the name at the time of sign-up. */
export const renameCampaign = ({ campaignId, name }: RenameInput, ctx: Context<'brand'>) =>
  ctx.transact(async (tx) => {
    const step = rename(await loadOwnCampaign(tx, campaignId, ctx.actor.id), name)
    await saveStep(tx, step)
    return viewCampaign(tx, step.campaign)
  })
