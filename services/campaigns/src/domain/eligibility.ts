/** Whether a creator's account may join a campaign: all reasons against it at once, for the screen shows them all. Pure. @source specification §5, decisions §3 */
import {
  type AccountLanguage,
  type AudienceLanguage,
  type Category,
  type ErrorCode,
  type IneligibilityReason,
  ineligibilityReasons,
  type Network,
  refuse,
} from '@reelfair/contracts'
import { phaseOf, type Running } from './settlement.ts'

/** @source specification §5 */
export const MAX_ACTIVE_SIGN_UPS = 5
/** On instagram. @source specification §5 */
export const MINIMUM_AVERAGE_VIEWS = 5_000

/** What is known of an account. Null or absent is "not known", never 0. */
export interface JoiningAccount {
  readonly network: Network
  readonly isVerified: boolean
  readonly language?: AccountLanguage | null | undefined
  readonly category?: Category | null | undefined
  readonly averageViews?: number | null | undefined
}

export interface JoinedCampaign extends Omit<Running, 'rateCard'> {
  readonly network: Network
  /** Any, when absent. */
  readonly language?: AudienceLanguage | undefined
  /** Any, when absent. */
  readonly category?: Category | undefined
}

export interface Joining {
  readonly campaign: JoinedCampaign
  readonly account: JoiningAccount
  /** The setting `public_campaign_networks`. */
  readonly publicNetworks: readonly Network[]
  readonly isSignedUp: boolean
  /** Of this creator, in campaigns that run. */
  readonly activeSignUps: number
  readonly at: Date
}

/**
 * All reasons that hold, in their fixed order; none: the account may join. A figure that is not known is a reason of its own, which a refresh of the
 * statistics mends: nobody is told that views are too low when nobody knows them.
 */
export function whyNotEligible(joining: Joining): IneligibilityReason[] {
  const { campaign, account, publicNetworks, isSignedUp, activeSignUps, at } = joining
  const { language, category, averageViews } = account
  const phase = phaseOf(campaign)
  const isOver = phase === 'ended' || phase === 'settled' || (campaign.endsAt !== undefined && at >= campaign.endsAt)
  const asksLanguage = campaign.language !== undefined
  const asksViews = campaign.network === 'instagram'
  const holds: Readonly<Record<IneligibilityReason, boolean>> = {
    campaign_not_active: phase === 'funding' || phase === 'unfunded',
    campaign_ended: isOver,
    campaign_closed: phase === 'closed' && !isOver,
    network_not_public: !publicNetworks.includes(campaign.network),
    already_signed_up: isSignedUp,
    signup_limit_reached: activeSignUps >= MAX_ACTIVE_SIGN_UPS,
    network_differs: account.network !== campaign.network,
    account_not_verified: !account.isVerified,
    language_analysing: language === 'wait',
    language_needs_posts: language === 'post',
    language_unknown: asksLanguage && language == null,
    language_differs: asksLanguage && language != null && language !== 'wait' && language !== 'post' && language !== campaign.language,
    category_unknown: campaign.category !== undefined && category == null,
    category_differs: campaign.category !== undefined && category != null && category !== campaign.category,
    average_views_unknown: asksViews && averageViews == null,
    average_views_too_low: asksViews && averageViews != null && averageViews < MINIMUM_AVERAGE_VIEWS,
  }
  return ineligibilityReasons.filter((reason) => holds[reason])
}

/** The figures in the sentences of the reasons. */
export const ELIGIBILITY_FIGURES = { limit: MAX_ACTIVE_SIGN_UPS, minimum: MINIMUM_AVERAGE_VIEWS } as const

/** Reasons that have a sentence of their own in the table of errors. */
const OWN_CODES: Readonly<Partial<Record<IneligibilityReason, ErrorCode>>> = {
  campaign_not_active: 'campaign_unavailable',
  campaign_ended: 'campaign_ended',
  campaign_closed: 'campaign_closed',
  already_signed_up: 'already_signed_up',
  signup_limit_reached: 'signup_limit_reached',
}

/** Refuses a sign-up for these reasons: a first one with a sentence of its own says it, else all are told. @throws Refusal when there is a reason */
export function refuseIneligible(reasons: readonly IneligibilityReason[]): void {
  const [first] = reasons
  if (!first) return
  refuse(OWN_CODES[first] ?? 'not_eligible', { reasons, ...ELIGIBILITY_FIGURES })
}
