/** Campaigns. */
import { AudienceLanguage, CampaignDuration, CampaignStatus, Category, Id, Network, Views } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import type { Campaign, Step } from '../domain/campaign.ts'

export const campaigns = defineCollection('campaigns', {
  brandId: Id,
  name: String,
  viewsGoal: Views,
  actualViews: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  network: Network,
  link: String,
  duration: CampaignDuration,
  status: CampaignStatus,
  missingViews: Views.optional(),
  createdAt: Date,
  startsAt: z.date().optional(),
  endsAt: z.date().optional(),
}).index({ brandId: 1, createdAt: -1, id: -1 })

export const insertCampaign = (tx: Tx, campaign: Campaign) => campaigns.insert(tx, campaign)

/** A step of a campaign's life, stored and said, if it applies. For events: a campaign that they speak of exists, or something is wrong. */
export async function takeStep(tx: Tx, id: string, decide: (campaign: Campaign) => Step | undefined) {
  const campaign = await campaigns.byId(tx, id)
  if (!campaign) throw new Error(`there is no campaign ${id}`)
  const step = decide(campaign)
  if (!step) return
  await campaigns.save(tx, step.campaign)
  tx.emit(step.event)
}

/** Another brand's campaign is "not found". */
export const loadOwnCampaign = async (scope: Scope, id: string, brandId: string) => found(await campaigns.findOne(scope, { id, brandId }))

/** Newest first. */
export const pageOfCampaigns = (scope: Scope, brandId: string, page: { limit: number; cursor?: string | undefined }) =>
  campaigns.page(scope, { brandId }, { sort: { createdAt: -1 }, ...page })
