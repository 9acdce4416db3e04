import type { Campaign as CampaignView } from '@reelfair/contracts'
import { cashprizeCents } from '@reelfair/rules'
import type { Scope } from '@reelfair/service-kit'
import { type Campaign, phaseOf, UNFUNDED_KEPT_DAYS } from '../domain/campaign.ts'
import { hasViews } from '../store/sign-ups.ts'

const DAY_MS = 86_400_000

/** Looks for newer views only if the campaign has no settled ones. */
export const viewCampaign = async (scope: Scope, campaign: Campaign) => ({
  ...campaign,
  hasViews:
    campaign.charged + campaign.reserved + campaign.observedViews > 0 || (campaign.signUps > 0 && (await hasViews(scope, campaign.id))),
  actualViews: campaign.charged,
  reservedViews: campaign.reserved,
  removedAt: campaign.unfundedAt && new Date(campaign.unfundedAt.getTime() + UNFUNDED_KEPT_DAYS * DAY_MS),
  phase: phaseOf(campaign) satisfies CampaignView['phase'],
  cashprizeCents: cashprizeCents(campaign.viewsGoal, campaign.rateCard.centsPer1000),
})
