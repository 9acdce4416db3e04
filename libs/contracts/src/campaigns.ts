/** Campaigns, creators' sign-ups and the allocation of views. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { CountedVideo, Exclusion } from './metrics.ts'
import { ineligibilityReasons } from './reasons.ts'
import { BYTES_PER_CHARACTER } from './text.ts'
import {
  AudienceLanguage,
  BusinessDay,
  Category,
  Cents,
  Id,
  Instant,
  Network,
  Page,
  PageQuery,
  PlainText,
  Version,
  Views,
  WebLink,
  Zone,
} from './words.ts'

/** Duration of a campaign: 7 or 30 days. @source decisions §3 */
export const CampaignDuration = z.enum(['1w', '1 month'])
export type CampaignDuration = z.infer<typeof CampaignDuration>

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

/** The rate for views, fixed when the campaign is created. */
export const CampaignRateCard = z.object({ validFrom: BusinessDay, centsPer1000: z.int().min(0) })

/**
 * Phase of a campaign. `closed`: all views are allocated, some of them pending review. `ended`: the final checks are
 * running. `settled`: final.
 */
export const CampaignPhase = z.enum(['funding', 'unfunded', 'open', 'closed', 'ended', 'settled'])
export type CampaignPhase = z.infer<typeof CampaignPhase>

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

/** Notifies the campaign's brand and all creators, whose lists of campaigns may change. */
const ofBrandAndCreators = ({ brandId }: { brandId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: 'role:creator' as const, topic: 'campaigns' as const },
]

/** A brand created a campaign, and the payouts service should hold credits for it. */
export const CampaignRequested = defineEvent(
  'campaign.requested',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), network: Network, viewsGoal: Views, version: Version }),
  { live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** A campaign was funded and is running. Transient until a service subscribes to it. */
export const CampaignActivated = defineEvent(
  'campaign.activated',
  1,
  z.object({ campaignId: Id, brandId: Id, startsAt: Instant, endsAt: Instant, version: Version }),
  { transient: true, live: ofBrandAndCreators },
)

/** Funding failed: the brand was `missingViews` credits short. Transient until a service subscribes to it. */
export const CampaignFailed = defineEvent(
  'campaign.failed',
  1,
  z.object({ campaignId: Id, brandId: Id, missingViews: Views.optional(), version: Version }),
  { transient: true, live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** A campaign was renamed. Services with a copy keep the name from the newest version. */
export const CampaignRenamed = defineEvent(
  'campaign.renamed',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), version: Version }),
  { live: ofBrandAndCreators },
)

/** A settlement changed a campaign's views, or the campaign was deleted. Notifies screens only. */
export const CampaignChanged = defineEvent('campaign.changed', 1, z.object({ campaignId: Id, brandId: Id, version: Version }), {
  transient: true,
  live: ofBrandAndCreators,
})

// —— sign-ups ——

/**
 * Code that a creator puts in the video's description, so that we can find the video: `RF-` and 5 capital letters and
 * digits, without ambiguous characters.
 * @source decisions §3
 */
export const PostCode = z.string().regex(/^RF-[A-HJ-NP-Z2-9]{5}$/)
export type PostCode = z.infer<typeof PostCode>

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

/** The campaign's terms at the time of the sign-up. */
export const SignUpTerms = z.object({
  campaignName: z.string(),
  viewsGoal: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  duration: CampaignDuration,
  rateCard: CampaignRateCard,
  /** Number of days for which a video counts after it is first seen, at most until the campaign's end. */
  windowDays: z.int(),
  termsVersion: z.string(),
})
export type SignUpTerms = z.infer<typeof SignUpTerms>

/** Totals counted so far. Always `observed = qualified + inReview + Σ excluded`. */
export const SignUpCount = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/**
 * State of a sign-up. `closed`: the campaign has allocated all its views. `ended`: the final checks are running.
 * `settled`: payable. `withdrawn`: the brand deleted the campaign, and no view was charged.
 */
export const SignUpState = z.enum(['active', 'closed', 'ended', 'settled', 'withdrawn'])
export type SignUpState = z.infer<typeof SignUpState>

const SignUpFigures = {
  count: SignUpCount,
  /** Views allocated from the campaign's goal: charged permanently, or reserved for reviews. */
  charged: Views,
  reserved: Views,
  /** Earnings for the charged views. */
  cents: Cents,
}

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

const Step = z.object({ before: Views, after: Views })

/** One business day's allocation for a sign-up, with all values needed to recompute it by hand. */
export const AllocationLine = z.object({
  day: BusinessDay,
  /** Views counted from the sign-up to this day. */
  qualified: Views,
  inReview: Views,
  /** The part of the qualified views that counts from this day by default, because no decision was made in time. */
  byDefault: Views,
  /**
   * `removed`: views that qualified or were in review until the final reading removed them. `returned`: credits for
   * these views that went back to the brand.
   */
  removed: Views.optional(),
  returned: Views.optional(),
  /**
   * `demand`: views not allocated so far. `granted`: views allocated now. `freed`: views returned by a rejected review.
   */
  demand: Views,
  granted: Views,
  freed: Views,
  /** Views of the goal left to share among all sign-ups. */
  left: Views,
  /**
   * Present only if the demands exceeded `left`. The share is `left × numerator / denominator` rounded down, plus one
   * view for the first `extras` ranks.
   */
  shared: z.object({ numerator: Views, denominator: Views, rank: z.int(), extras: z.int() }).optional(),
  charged: Step,
  reserved: Step,
  cents: Step,
  rateCard: CampaignRateCard,
  /**
   * Revision of the underlying totals in the metrics service, or 0 if there were none. Used by the `recount` command.
   */
  revision: z.int().min(0),
})
export type AllocationLine = z.infer<typeof AllocationLine>

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

/** Identifies a sign-up, its campaign, brand and creator. `version` is the version of the sign-up. */
const SignupFacts = z.object({ signupId: Id, campaignId: Id, brandId: Id, creatorId: Id, version: Version })

const bothSides = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: `user:${creatorId}` as const, topic: 'campaigns' as const },
]

/**
 * A creator joined a campaign with one account. The account's videos with `code` are measured until `endsAt`, and each
 * video for `windowDays` after it is first seen.
 */
export const SignupCreated = defineEvent(
  'signup.created',
  1,
  SignupFacts.extend({
    accountId: Id,
    /** The account's stable id on the network. Usernames can change. */
    externalId: z.string(),
    network: Network,
    username: z.string(),
    code: PostCode,
    /** The link that must appear in the bio. */
    link: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    windowDays: z.int().min(1).max(30),
  }),
  { live: bothSides },
)

/**
 * New totals of a reading or decision have arrived, but nothing is allocated for them yet. Notifies screens only, after
 * both services have stored the totals.
 */
export const SignupCounted = defineEvent('signup.counted', 1, SignupFacts, { transient: true, live: bothSides })

/**
 * Cumulative allocation of a sign-up after the settlement of `day`: views charged and reserved, and cents for the
 * charged views. Consumers keep the newest version and post the difference from what they have already posted. The
 * amounts never fall, because only `signup.settled` may reduce them. May follow `campaign.ended`, because the last
 * views are read after the end.
 */
export const SignupCredited = defineEvent(
  'signup.credited',
  1,
  SignupFacts.extend({ day: BusinessDay, charged: Views, reserved: Views, cents: Cents }),
  { live: bothSides },
)

/**
 * Final settlement of a sign-up: the charged views and earned cents that remain are payable. Only this event may lower
 * them.
 */
export const SignupSettled = defineEvent('signup.settled', 1, SignupFacts.extend({ charged: Views, cents: Cents }), {
  live: bothSides,
})

const CampaignFacts = z.object({ campaignId: Id, brandId: Id, version: Version })

/**
 * A campaign ended. Of its credits, `charged` are spent, `reserved` are pending review, and `kept` are for the last
 * views, which networks report until the final reading. The rest returns to the brand. Creators' earnings are held
 * until `payableAt`.
 */
export const CampaignEnded = defineEvent(
  'campaign.ended',
  1,
  CampaignFacts.extend({
    status: z.enum(['completed', 'failed']),
    charged: Views,
    reserved: Views,
    kept: Views,
    endedAt: Instant,
    payableAt: Instant,
  }),
  { live: ofBrandAndCreators },
)

/** The final checks are done. `charged` credits are spent permanently, and all others return to the brand. */
export const CampaignSettled = defineEvent(
  'campaign.settled',
  1,
  CampaignFacts.extend({ status: z.enum(['completed', 'failed']), charged: Views }),
  { live: ofBrandAndCreators },
)
