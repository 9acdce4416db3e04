/** A deleted campaign stays for the creators who signed up for it, but its brand no longer sees it. */
import {
  AudienceLanguage,
  BusinessDay,
  CampaignDuration,
  CampaignRateCard,
  CampaignStatus,
  Category,
  Id,
  Logo,
  Network,
  type PublicCampaignsQuery,
  refuse,
  Views,
  Zone,
} from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { type Step, UNFUNDED_KEPT_DAYS } from '../domain/campaign.ts'

const Result = z.object({
  status: CampaignStatus,
  charged: Views,
  reserved: Views,
  observedViews: Views,
  endedAt: z.date().optional(),
  payableAt: z.date().optional(),
  settledAt: z.date().optional(),
})

// Indexes with this filter stay small, because few campaigns are active.
const RUNNING = { where: { status: 'active' } } as const
const BEGUN = { startsAt: { $exists: true } } as const

export const campaigns = defineCollection('campaigns', {
  brandId: Id,
  name: String,
  viewsGoal: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  network: Network,
  link: String,
  logo: Logo,
  duration: CampaignDuration,
  status: CampaignStatus,
  missingViews: Views.optional(),
  unfundedAt: z.date().optional(),
  rateCard: CampaignRateCard,
  charged: Views,
  reserved: Views,
  observedViews: Views,
  signUps: z.int().min(0),
  createdAt: Date,
  startsAt: z.date().optional(),
  endsAt: z.date().optional(),
  settledThrough: BusinessDay.optional(),
  nextSettlement: BusinessDay.optional(),
  endedAt: z.date().optional(),
  payableAt: z.date().optional(),
  settledAt: z.date().optional(),
  deleteRequestedAt: z.date().optional(),
  deletedAt: z.date().optional(),
  /** A settlement in progress: how far it has been applied, and the campaign's values afterwards. */
  plan: z
    .object({
      day: BusinessDay,
      parts: z.int(),
      applied: z.int(),
      result: Result,
      kept: Views.optional(),
      unchecked: z.int().optional(),
      emits: z.enum(['ended', 'settled']).optional(),
    })
    .optional(),
})
  .index({ brandId: 1, createdAt: -1, id: -1 })
  .index({ brandId: 1, status: 1, createdAt: -1, id: -1 })
  .index({ 'logo.mediaId': 1 }, { where: BEGUN })
  .index({ unfundedAt: 1 }, { expireAfterSeconds: UNFUNDED_KEPT_DAYS * 86_400 })
  .index({ nextSettlement: 1, id: 1 }, { where: { nextSettlement: { $exists: true } } })
  // The public list needs one index per combination of filters. The goal comes last, so that MongoDB can check its
  // limits in the index.
  .index({ status: 1, endsAt: 1, id: 1, viewsGoal: 1 }, RUNNING)
  .index({ status: 1, network: 1, endsAt: 1, id: 1, viewsGoal: 1 }, RUNNING)
  .index({ status: 1, network: 1, language: 1, endsAt: 1, id: 1, viewsGoal: 1 }, RUNNING)
  .index({ status: 1, network: 1, category: 1, endsAt: 1, id: 1, viewsGoal: 1 }, RUNNING)
  .index({ status: 1, network: 1, language: 1, category: 1, endsAt: 1, id: 1, viewsGoal: 1 }, RUNNING)

export type Campaign = Stored<typeof campaigns>

export const insertCampaign = (tx: Tx, campaign: Omit<Campaign, 'plan'>) => campaigns.insert(tx, campaign)

export const countUnfunded = (scope: Scope, brandId: string, since: Date, atMost: number) =>
  campaigns.count(scope, { brandId, status: 'failed', createdAt: { $gte: since }, unfundedAt: { $exists: true } }, atMost)

const COUNTED = 1_000

/** Campaigns that are waiting for credits, running or awaiting their final checks. */
export const unsettledOfBrand = async (scope: Scope, brandId: string): Promise<Campaign[]> => [
  ...(await campaigns.find(scope, { brandId, status: { $in: ['funding', 'active'] } }, { limit: COUNTED })),
  ...(await campaigns.find(
    scope,
    { brandId, status: { $in: ['completed', 'failed'] }, endedAt: { $exists: true }, settledAt: { $exists: false } },
    { limit: COUNTED },
  )),
]

export const saveCampaign = (tx: Tx, campaign: Campaign) => campaigns.save(tx, campaign)

/** For event handlers: an event's campaign always exists, so a missing one is a bug. */
export async function loadRequested(scope: Scope, id: string): Promise<Campaign> {
  const campaign = await campaigns.byId(scope, id)
  if (!campaign) throw new Error(`campaign ${id} is missing`)
  return campaign
}

export async function saveStep(tx: Tx, { campaign, events }: Step<Campaign>) {
  await campaigns.save(tx, campaign)
  for (const event of events) tx.emit(event)
}

/** @throws Refusal `not_found` if the campaign is deleted or belongs to another brand */
export const loadOwnCampaign = async (scope: Scope, id: string, brandId: string) =>
  found(await campaigns.findOne(scope, { id, brandId, deletedAt: { $exists: false } }))

/**
 * For admins, who may read any brand's campaign.
 * @throws Refusal `not_found` if it is deleted
 */
export const loadCampaign = async (scope: Scope, id: string) => found(await campaigns.findOne(scope, { id, deletedAt: { $exists: false } }))

/** @throws Refusal `campaign_unavailable` if the campaign is missing or deleted */
export async function loadJoinable(scope: Scope, id: string): Promise<Campaign> {
  const campaign = await campaigns.byId(scope, id)
  return campaign && !campaign.deletedAt ? campaign : refuse('campaign_unavailable')
}

export type Tab = 'active' | 'completed' | 'expired'

/** @source specification §4 */
function under(tab: Tab, now: Date) {
  switch (tab) {
    case 'completed':
      return { status: 'completed' as const }
    case 'active':
      return { $or: [{ status: 'funding' as const }, { status: 'active' as const, endsAt: { $gt: now } }] }
    case 'expired':
      return { $or: [{ status: 'failed' as const }, { status: 'active' as const, endsAt: { $lte: now } }] }
  }
}

const NOT_DELETED = { deletedAt: { $exists: false } } as const

export const pageOfCampaigns = (
  scope: Scope,
  brandId: string,
  { tab, now, ...page }: { tab?: Tab | undefined; now: Date; limit: number; cursor?: string | undefined },
) => campaigns.page(scope, { brandId, ...NOT_DELETED, ...(tab && under(tab, now)) }, { sort: { createdAt: -1 }, ...page })

const MANY = 100_000

export const countInTab = (scope: Scope, brandId: string, tab: Tab, now: Date) =>
  campaigns.count(scope, { brandId, ...NOT_DELETED, ...under(tab, now) }, MANY)

export async function totalViewsOf(scope: Scope, brandId: string): Promise<number> {
  const sums = [{ $match: { brandId } }, { $group: { _id: null, views: { $sum: '$charged' } } }]
  const [total] = await campaigns.aggregate<{ views: number }>(scope, sums)
  return total?.views ?? 0
}

const HOUR = 3_600_000
const WITHIN_HOURS = { '24h': 24, '3d': 72, '7d': 168, '30d': 720 } as const

export function pageOfPublicCampaigns(scope: Scope, query: PublicCampaignsQuery, at: { now: Date; networks: readonly Network[] }) {
  const { language, category, minViews, maxViews, remaining, limit, cursor } = query
  const [network, ...others] = at.networks
  const until = remaining === 'all' ? undefined : new Date(at.now.getTime() + WITHIN_HOURS[remaining] * HOUR)
  const goal = { ...(minViews !== undefined && { $gte: minViews }), ...(maxViews !== undefined && { $lte: maxViews }) }
  return campaigns.page(
    scope,
    {
      status: 'active' as const,
      ...(others.length > 0 || !network ? { network: { $in: at.networks } } : { network }),
      ...(language && { language }),
      ...(category && { category }),
      ...(Object.keys(goal).length > 0 && { viewsGoal: goal }),
      endsAt: { $gt: at.now, ...(until && { $lte: until }) },
    },
    { sort: { endsAt: 1 }, limit, cursor },
  )
}

/** Returns the first day after `after`, up to and including `until`, on which a campaign is due for settlement. */
export async function firstDay(scope: Scope, after: string, until: string): Promise<string | undefined> {
  const [first] = await campaigns.find(
    scope,
    { nextSettlement: { $gt: after, $lte: until } },
    { sort: { nextSettlement: 1, id: 1 }, limit: 1 },
  )
  return first?.nextSettlement
}

export const eachDueOn = (scope: Scope, day: string) => campaigns.each(scope, { nextSettlement: day }, { batch: 100 })

export async function* everySettled(scope: Scope): AsyncGenerator<Campaign> {
  for await (const campaign of campaigns.each(scope)) if (campaign.settledThrough !== undefined) yield campaign
}

export const findByIds = (scope: Scope, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : campaigns.find(scope, { id: { $in: ids } }, { limit: ids.length })

/** Whether a started campaign shows the logo, so that creators may see it and it is kept. */
export const isLogoUsed = async (scope: Scope, mediaId: string) =>
  (await campaigns.findOne(scope, { 'logo.mediaId': mediaId, ...BEGUN })) !== undefined
