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
  type CampaignStatus,
  type EventDraft,
  type Logo,
  refuse,
} from '@reelfair/contracts'
import { businessDayOf, dueSettlement, finalSettlementAt, instantOf, nextDay, SETTLEMENT_TIME } from '@reelfair/rules'

const DAY = 86_400_000

/** @source decisions §3 */
const DURATION_DAYS: Readonly<Record<CampaignDuration, number>> = { '1w': 7, '1 month': 30 }

export interface SettlingCampaign {
  readonly id: string
  readonly version: number
  readonly brandId: string
  readonly status: CampaignStatus
  readonly viewsGoal: number
  /** The rate card in force when the campaign was created. */
  readonly rateCard: { readonly validFrom: string; readonly centsPer1000: number }
  readonly endsAt?: Date | undefined
  /** Charged and reserved views of all sign-ups together. */
  readonly charged: number
  readonly reserved: number
  readonly settledThrough?: string | undefined
  readonly endedAt?: Date | undefined
  readonly payableAt?: Date | undefined
  readonly settledAt?: Date | undefined
}

export interface Campaign extends Omit<CampaignDraft, 'mediaId' | 'viewsGoal'>, SettlingCampaign {
  readonly logo: Logo
  readonly missingViews?: number | undefined
  /** When the brand was found not to have enough credits. The campaign is removed 30 days later. */
  readonly unfundedAt?: Date | undefined
  readonly createdAt: Date
  readonly startsAt?: Date | undefined
  /** Views of all the campaign's videos at the last settlement, whether or not they qualified. */
  readonly observedViews: number
  readonly signUps: number
  /** Absent if the campaign has nothing left to settle. */
  readonly nextSettlement?: string | undefined
  /** When the brand requested deletion. The final settlement deletes the campaign only if no views were charged. */
  readonly deleteRequestedAt?: Date | undefined
  readonly deletedAt?: Date | undefined
}

/** Maximum number of campaigns without sufficient credits, per brand per business day. */
export const MAX_UNFUNDED_PER_DAY = 100
export const UNFUNDED_KEPT_DAYS = 30

export interface Step<C extends Campaign = Campaign> {
  readonly campaign: C
  readonly events: readonly EventDraft[]
}

/** Event data: the document, with the version that the store is about to assign. */
const asStored = <C extends SettlingCampaign>(campaign: C) => ({ ...campaign, campaignId: campaign.id, version: campaign.version + 1 })

/**
 * `closed`: all views are allocated, but some are in review, and a rejected review reopens the campaign. `ended`: the
 * final checks are running.
 */
export type Phase = 'funding' | 'unfunded' | 'open' | 'closed' | 'ended' | 'settled'

/** @throws Error for an unknown status */
export function phaseOf(campaign: Omit<SettlingCampaign, 'rateCard'>): Phase {
  switch (campaign.status) {
    case 'funding':
      return 'funding'
    case 'active':
      return campaign.charged + campaign.reserved >= campaign.viewsGoal ? 'closed' : 'open'
    case 'completed':
    case 'failed':
      if (!campaign.endedAt) return 'unfunded'
      return campaign.settledAt ? 'settled' : 'ended'
    default:
      throw new Error(`campaign ${campaign.id} has the unknown status ${campaign.status satisfies never}`)
  }
}

export function requestCampaign(
  { mediaId: _, ...draft }: CampaignDraft,
  made: { id: string; brandId: string; logo: Logo; rateCard: Campaign['rateCard']; at: Date },
): Step {
  const { id, brandId, logo, rateCard, at } = made
  const campaign: Campaign = {
    ...draft,
    id,
    version: 1,
    brandId,
    logo,
    status: 'funding',
    rateCard,
    charged: 0,
    reserved: 0,
    observedViews: 0,
    signUps: 0,
    createdAt: at,
  }
  return { campaign, events: [CampaignRequested.of(campaign, { campaignId: id })] }
}

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
 * Ends a campaign at its planned time or earlier.
 * @returns the campaign, and the credits to keep for views that have not been counted yet (0 if the campaign has no
 * sign-ups)
 */
export function end<C extends SettlingCampaign>(
  campaign: C,
  { at, signUps }: { readonly at: Date; readonly signUps: number },
): { readonly campaign: C; readonly kept: number } {
  const { viewsGoal, charged, reserved, endsAt } = campaign
  const endedAt = endsAt && at >= endsAt ? endsAt : at
  const ended: C = { ...campaign, status: charged >= viewsGoal ? 'completed' : 'failed', endedAt, payableAt: finalSettlementAt(endedAt) }
  return { campaign: ended, kept: signUps === 0 ? 0 : viewsGoal - charged - reserved }
}

export const campaignEnded = (campaign: SettlingCampaign, kept: number): EventDraft => CampaignEnded.of(asStored(campaign), { kept })

export const campaignSettled = (campaign: SettlingCampaign): EventDraft => CampaignSettled.of(asStored(campaign))

/**
 * Deletes a campaign immediately if it has no sign-ups or is settled. Otherwise creators may have earned views that
 * have not been counted, so the campaign ends, and the final settlement decides whether to delete it.
 * @throws Refusal `campaign_consumed` once any view has been recorded, because a creator may have earned money
 * @source specification §5: only at zero views
 */
export function withdraw<C extends Campaign>(
  campaign: C,
  { hasViews, at }: { readonly hasViews: boolean; readonly at: Date },
): Step<C> | undefined {
  const phase = phaseOf(campaign)
  if (campaign.deleteRequestedAt && phase === 'ended') return undefined
  if (hasViews || campaign.charged + campaign.reserved > 0 || campaign.observedViews > 0) refuse('campaign_consumed')
  if (campaign.signUps === 0 || phase === 'settled') return deleteNow(campaign, at)
  const requested: C = { ...campaign, deleteRequestedAt: at }
  if (phase === 'ended') return { campaign: requested, events: [CampaignChanged.of(asStored(requested))] }
  const ended = end(requested, { at, signUps: campaign.signUps })
  return { campaign: ended.campaign, events: [campaignEnded(ended.campaign, ended.kept)] }
}

/** Ends and settles the deleted campaign, so that other services release its credits. */
function deleteNow<C extends Campaign>(campaign: C, at: Date): Step<C> {
  const phase = phaseOf(campaign)
  const deleted: C = { ...campaign, deletedAt: at, nextSettlement: undefined }
  if (phase === 'unfunded' || phase === 'settled') return { campaign: deleted, events: [CampaignChanged.of(asStored(deleted))] }
  const ended: C = { ...deleted, status: 'failed', endedAt: campaign.endedAt ?? at, payableAt: campaign.payableAt ?? at, settledAt: at }
  return {
    campaign: ended,
    events: [...(phase === 'ended' ? [] : [campaignEnded(ended, 0)]), campaignSettled(ended), CampaignChanged.of(asStored(ended))],
  }
}

/**
 * Keeps the campaign if a final reading is missing; the brand may delete it afterwards.
 * @param unchecked number of sign-ups without a final reading at the deadline
 */
export function deleteIfUnused<C extends Campaign>(campaign: C, unchecked: number): C {
  const { deleteRequestedAt, settledAt, charged } = campaign
  return deleteRequestedAt && settledAt && charged === 0 && unchecked === 0 ? { ...campaign, deletedAt: settledAt } : campaign
}

/**
 * When the last of several unsettled campaigns is due to be settled, as shown on screen; undefined while one waits for
 * credits.
 */
export function lastSettlement(unsettled: readonly Pick<SettlingCampaign, 'endsAt' | 'payableAt'>[], now: Date): Date | undefined {
  const planned = unsettled.flatMap(({ endsAt, payableAt }) => payableAt ?? (endsAt ? finalSettlementAt(endsAt) : []))
  if (planned.length < unsettled.length) return undefined
  return planned.map((at) => dueSettlement(at, now).at).toSorted((one, other) => +other - +one)[0]
}
