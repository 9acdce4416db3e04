import { z } from 'zod'
import { AllocationLine, CampaignDuration, CampaignRateCard, PostCode, SignUpFigures, SignUpState, SignUpTerms } from './campaign-values.ts'
import { isDeletedName } from './deleted.ts'
import { CountedVideo } from './metrics.ts'
import { ineligibilityReasons } from './reasons.ts'
import { BYTES_PER_CHARACTER } from './text.ts'
import { VIEWS_GOAL } from './values.ts'
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

/** Logos must have exactly this size in pixels. @source specification §5 */
export const LOGO_SIZE = { width: 1072, height: 250 } as const
/** @source specification §9 */
export const MEDIA_MAX_BYTES = 40 * 1024 * 1024
/** @source specification §9 */
export const VIDEO_MIN_SECONDS = 15
/** The service detects the type from the file's content, not from its name. */
export const MediaType = z.enum(['image/png', 'image/jpeg', 'video/webm'])
export type MediaType = z.infer<typeof MediaType>

/** `POST /media` uploads a logo; the request body is the file. `GET /media/:mediaId` returns the file. */
export const Media = z.object({
  id: Id,
  kind: z.enum(['image', 'webm']),
  type: MediaType,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  durationS: z.number().optional(),
  createdAt: Instant,
})
export type Media = z.infer<typeof Media>

/** `download` makes the browser save the file instead of showing it. */
export const MediaPath = z.strictObject({ mediaId: Id, download: z.literal('1').optional() })
export type MediaPath = z.infer<typeof MediaPath>

export const Logo = z.object({ mediaId: Id, kind: z.enum(['image', 'webm']), type: MediaType })
export type Logo = z.infer<typeof Logo>

const CampaignName = PlainText(80).refine((name) => !isDeletedName(name), 'text_characters')

/** Each kind of invalid value has its own code in the error table. */
export const CampaignDraft = z.strictObject({
  name: CampaignName,
  viewsGoal: z
    .int({ error: 'views_goal_invalid' })
    .min(VIEWS_GOAL.min, { error: 'views_goal_invalid' })
    .max(VIEWS_GOAL.max, { error: 'views_goal_invalid' })
    .multipleOf(VIEWS_GOAL.step, { error: 'views_goal_invalid' }),
  category: z.enum(Category.options, { error: 'category_required' }),
  /** The required audience language; any language if missing. */
  language: AudienceLanguage.optional(),
  /** The target regions; any region if empty. */
  zones: zones.default([]),
  network: Network,
  link: WebLink,
  duration: CampaignDuration.default('1w'),
  /** The same brand must have uploaded this file. */
  mediaId: z.uuid({ error: 'media_required' }),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/**
 * Each brand has one saved wizard state. Fields may be missing or invalid, because only the final submission is
 * validated.
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
 * `basedOn` is the `savedAt` of the edited draft, or null for a new draft. The request fails with `conflict` if a
 * different draft is stored. Without `basedOn`, the request overwrites the stored draft.
 */
export const DraftInput = WizardDraft.extend({ basedOn: Instant.nullable().optional() })
export type DraftInput = z.infer<typeof DraftInput>

export const CurrentDraft = z.object({
  draft: WizardDraft.extend({ savedAt: Instant, media: Media.optional() }).optional(),
  /** Networks whose campaigns appear in the public list. Campaigns on other networks are unlisted. */
  publicNetworks: z.array(Network),
})
export type CurrentDraft = z.infer<typeof CurrentDraft>

/**
 * `closed`: all views are allocated, but some await review. `ended`: the final checks are running. `settled`: final.
 */
const CampaignPhase = z.enum(['funding', 'unfunded', 'open', 'closed', 'ended', 'settled'])

export const Campaign = z.object({
  id: Id,
  brandId: Id,
  name: z.string(),
  viewsGoal: Views,
  actualViews: Views,
  reservedViews: Views,
  /** All views as of the last settlement, whether or not they count. */
  observedViews: Views,
  /** Includes views read after the last settlement. A campaign with views cannot be deleted. */
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
  /** When a campaign whose funding failed will be deleted. */
  removedAt: Instant.optional(),
  createdAt: Instant,
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  endedAt: Instant.optional(),
  /** When earnings become payable, after the final checks. */
  payableAt: Instant.optional(),
  /** The brand's deletion request ended the campaign. Settlement deletes the campaign if no views were charged for. */
  deleteRequestedAt: Instant.optional(),
})
export type Campaign = z.infer<typeof Campaign>

export const CampaignPath = z.strictObject({ campaignId: Id })
export type CampaignPath = z.infer<typeof CampaignPath>

/**
 * `isGone` is false if creators have signed up. The campaign then ends, counted views are paid for, and settlement
 * deletes the campaign if no views were charged for.
 */
export const CampaignDeletion = z.object({ isGone: z.boolean() })

export const RenameInput = z.strictObject({ campaignId: Id, name: CampaignName })
export type RenameInput = z.infer<typeof RenameInput>

/**
 * `active`: running or waiting for credits. `expired`: ended before its goal, or never funded.
 * @source specification §4
 */
export const CampaignTab = z.enum(['active', 'completed', 'expired'])
export type CampaignTab = z.infer<typeof CampaignTab>

export const CampaignsQuery = PageQuery.extend({ tab: CampaignTab.optional() })
export type CampaignsQuery = z.infer<typeof CampaignsQuery>

export const CampaignsSummary = z.object({
  counts: z.object({ active: z.int(), completed: z.int(), expired: z.int() }),
  defaultTab: CampaignTab,
  totalViews: Views,
})
export type CampaignsSummary = z.infer<typeof CampaignsSummary>

// —— sign-ups ——

export const IneligibilityReason = z.enum(ineligibilityReasons)
export type IneligibilityReason = z.infer<typeof IneligibilityReason>

/** `remaining` is the maximum time left. `minViews` and `maxViews` limit the goal. */
export const PublicCampaignsQuery = PageQuery.extend({
  language: AudienceLanguage.optional(),
  category: Category.optional(),
  minViews: z.coerce.number<number>('invalid_input').int().min(0).max(500_000).optional(),
  maxViews: z.coerce.number<number>('invalid_input').int().min(0).max(500_000).optional(),
  remaining: z.enum(['all', '24h', '3d', '7d', '30d']).default('all'),
})
export type PublicCampaignsQuery = z.infer<typeof PublicCampaignsQuery>

const ShownBrandFields = {
  /** Missing until the brand's name has arrived from the identity service. */
  brandName: z.string().optional(),
  /** The brand's registration date, present only if an older brand has a similar name. */
  brandSince: Instant.optional(),
  brandLogoId: Id.optional(),
}

export const PublicCampaign = z.object({
  id: Id,
  name: z.string(),
  ...ShownBrandFields,
  viewsGoal: Views,
  /** Allocated views: charged, or reserved for reviews. */
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
  accounts: z.array(z.object({ accountId: Id, username: z.string(), isEligible: z.boolean(), reasons: z.array(IneligibilityReason) })),
  /** Why no account may sign up, in display order. Empty if at least one may. */
  reasons: z.array(IneligibilityReason),
  signedUpWith: z.string().optional(),
})
export type PublicCampaign = z.infer<typeof PublicCampaign>
/**
 * `figures`: values for the placeholders in the reasons' texts. `windowDays`: days for which a video would count, as in
 * the sign-up's terms.
 */
export const PublicCampaigns = Page(PublicCampaign).extend({ figures: z.object({ limit: z.int(), minimum: z.int() }), windowDays: z.int() })
export type PublicCampaigns = z.infer<typeof PublicCampaigns>

const reference = z.uuid({ error: 'data_invalid' })
export const SignUpToCampaignInput = z.strictObject({ campaignId: reference, accountId: reference })
export type SignUpToCampaignInput = z.infer<typeof SignUpToCampaignInput>

export const SignUp = z.object({
  id: Id,
  campaignId: Id,
  /** The campaign's current name; the terms contain the name at sign-up. */
  campaignName: z.string(),
  ...ShownBrandFields,
  accountId: Id,
  network: Network,
  username: z.string(),
  /** This code must appear in the description of each video. */
  code: PostCode,
  /** This link must appear in the bio. */
  link: z.string(),
  logo: Logo,
  signedUpAt: Instant,
  endsAt: Instant,
  state: SignUpState,
  /** Views allocated to all the campaign's creators together, charged or reserved. */
  grantedViews: Views,
  /** The actual end: before `endsAt` if all views were charged or the brand ended the campaign. */
  endedAt: Instant.optional(),
  payableAt: Instant.optional(),
  terms: SignUpTerms,
  ...SignUpFigures,
  videos: z.array(CountedVideo),
})
export type SignUp = z.infer<typeof SignUp>
export const SignUps = Page(SignUp)

/** The brand does not see the sign-up's code. */
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

export const SignUpPath = z.strictObject({ signUpId: Id })
export type SignUpPath = z.infer<typeof SignUpPath>

/** The creator and the campaign's brand see the same receipt. */
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
  /** Once the campaign has ended, fixing a video no longer gains views. */
  isOver: z.boolean(),
  isFinal: z.boolean(),
  /** The network did not respond at the final reading, so the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
  days: z.array(AllocationLine),
  videos: z.array(CountedVideo),
})
export type Receipt = z.infer<typeof Receipt>
