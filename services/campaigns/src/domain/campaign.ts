/** A campaign's life up to its end. Pure: each step returns what the campaign becomes and what is said, or nothing when the step does not apply. */
import {
  CampaignActivated,
  CampaignChanged,
  type CampaignDraft,
  type CampaignDuration,
  CampaignEnded,
  CampaignFailed,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  type EventDraft,
  type Logo,
  refuse,
} from '@reelfair/contracts'
import { businessDayOf, instantOf, nextDay, rateCardAt, SETTLEMENT_TIME } from '@reelfair/rules'
import { end, phaseOf, type Running } from './settlement.ts'

const DAY = 86_400_000

/** @source decisions §3 */
export const DURATION_DAYS: Readonly<Record<CampaignDuration, number>> = { '1w': 7, '1 month': 30 }

export interface Campaign extends Omit<CampaignDraft, 'mediaId' | 'viewsGoal'>, Running {
  readonly logo: Logo
  readonly missingViews?: number | undefined
  /** Its credits did not suffice; some days later it is removed. */
  readonly unfundedAt?: Date | undefined
  readonly createdAt: Date
  readonly startsAt?: Date | undefined
  /** All that its videos have brought, as of the last settlement. */
  readonly observedViews: number
  readonly signUps: number
  /** The business day to be settled next; absent when there is nothing to settle (any more). */
  readonly nextSettlement?: string | undefined
  /** The brand wants it gone; whether it goes, its last figures say. */
  readonly deleteRequestedAt?: Date | undefined
  /** It is gone: no view of it was charged. */
  readonly deletedAt?: Date | undefined
}

/** Of one brand in one business day: more that lack credits are refused at once. */
export const MOST_UNFUNDED_A_DAY = 100
/** One whose credits did not suffice is kept so long. */
export const UNFUNDED_KEPT_DAYS = 30

export interface Step<C extends Campaign = Campaign> {
  readonly campaign: C
  readonly events: readonly EventDraft[]
}

/** What the others hear of a step: the campaign as it will be stored, under the version that the store is about to give it. */
const asStored = (campaign: Campaign) => ({ ...campaign, campaignId: campaign.id, version: campaign.version + 1 })

/** A new campaign waits for its credits, and keeps the rate card of its day. */
export function requestCampaign(
  { mediaId: _, ...draft }: CampaignDraft,
  made: { id: string; brandId: string; logo: Logo; at: Date },
): Step {
  const { id, brandId, logo, at } = made
  const { validFrom, campaignCentsPer1000 } = rateCardAt(businessDayOf(at))
  const campaign: Campaign = {
    ...draft,
    id,
    version: 1,
    brandId,
    logo,
    status: 'funding',
    rateCard: { validFrom, centsPer1000: campaignCentsPer1000 },
    charged: 0,
    reserved: 0,
    observedViews: 0,
    signUps: 0,
    createdAt: at,
  }
  return { campaign, events: [CampaignRequested.of(campaign, { campaignId: id })] }
}

/** Its credits are held: it runs from now on. Only a campaign that waits for credits hears of them; repetitions change nothing. */
export function activate<C extends Campaign>(campaign: C, at: Date): Step<C> | undefined {
  if (campaign.status !== 'funding') return undefined
  const endsAt = new Date(at.getTime() + DURATION_DAYS[campaign.duration] * DAY)
  const active: C = { ...campaign, status: 'active', startsAt: at, endsAt, nextSettlement: firstSettlement(at) }
  return { campaign: active, events: [CampaignActivated.of(asStored(active))] }
}

function firstSettlement(at: Date): string {
  const day = businessDayOf(at)
  return at < instantOf(day, SETTLEMENT_TIME) ? day : nextDay(day)
}

/** The brand's credits did not suffice. */
export function failFunding<C extends Campaign>(campaign: C, missingViews: number, at: Date): Step<C> | undefined {
  if (campaign.status !== 'funding') return undefined
  const failed: C = { ...campaign, status: 'failed', missingViews, unfundedAt: at }
  return { campaign: failed, events: [CampaignFailed.of(asStored(failed))] }
}

export function rename<C extends Campaign>(campaign: C, name: string): Step<C> {
  const renamed = { ...campaign, name }
  return { campaign: renamed, events: [CampaignRenamed.of(asStored(renamed))] }
}

/**
 * Takes a campaign away of which no view is known. When nobody has joined, or its last word is spoken, it is gone at once. Else creators may have brought it
 * views that nobody has read yet: it ends now like any other, and goes with its settlement when there were none (`goIfUnused`). Asked for again it changes
 * nothing.
 * @throws Refusal `campaign_consumed` once a view is known, for then somebody may have earned something
 * @source specification §5: only at zero views
 */
export function withdraw<C extends Campaign>(
  campaign: C,
  { hasViews, at }: { readonly hasViews: boolean; readonly at: Date },
): Step<C> | undefined {
  const phase = phaseOf(campaign)
  if (campaign.deleteRequestedAt && phase === 'ended') return undefined
  if (hasViews || campaign.charged + campaign.reserved > 0 || campaign.observedViews > 0) refuse('campaign_consumed')
  if (campaign.signUps === 0 || phase === 'settled') return takeAway(campaign, at)
  const asked: C = { ...campaign, deleteRequestedAt: at }
  if (phase === 'ended') return { campaign: asked, events: [CampaignChanged.of(asStored(asked))] }
  const ended = end(asked, { at, signUps: campaign.signUps })
  return { campaign: ended.campaign, events: [ended.event] }
}

/** At once. It ends like any other, so that whoever holds something for it stops. */
function takeAway<C extends Campaign>(campaign: C, at: Date): Step<C> {
  const phase = phaseOf(campaign)
  const gone: C = { ...campaign, deletedAt: at, nextSettlement: undefined }
  if (phase === 'unfunded' || phase === 'settled') return { campaign: gone, events: [CampaignChanged.of(asStored(gone))] }
  const ended: C = { ...gone, status: 'failed', endedAt: campaign.endedAt ?? at, payableAt: campaign.payableAt ?? at, settledAt: at }
  const said = asStored(ended)
  return {
    campaign: ended,
    events: [...(phase === 'ended' ? [] : [CampaignEnded.of(said, { kept: 0 })]), CampaignSettled.of(said), CampaignChanged.of(said)],
  }
}

/**
 * Settled without a charged view, a campaign that its brand wants gone goes; with one it stays, for somebody was paid for it. Nor does it go unseen when nobody
 * knows whether there was one: then its brand reads so, and may take it away afterwards.
 * @param unchecked sign-ups whose final checks did not come before the deadline
 */
export function goIfUnused<C extends Campaign>(campaign: C, unchecked: number): C {
  const { deleteRequestedAt, settledAt, charged } = campaign
  return deleteRequestedAt && settledAt && charged === 0 && unchecked === 0 ? { ...campaign, deletedAt: settledAt } : campaign
}
