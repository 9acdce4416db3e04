import type { Campaign as CampaignView } from '@reelfair/contracts'
import { cashprizeCents } from '@reelfair/rules'
import type { Campaign } from '../domain/campaign.ts'
import { phaseOf } from '../domain/settlement.ts'

/** A campaign as its own brand reads it. */
export const viewCampaign = (campaign: Campaign) => ({
  ...campaign,
  actualViews: campaign.charged,
  reservedViews: campaign.reserved,
  phase: phaseOf(campaign) satisfies CampaignView['phase'],
  cashprizeCents: cashprizeCents(campaign.viewsGoal, campaign.rateCard.centsPer1000),
})
