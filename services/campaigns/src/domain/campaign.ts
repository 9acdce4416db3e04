/** A campaign's life. Pure: each step returns what the campaign becomes and what is said, or nothing when the step does not apply. */
import {
  CampaignActivated,
  type CampaignDraft,
  type CampaignDuration,
  CampaignFailed,
  CampaignRequested,
  type CampaignStatus,
  type EventDraft,
} from '@reelfair/contracts'

const DAY = 86_400_000

/** @source decisions §3 */
export const DURATION_DAYS: Readonly<Record<CampaignDuration, number>> = { '1w': 7, '1 month': 30 }

export interface Campaign extends CampaignDraft {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly status: CampaignStatus
  readonly actualViews: number
  readonly missingViews?: number | undefined
  readonly createdAt: Date
  readonly startsAt?: Date | undefined
  readonly endsAt?: Date | undefined
}

export interface Step {
  readonly campaign: Campaign
  readonly event: EventDraft
}

/** What the others hear of a step: the campaign as it will be stored, under the version that the store is about to give it. */
const asStored = (campaign: Campaign) => ({ ...campaign, campaignId: campaign.id, version: campaign.version + 1 })

/** A new campaign waits for its credits. */
export function requestCampaign(draft: CampaignDraft, made: { id: string; brandId: string; at: Date }): Step {
  const { id, brandId, at } = made
  const campaign: Campaign = { ...draft, id, version: 1, brandId, status: 'funding', actualViews: 0, createdAt: at }
  return { campaign, event: CampaignRequested.of(campaign, { campaignId: id }) }
}

/** Its credits are held: it runs from now on. Only a campaign that waits for credits hears of them; repetitions change nothing. */
export function activate(campaign: Campaign, at: Date): Step | undefined {
  if (campaign.status !== 'funding') return undefined
  const endsAt = new Date(at.getTime() + DURATION_DAYS[campaign.duration] * DAY)
  const active: Campaign = { ...campaign, status: 'active', startsAt: at, endsAt }
  return { campaign: active, event: CampaignActivated.of(asStored(active)) }
}

/** The brand's credits did not suffice. */
export function failFunding(campaign: Campaign, missingViews: number): Step | undefined {
  if (campaign.status !== 'funding') return undefined
  const failed: Campaign = { ...campaign, status: 'failed', missingViews }
  return { campaign: failed, event: CampaignFailed.of(asStored(failed)) }
}
