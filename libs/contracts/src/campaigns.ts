/** Campaigns: what a brand asks for, and what becomes of it. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { AudienceLanguage, Category, Id, Instant, Network, PageQuery, PlainText, Version, Views, ViewsGoal, WebLink } from './words.ts'

/** How long a campaign runs: 7 or 30 days. @source decisions §3 */
export const CampaignDuration = z.enum(['1w', '1 month'])
export type CampaignDuration = z.infer<typeof CampaignDuration>

/**
 * `funding`: credits are being held. `active`. `completed`: the goal was reached. `failed`: the credits did not suffice (`missingViews` says how many were
 * short), or the end came before the goal.
 */
export const CampaignStatus = z.enum(['funding', 'active', 'completed', 'failed'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/**
 * What a brand asks for.
 * @example CampaignDraft.parse({ name: 'Winter run', viewsGoal: 10_000, category: 'Fitness_Sports', network: 'tiktok', link: 'https://a.example' }).duration // '1w'
 */
export const CampaignDraft = z.strictObject({
  name: PlainText(80),
  viewsGoal: ViewsGoal,
  category: Category,
  /** Left out: any language. */
  language: AudienceLanguage.optional(),
  network: Network,
  link: WebLink,
  duration: CampaignDuration.default('1w'),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/**
 * A campaign as its own brand sees it. Views are whole views, instants ISO 8601 in UTC.
 * @example const { items } = await call<{ items: Campaign[] }>('GET', '/campaigns/campaigns')
 */
export const Campaign = z.object({
  id: Id,
  brandId: Id,
  name: z.string(),
  viewsGoal: Views,
  actualViews: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  network: Network,
  link: z.string(),
  duration: CampaignDuration,
  status: CampaignStatus,
  /** Only when the funding failed. */
  missingViews: Views.optional(),
  createdAt: Instant,
  /** From the moment it is funded. */
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
})
export type Campaign = z.infer<typeof Campaign>

/** Names one campaign in an address. @example get('/campaigns/:campaignId', { role: 'brand', input: CampaignPath, output: Campaign, run: showCampaign }) */
export const CampaignPath = z.strictObject({ campaignId: Id })
export type CampaignPath = z.infer<typeof CampaignPath>

/** Which page of the brand's campaigns. @example CampaignsQuery.parse({}) // { limit: 20 } */
export const CampaignsQuery = PageQuery
export type CampaignsQuery = z.infer<typeof CampaignsQuery>

/** A brand wants a campaign; its credits are to be held. */
export const CampaignRequested = defineEvent(
  'campaign.requested',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), network: Network, viewsGoal: Views, version: Version }),
  { live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** Funded, and running. Transient until a service has to hear it. */
export const CampaignActivated = defineEvent(
  'campaign.activated',
  1,
  z.object({ campaignId: Id, brandId: Id, startsAt: Instant, endsAt: Instant, version: Version }),
  { transient: true, live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** Not funded: so many views were missing. Transient until a service has to hear it. */
export const CampaignFailed = defineEvent(
  'campaign.failed',
  1,
  z.object({ campaignId: Id, brandId: Id, missingViews: Views.optional(), version: Version }),
  { transient: true, live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)
