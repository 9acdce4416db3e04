/**
 * Decides whether a creator's account may sign up for a campaign.
 * @source specification §5, decisions §3
 */
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
import { phaseOf, type SettlingCampaign } from './campaign.ts'

/** @source specification §5 */
const MAX_ACTIVE_SIGN_UPS = 5
/** Required on Instagram only. @source specification §5 */
const MINIMUM_AVERAGE_VIEWS = 5_000

/** A null or absent figure is unknown, never 0. */
export interface JoiningAccount {
  readonly network: Network
  readonly isVerified: boolean
  readonly language?: AccountLanguage | null | undefined
  readonly category?: Category | null | undefined
  readonly averageViews?: number | null | undefined
}

interface JoinedCampaign extends Omit<SettlingCampaign, 'rateCard'> {
  readonly network: Network
  /** Absent if the campaign accepts any language. */
  readonly language?: AudienceLanguage | undefined
  /** Absent if the campaign accepts any category. */
  readonly category?: Category | undefined
}

export interface Joining {
  readonly campaign: JoinedCampaign
  readonly account: JoiningAccount
  readonly publicNetworks: readonly Network[]
  readonly isSignedUp: boolean
  readonly activeSignUps: number
  readonly at: Date
}

/**
 * Returns all reasons against the sign-up, in a fixed order, because screens show them all. Unknown figures have
 * reasons of their own, because refreshing the statistics can resolve them.
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

export const ELIGIBILITY_FIGURES = { limit: MAX_ACTIVE_SIGN_UPS, minimum: MINIMUM_AVERAGE_VIEWS } as const

const OWN_CODES: Readonly<Partial<Record<IneligibilityReason, ErrorCode>>> = {
  campaign_not_active: 'campaign_unavailable',
  campaign_ended: 'campaign_ended',
  campaign_closed: 'campaign_closed',
  already_signed_up: 'already_signed_up',
  signup_limit_reached: 'signup_limit_reached',
}

/**
 * @throws Refusal with the first reason's error code, or `not_eligible` if it has none; the details list all reasons
 */
export function refuseIneligible(reasons: readonly IneligibilityReason[]): void {
  const [first] = reasons
  if (!first) return
  refuse(OWN_CODES[first] ?? 'not_eligible', { reasons, ...ELIGIBILITY_FIGURES })
}
