/** Campaigns: what a brand asks for, and what becomes of it. */
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

/** How long a campaign runs: 7 or 30 days. @source decisions §3 */
export const CampaignDuration = z.enum(['1w', '1 month'])
export type CampaignDuration = z.infer<typeof CampaignDuration>

/**
 * `funding`: credits are being held. `active`. `completed`: the goal was reached. `failed`: the credits did not suffice (`missingViews` says how many were
 * short), or the end came before the goal.
 */
export const CampaignStatus = z.enum(['funding', 'active', 'completed', 'failed'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

const zones = z
  .array(Zone)
  .max(4)
  .refine((all) => new Set(all).size === all.length, { error: 'invalid_input' })

/** In pixels, exactly. @source specification §5 */
export const LOGO_SIZE = { width: 1072, height: 250 } as const
/** @source specification §9 */
export const MEDIA_MAX_BYTES = 40 * 1024 * 1024
/** Of a video logo. @source specification §9 */
export const VIDEO_MIN_SECONDS = 15
/** What is taken, as the content says it, not the file's name. */
export const MediaType = z.enum(['image/png', 'image/jpeg', 'video/webm'])
export type MediaType = z.infer<typeof MediaType>

/** A logo that a brand has uploaded: `POST /media`, the file itself as the body. `GET /media/:mediaId` gives it back. */
export const Media = z.object({
  id: Id,
  kind: z.enum(['image', 'webm']),
  type: MediaType,
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  /** Of a video. */
  durationS: z.number().optional(),
  createdAt: Instant,
})
export type Media = z.infer<typeof Media>

/** `download`: to be saved, not shown. @example get('/media/:mediaId', { input: MediaPath, … }) */
export const MediaPath = z.strictObject({ mediaId: Id, download: z.literal('1').optional() })
export type MediaPath = z.infer<typeof MediaPath>

/** A campaign's logo; its file is `GET /media/:mediaId`. */
export const Logo = z.object({ mediaId: Id, kind: z.enum(['image', 'webm']), type: MediaType })
export type Logo = z.infer<typeof Logo>

/**
 * What a brand asks for. What is wrong with a field is said by a code of the error table.
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
  /** Left out: any language. */
  language: AudienceLanguage.optional(),
  /** Where the audience should be; none: anywhere. */
  zones: zones.default([]),
  network: Network,
  link: WebLink,
  duration: CampaignDuration.default('1w'),
  /** One of the brand's own. */
  mediaId: z.uuid({ error: 'media_required' }),
})
export type CampaignDraft = z.infer<typeof CampaignDraft>

/**
 * The wizard as it was left, any step half filled: nothing in it is judged before the campaign is asked for. One per brand.
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
 * `PUT /drafts/current`. `basedOn`: the `savedAt` of the draft that this one was made of, null for none; when another one is there by now, it is a `conflict`.
 * Left out: whatever is there is replaced.
 */
export const DraftInput = WizardDraft.extend({ basedOn: Instant.nullable().optional() })
export type DraftInput = z.infer<typeof DraftInput>

/** `GET /drafts/current`; without a draft there is none. */
export const CurrentDraft = z.object({
  draft: WizardDraft.extend({ savedAt: Instant, media: Media.optional() }).optional(),
  /** Whose campaigns creators find and join by themselves; campaigns on others stand in no public list. */
  publicNetworks: z.array(Network),
})
export type CurrentDraft = z.infer<typeof CurrentDraft>

/** What views are paid; kept from the day of the creation. */
export const CampaignRateCard = z.object({ validFrom: BusinessDay, centsPer1000: z.int().min(0) })

/**
 * Where a campaign stands. `closed`: all views are given out, part of them waits for reviews. `ended`: the final checks run. `settled`: the last word.
 */
export const CampaignPhase = z.enum(['funding', 'unfunded', 'open', 'closed', 'ended', 'settled'])
export type CampaignPhase = z.infer<typeof CampaignPhase>

/**
 * A campaign as its own brand sees it. Views are whole views, instants ISO 8601 in UTC.
 * @example const { items } = await call<{ items: Campaign[] }>('GET', '/campaigns/campaigns')
 */
export const Campaign = z.object({
  id: Id,
  brandId: Id,
  name: z.string(),
  viewsGoal: Views,
  /** Charged so far. */
  actualViews: Views,
  /** Waiting for reviews. */
  reservedViews: Views,
  /** All that creators' videos have brought, whether it counts or not; as of the last settlement. */
  observedViews: Views,
  /** A view of it is known, also one that was read since the last settlement: then it cannot be deleted. */
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
  /** What all creators can earn together. */
  cashprizeCents: Cents,
  /** Only when the funding failed. */
  missingViews: Views.optional(),
  /** Set when funding failed: the campaign is deleted at this time. */
  removedAt: Instant.optional(),
  createdAt: Instant,
  /** From the moment it is funded. */
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
  endedAt: Instant.optional(),
  /** When what was earned is to be paid, the final checks being done. */
  payableAt: Instant.optional(),
  /** The brand wants it gone: it has ended, and goes when it is settled without a charged view. */
  deleteRequestedAt: Instant.optional(),
})
export type Campaign = z.infer<typeof Campaign>

/** Names one campaign in an address. @example get('/campaigns/:campaignId', { role: 'brand', input: CampaignPath, output: Campaign, run: showCampaign }) */
export const CampaignPath = z.strictObject({ campaignId: Id })
export type CampaignPath = z.infer<typeof CampaignPath>

/**
 * `DELETE /campaigns/:campaignId`. Not gone at once when creators have joined: it has ended then, what they brought until now is read and paid, and it goes with
 * its settlement when that is nothing.
 */
export const CampaignDeletion = z.object({ isGone: z.boolean() })
export type CampaignDeletion = z.infer<typeof CampaignDeletion>

export const RenameInput = z.strictObject({ campaignId: Id, name: PlainText(80) })
export type RenameInput = z.infer<typeof RenameInput>

/** `active`: runs or waits for its credits. `completed`. `expired`: ended before its goal, or never funded. @source specification §4 */
export const CampaignTab = z.enum(['active', 'completed', 'expired'])
export type CampaignTab = z.infer<typeof CampaignTab>

/** Which page of the brand's campaigns, newest first. @example CampaignsQuery.parse({ tab: 'active' }) // { tab: 'active', limit: 20 } */
export const CampaignsQuery = PageQuery.extend({ tab: CampaignTab.optional() })
export type CampaignsQuery = z.infer<typeof CampaignsQuery>

/** `GET /campaigns/summary`: how many campaigns stand under each tab, which one opens first, and the views of all. */
export const CampaignsSummary = z.object({
  counts: z.object({ active: z.int(), completed: z.int(), expired: z.int() }),
  defaultTab: CampaignTab,
  /** Charged views of all campaigns. */
  totalViews: Views,
})
export type CampaignsSummary = z.infer<typeof CampaignsSummary>

/** Its own brand, and all creators: what they may join is on their screens. */
const ofBrandAndCreators = ({ brandId }: { brandId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: 'role:creator' as const, topic: 'campaigns' as const },
]

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
  { transient: true, live: ofBrandAndCreators },
)

/** Not funded: so many views were missing. Transient until a service has to hear it. */
export const CampaignFailed = defineEvent(
  'campaign.failed',
  1,
  z.object({ campaignId: Id, brandId: Id, missingViews: Views.optional(), version: Version }),
  { transient: true, live: ({ brandId }) => [{ to: `user:${brandId}`, topic: 'campaigns' }] },
)

/** A campaign is called otherwise from now on; who keeps its name keeps that of the newest version. */
export const CampaignRenamed = defineEvent(
  'campaign.renamed',
  1,
  z.object({ campaignId: Id, brandId: Id, name: z.string(), version: Version }),
  { live: ofBrandAndCreators },
)

/** Something about a campaign has changed: its views since a day was settled, or that it is gone. For the screens. */
export const CampaignChanged = defineEvent('campaign.changed', 1, z.object({ campaignId: Id, brandId: Id, version: Version }), {
  transient: true,
  live: ofBrandAndCreators,
})

// —— sign-ups ——

/** What a creator writes into the video's description, and how videos are found: `RF-` and 5 capital letters and digits without look-alikes. @source decisions §3 */
export const PostCode = z.string().regex(/^RF-[A-HJ-NP-Z2-9]{5}$/)
export type PostCode = z.infer<typeof PostCode>

/** Why an account cannot join; sentences in `ineligibilityTable`. */
export const IneligibilityReason = z.enum(ineligibilityReasons)
export type IneligibilityReason = z.infer<typeof IneligibilityReason>

/**
 * What creators may join. `remaining`: ends within so long; `minViews` and `maxViews` are of the goal.
 * @example PublicCampaignsQuery.parse({ remaining: '3d', minViews: '5000' })
 */
export const PublicCampaignsQuery = PageQuery.extend({
  language: AudienceLanguage.optional(),
  category: Category.optional(),
  minViews: z.coerce.number('invalid_input').int().min(0).max(500_000).optional(),
  maxViews: z.coerce.number('invalid_input').int().min(0).max(500_000).optional(),
  remaining: z.enum(['all', '24h', '3d', '7d', '30d']).default('all'),
})
export type PublicCampaignsQuery = z.infer<typeof PublicCampaignsQuery>

/** The brand as creators see it, under its current name. */
const ShownBrandFields = {
  /** Absent for the moment in which the brand's name has not arrived yet. */
  brandName: z.string().optional(),
  /** When the brand registered, if an older brand's name looks alike. */
  brandSince: Instant.optional(),
}

/** A campaign as a creator sees it, with what speaks for and against joining it. */
export const PublicCampaign = z.object({
  id: Id,
  name: z.string(),
  ...ShownBrandFields,
  viewsGoal: Views,
  /** Given out so far, for good or until a review decides. */
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
  /** All reasons against joining, in their order; none when an account may join. */
  reasons: z.array(IneligibilityReason),
  signedUpWith: z.string().optional(),
})
export type PublicCampaign = z.infer<typeof PublicCampaign>
/** The figures in the reasons' sentences come with the page, and for how many days a video would count, which becomes part of a sign-up's terms. */
export const PublicCampaigns = Page(PublicCampaign).extend({ figures: z.object({ limit: z.int(), minimum: z.int() }), windowDays: z.int() })
export type PublicCampaigns = z.infer<typeof PublicCampaigns>

const reference = z.uuid({ error: 'data_invalid' })
/** Joins a campaign with one of one's own verified accounts. */
export const SignUpToCampaignInput = z.strictObject({ campaignId: reference, accountId: reference })
export type SignUpToCampaignInput = z.infer<typeof SignUpToCampaignInput>

/** The campaign's terms as they stood at the sign-up. */
export const SignUpTerms = z.object({
  campaignName: z.string(),
  viewsGoal: Views,
  category: Category,
  language: AudienceLanguage.optional(),
  zones: z.array(Zone),
  duration: CampaignDuration,
  rateCard: CampaignRateCard,
  /** A video counts for so many days after it is first seen, and never after the campaign's end. */
  windowDays: z.int(),
  termsVersion: z.string(),
})
export type SignUpTerms = z.infer<typeof SignUpTerms>

/** What has been counted so far. Always `observed = qualified + inReview + Σ excluded`. */
export const SignUpCount = z.object({ observed: Views, qualified: Views, inReview: Views, excluded: z.array(Exclusion) })

/**
 * Where a sign-up stands. `active`; `closed`: the campaign has given out all its views; `ended`: the final checks run; `settled`: payable;
 * `withdrawn`: the brand took the campaign away, and no view of it was charged.
 */
export const SignUpState = z.enum(['active', 'closed', 'ended', 'settled', 'withdrawn'])
export type SignUpState = z.infer<typeof SignUpState>

const SignUpFigures = {
  count: SignUpCount,
  /** Granted of the campaign's goal, for good and until reviews decide. */
  charged: Views,
  reserved: Views,
  /** For the charged views. */
  cents: Cents,
}

/** A sign-up as its own creator sees it, with all that the instructions need. */
export const SignUp = z.object({
  id: Id,
  campaignId: Id,
  /** As it is called now; what it was called then is in the terms. */
  campaignName: z.string(),
  ...ShownBrandFields,
  accountId: Id,
  network: Network,
  username: z.string(),
  /** Has to stand in the description of each video. */
  code: PostCode,
  /** Has to stand in the bio. */
  link: z.string(),
  logo: Logo,
  signedUpAt: Instant,
  endsAt: Instant,
  state: SignUpState,
  /** Of the campaign's goal, given out to all its creators so far, for good or until a review decides. */
  grantedViews: Views,
  /** When the campaign really ended: at `endsAt`, or earlier when all its views were charged or its brand ended it. */
  endedAt: Instant.optional(),
  payableAt: Instant.optional(),
  terms: SignUpTerms,
  ...SignUpFigures,
  videos: z.array(CountedVideo),
})
export type SignUp = z.infer<typeof SignUp>
export const SignUps = Page(SignUp)

/** A sign-up as the campaign's brand sees it: never the code. */
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

/** What one business day has granted, and all that it rests on: enough to reckon it again by hand. */
export const CreditLineOfDay = z.object({
  day: BusinessDay,
  /** Views counted until then, since the sign-up. */
  qualified: Views,
  inReview: Views,
  /** Of those qualified: what counts since this day because nobody decided in time. */
  byDefault: Views,
  /** What the final reading took off views that qualified or were in review, and how many of the credits granted for them returned to the brand. */
  removed: Views.optional(),
  returned: Views.optional(),
  /** What had been granted nothing yet, what was granted now, and what a refused review gave back. */
  demand: Views,
  granted: Views,
  freed: Views,
  /** What the goal left to share among all sign-ups. */
  left: Views,
  /** Only where the demands exceeded it: `left × numerator / denominator`, rounded down, and one view more for the first `extras` ranks. */
  shared: z.object({ numerator: Views, denominator: Views, rank: z.int(), extras: z.int() }).optional(),
  charged: Step,
  reserved: Step,
  cents: Step,
  rateCard: CampaignRateCard,
  /** Of the totals that it rests on, as metrics counts them; 0 when there were none yet. `recount` finds them by it. */
  revision: z.int().min(0),
})
export type CreditLineOfDay = z.infer<typeof CreditLineOfDay>

/** Names one sign-up in an address. */
export const SignUpPath = z.strictObject({ signUpId: Id })
export type SignUpPath = z.infer<typeof SignUpPath>

/** Why somebody earned what: `GET /sign-ups/:signUpId/receipt`, the same for its creator and for the campaign's brand. */
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
  /** Views × rate / 1,000 before it was rounded down: in thousandths of a cent. */
  exactMilliCents: z.int(),
  /** Its campaign is over: a video that is mended from now on brings nothing more. */
  isOver: z.boolean(),
  isFinal: z.boolean(),
  /** The network stayed silent at the final reading: the last known figures are final. */
  finalReadingMissing: z.literal(true).optional(),
  days: z.array(CreditLineOfDay),
  videos: z.array(CountedVideo),
})
export type Receipt = z.infer<typeof Receipt>

/** Who a sign-up belongs to; `version` is the sign-up's. */
const SignupFacts = z.object({ signupId: Id, campaignId: Id, brandId: Id, creatorId: Id, version: Version })

const bothSides = ({ brandId, creatorId }: { brandId: string; creatorId: string }) => [
  { to: `user:${brandId}` as const, topic: 'campaigns' as const },
  { to: `user:${creatorId}` as const, topic: 'campaigns' as const },
]

/**
 * A creator has joined a campaign with one account: from now on its videos with `code` are measured, until `endsAt` and each for `windowDays` after it is first
 * seen.
 */
export const SignupCreated = defineEvent(
  'signup.created',
  1,
  SignupFacts.extend({
    accountId: Id,
    /** The network's stable id of the account; usernames change. */
    externalId: z.string(),
    network: Network,
    username: z.string(),
    code: PostCode,
    /** Which has to stand in the bio. */
    link: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    windowDays: z.int().min(1).max(30),
  }),
  { live: bothSides },
)

/** A reading's or a decision's totals have arrived, and nothing is granted for them yet. For the screens, after both services know. */
export const SignupCounted = defineEvent('signup.counted', 1, SignupFacts, { transient: true, live: bothSides })

/**
 * What a sign-up has been granted in all up to the settlement of `day`: views charged and reserved, cents for the views charged. Cumulative, so who hears it
 * posts the difference to what it has posted and keeps the newest version; it never falls, for only `signup.settled` may take back. It may come after `campaign.ended`: the last views are read then.
 */
export const SignupCredited = defineEvent(
  'signup.credited',
  1,
  SignupFacts.extend({ day: BusinessDay, charged: Views, reserved: Views, cents: Cents }),
  { live: bothSides },
)

/** The final settlement of a sign-up: what remains charged and earned in all is payable. Only here may both be less than before. */
export const SignupSettled = defineEvent('signup.settled', 1, SignupFacts.extend({ charged: Views, cents: Cents }), {
  live: bothSides,
})

const CampaignFacts = z.object({ campaignId: Id, brandId: Id, version: Version })

/**
 * A campaign is over. Of its credits `charged` are used, `reserved` wait for reviews and `kept` for the last views, which networks report until the final reading;
 * the rest is the brand's again. What its creators have earned is held until `payableAt`.
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

/** The final checks are done: `charged` credits are used for good, all others are the brand's again. */
export const CampaignSettled = defineEvent(
  'campaign.settled',
  1,
  CampaignFacts.extend({ status: z.enum(['completed', 'failed']), charged: Views }),
  { live: ofBrandAndCreators },
)
