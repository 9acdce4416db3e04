/** Campaigns, creators' sign-ups and the allocation of views. */
import { z } from 'zod'
import { AllocationLine, CampaignDuration, CampaignRateCard, PostCode, SignUpFigures, SignUpState, SignUpTerms } from './campaign-values.ts'
import { CountedVideo } from './metrics.ts'
import { ineligibilityReasons } from './reasons.ts'
import { BYTES_PER_CHARACTER } from './text.ts'
import { AudienceLanguage, Category, Cents, Id, Instant, Network, Page, PageQuery, PlainText, Views, WebLink, Zone } from './words.ts'

/**
 * `funding`: the credits are being held. `completed`: the goal was reached. `failed`: the brand had too few credits
 * (see `missingViews`), or the campaign ended before its goal.
 */
export const CampaignStatus = z.enum(['funding', 'active', 'completed', 'failed'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

const zones = z
  .array(Zone)
  .max(4)
  .refine((all) => new Set(all).size === all.length, { error: 'invalid_input' })

/** Exact size of a logo in pixels. @source specification §5 */
export const LOGO_SIZE = { width: 1072, height: 250 } as const
/** Maximum size of an uploaded logo, in bytes. @source specification §9 */
export const MEDIA_MAX_BYTES = 40 * 1024 * 1024
/** Minimum length of a video logo, in seconds. @source specification §9 */
export const VIDEO_MIN_SECONDS = 15
/** Accepted file types. The type is detected from the content, not from the file name. */
export const MediaType = z.enum(['image/png', 'image/jpeg', 'video/webm'])
export type MediaType = z.infer<typeof MediaType>

/** A logo uploaded with `POST /media`, whose request body is the file. `GET /media/:mediaId` returns the file. */
export const Media = z.object({
  id: Id,
  kind: z.enum(['image', 'webm']),
  type: MediaType,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** Only for a video. */
  durationS: z.number().optional(),
  createdAt: Instant,
})
export type Media = z.infer<typeof Media>

/**
 * Path parameter that identifies a media file. `download` makes the browser save the file instead of showing it.
 */
export const MediaPath = z.strictObject({ mediaId: Id, download: z.literal('1').optional() })
export type MediaPath = z.infer<typeof MediaPath>

/** A campaign's logo. `GET /media/:mediaId` returns its file. */
export const Logo = z.object({ mediaId: Id, kind: z.enum(['image', 'webm']), type: MediaType })
export type Logo = z.infer<typeof Logo>

/**
 * Input for creating a campaign. Each kind of invalid value has a code in the error table.
 * @example CampaignDraft.parse({ name: 'Winter run', viewsGoal: 10_000, category: 'Fitness_Sports', network: 'tiktok', link: 'https://a.example', mediaId }).duration // '1w'
 */
export const CampaignDraft = z.strictObject({
  name: PlainText(80),
  viewsGoal: z
    .int({ error: 'views_goal_invalid' })
    .min(1_000, { error: 'views_goal_invalid' })
    .max(500_000, { error: 'views_goal_invalid' })
    .multipleOf(1_000, { error: 'views_goal_invalid' }),
  category: z.enum(Category.options, { error: 'category_required' }),
  /** Required audience language. Any language if missing. */
  language: AudienceLanguage.optional(),
  /** Target regions of the audience. Any region if empty. */
  zones: zones.default([]),
  network: Network,
  link: WebLink,
  duration: CampaignDuration.default('1w'),
  /** A logo that the same brand has uploaded. */
  mediaId: z.uuid({ error: 'media_required' }),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/**
 * The brand's saved wizard state, one per brand. Fields may be missing or invalid, because only the final submission is
 * validated.
 * @example WizardDraft.parse({ step: 4, viewsGoal: 10_000, link: 'https://' })
 */
export const WizardDraft = z.strictObject({
  step: z.int().min(1).max(7),
  name: z
    .string()
    .max(80 * BYTES_PER_CHARACTER)
    .optional(),
  viewsGoal: z.int().min(0).max(500_000).optional(),
  category: Category.optional(),
  language: AudienceLanguage.optional(),
  zones: zones.optional(),
  network: Network.optional(),
  link: z.string().max(2000).optional(),
  duration: CampaignDuration.optional(),
  mediaId: Id.optional(),
})
export type WizardDraft = z.infer<typeof WizardDraft>

/**
 * Input of `PUT /drafts/current`. `basedOn` is the `savedAt` of the draft that was edited, or null for a new draft. If
 * the stored draft is a different one, the request fails with `conflict`. Without `basedOn`, the stored draft is
 * overwritten.
 */
export const DraftInput = WizardDraft.extend({ basedOn: Instant.nullable().optional() })
export type DraftInput = z.infer<typeof DraftInput>

/** Response to `GET /drafts/current`. `draft` is missing if none is saved. */
export const CurrentDraft = z.object({
  draft: WizardDraft.extend({ savedAt: Instant, media: Media.optional() }).optional(),
  /** Networks whose campaigns creators can find in the public list. Campaigns on other networks are unlisted. */
  publicNetworks: z.array(Network),
})
export type CurrentDraft = z.infer<typeof CurrentDraft>

/**
 * Phase of a campaign. `closed`: all views are allocated, some of them pending review. `ended`: the final checks are
 * running. `settled`: final.
 */
const CampaignPhase = z.enum(['funding', 'unfunded', 'open', 'closed', 'ended', 'settled'])

/**
 * A campaign as its own brand sees it. Instants are in ISO 8601 UTC.
 * @example const { items } = await call('GET', '/campaigns/campaigns', {})
 */
export const Campaign = z.object({
  id: Id,
  brandId: Id,
  name: z.string(),
  viewsGoal: Views,
  /** Views charged so far. */
  actualViews: Views,
  /** Views reserved for pending reviews. */
  reservedViews: Views,
  /** All views of the creators' videos up to the last settlement, counted or not. */
  observedViews: Views,
  /** True if any view is known, even one read after the last settlement. Such a campaign cannot be deleted. */
  hasViews: z.boolean(),
  signUps: z.int().min(0),
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  network: Network,
  link: z.string(),
  logo: Logo,
  duration: CampaignDuration,
  status: CampaignStatus,
  phase: CampaignPhase,
  rateCard: CampaignRateCard,
  /** Prize pool: the most that all creators together can earn. */
  cashprizeCents: Cents,
  /** Present only if funding failed. */
  missingViews: Views.optional(),
  /** Deletion time of a campaign whose funding failed. */
  removedAt: Instant.optional(),
  createdAt: Instant,
  /** Set when the campaign is funded. */
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  endedAt: Instant.optional(),
  /** Time at which earnings become payable, after the final checks. */
  payableAt: Instant.optional(),
  /**
   * Time of the brand's deletion request. The campaign has ended, and it is deleted at settlement if no view was
   * charged.
   */
  deleteRequestedAt: Instant.optional(),
})
export type Campaign = z.infer<typeof Campaign>

/** Path parameter that identifies a campaign. */
export const CampaignPath = z.strictObject({ campaignId: Id })
export type CampaignPath = z.infer<typeof CampaignPath>

/**
 * Response to `DELETE /campaigns/:campaignId`. `isGone` is false if creators have joined. In that case the campaign
 * ends, counted views are paid, and settlement deletes the campaign if no view was charged.
 */
export const CampaignDeletion = z.object({ isGone: z.boolean() })

export const RenameInput = z.strictObject({ campaignId: Id, name: PlainText(80) })
export type RenameInput = z.infer<typeof RenameInput>

/**
 * `active`: running or waiting for credits. `expired`: ended before its goal, or never funded.
 * @source specification §4
 */
export const CampaignTab = z.enum(['active', 'completed', 'expired'])
export type CampaignTab = z.infer<typeof CampaignTab>

/**
 * Selects a page of the brand's campaigns, newest first.
 * @example CampaignsQuery.parse({ tab: 'active' }) // { tab: 'active', limit: 20 }
 */
export const CampaignsQuery = PageQuery.extend({ tab: CampaignTab.optional() })
export type CampaignsQuery = z.infer<typeof CampaignsQuery>

/**
 * Response to `GET /campaigns/summary`: the number of campaigns per tab, the tab to open first, and the total views.
 */
export const CampaignsSummary = z.object({
  counts: z.object({ active: z.int(), completed: z.int(), expired: z.int() }),
  defaultTab: CampaignTab,
  /** Total number of charged views in all campaigns. */
  totalViews: Views,
})
export type CampaignsSummary = z.infer<typeof CampaignsSummary>

// —— sign-ups ——

/** Why an account cannot join. `ineligibilityTable` holds the text for each reason. */
export const IneligibilityReason = z.enum(ineligibilityReasons)
export type IneligibilityReason = z.infer<typeof IneligibilityReason>

/**
 * Query for campaigns that creators may join. `remaining` is the maximum time left. `minViews` and `maxViews` limit the
 * goal.
 * @example PublicCampaignsQuery.parse({ remaining: '3d', minViews: '5000' })
 */
export const PublicCampaignsQuery = PageQuery.extend({
  language: AudienceLanguage.optional(),
  category: Category.optional(),
  minViews: z.coerce.number<number>('invalid_input').int().min(0).max(500_000).optional(),
  maxViews: z.coerce.number<number>('invalid_input').int().min(0).max(500_000).optional(),
  remaining: z.enum(['all', '24h', '3d', '7d', '30d']).default('all'),
})
export type PublicCampaignsQuery = z.infer<typeof PublicCampaignsQuery>

/** The brand as creators see it, under its current name. */
const ShownBrandFields = {
  /** Missing until the brand's name has arrived from the identity service. */
  brandName: z.string().optional(),
  /** The brand's registration date, if an older brand has a similar name. */
  brandSince: Instant.optional(),
}

/** A campaign as a creator sees it, including whether the creator's accounts may join. */
export const PublicCampaign = z.object({
  id: Id,
  name: z.string(),
  ...ShownBrandFields,
  viewsGoal: Views,
  /** Views allocated so far, charged or reserved for a review. */
  grantedViews: Views,
  remainingViews: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  network: Network,
  link: z.string(),
  logo: Logo,
  startsAt: Instant,
  endsAt: Instant,
  rateCard: CampaignRateCard,
  cashprizeCents: Cents,
  /** The creator's verified accounts on this network. */
  accounts: z.array(z.object({ accountId: Id, username: z.string(), isEligible: z.boolean(), reasons: z.array(IneligibilityReason) })),
  /** All reasons why no account may join, in display order. Empty if an account may join. */
  reasons: z.array(IneligibilityReason),
  signedUpWith: z.string().optional(),
})
export type PublicCampaign = z.infer<typeof PublicCampaign>
/**
 * `figures` holds the values for the placeholders in the reasons' texts. `windowDays` is the number of days for which a
 * video would count; it becomes part of the sign-up's terms.
 */
export const PublicCampaigns = Page(PublicCampaign).extend({ figures: z.object({ limit: z.int(), minimum: z.int() }), windowDays: z.int() })
export type PublicCampaigns = z.infer<typeof PublicCampaigns>

const reference = z.uuid({ error: 'data_invalid' })
/** Input for joining a campaign with one of the creator's verified accounts. */
export const SignUpToCampaignInput = z.strictObject({ campaignId: reference, accountId: reference })
export type SignUpToCampaignInput = z.infer<typeof SignUpToCampaignInput>

/** A sign-up as its own creator sees it, with everything that the instructions need. */
export const SignUp = z.object({
  id: Id,
  campaignId: Id,
  /** Current name of the campaign. The name at sign-up is in the terms. */
  campaignName: z.string(),
  ...ShownBrandFields,
  accountId: Id,
  network: Network,
  username: z.string(),
  /** Must appear in the description of each video. */
  code: PostCode,
  /** Must appear in the bio. */
  link: z.string(),
  logo: Logo,
  signedUpAt: Instant,
  endsAt: Instant,
  state: SignUpState,
  /** Views from the campaign's goal that are allocated to any of its creators, charged or reserved for a review. */
  grantedViews: Views,
  /** Actual end of the campaign: `endsAt`, or earlier if all its views were charged or its brand ended it. */
  endedAt: Instant.optional(),
  payableAt: Instant.optional(),
  terms: SignUpTerms,
  ...SignUpFigures,
  videos: z.array(CountedVideo),
})
export type SignUp = z.infer<typeof SignUp>
export const SignUps = Page(SignUp)

/** A sign-up as the campaign's brand sees it, without the code. */
export const RegisteredCreator = z.object({
  id: Id,
  network: Network,
  username: z.string(),
  signedUpAt: Instant,
  ...SignUpFigures,
})
export type RegisteredCreator = z.infer<typeof RegisteredCreator>
export const RegisteredCreators = Page(RegisteredCreator)
export const RegisteredCreatorsQuery = PageQuery.extend({ campaignId: Id })
export type RegisteredCreatorsQuery = z.infer<typeof RegisteredCreatorsQuery>

/** Path parameter that identifies a sign-up. */
export const SignUpPath = z.strictObject({ signUpId: Id })
export type SignUpPath = z.infer<typeof SignUpPath>

/**
 * Response to `GET /sign-ups/:signUpId/receipt`: how the earnings were computed. The creator and the campaign's
 * brand see the same receipt.
 */
export const Receipt = z.object({
  signUpId: Id,
  campaignId: Id,
  campaignName: z.string(),
  ...ShownBrandFields,
  network: Network,
  username: z.string(),
  signedUpAt: Instant,
  terms: SignUpTerms,
  ...SignUpFigures,
  /** Earnings before rounding down, in thousandths of a cent: views × rate / 1,000. */
  exactMilliCents: z.int(),
  /** True after the campaign's end, when fixing a video brings no more views. */
  isOver: z.boolean(),
  isFinal: z.boolean(),
  /** The network did not answer at the final reading, so the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
  days: z.array(AllocationLine),
  videos: z.array(CountedVideo),
})
export type Receipt = z.infer<typeof Receipt>
