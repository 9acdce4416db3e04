import {
  type Campaign as CampaignView,
  type DataOf,
  type Network,
  type SignUpState,
  type SignUpTerms,
  SignupCreated,
  type ViewsQualified,
} from '@reelfair/contracts'
import { businessDayOf, currentTerms } from '@reelfair/rules'
import { type Campaign, phaseOf } from './campaign.ts'
import type { SettlingSignUp, Totals } from './settlement.ts'

type Counted = Totals & Pick<DataOf<typeof ViewsQualified>, 'day' | 'observed' | 'excluded'>

export interface SignUp extends SettlingSignUp {
  readonly accountId: string
  readonly externalId: string
  readonly network: Network
  readonly username: string
  readonly code: string
  readonly link: string
  readonly logo: CampaignView['logo']
  readonly endsAt: Date
  readonly terms: SignUpTerms
  readonly totals?: Counted | undefined
  /** Copied from the totals, so that a query can find sign-ups with views. */
  readonly observed: number
}

interface Joining {
  readonly campaign: Campaign & { readonly endsAt?: Date | undefined }
  readonly account: { readonly id: string; readonly creatorId: string; readonly externalId: string; readonly username: string }
  readonly id: string
  readonly code: string
  readonly windowDays: number
  readonly at: Date
}

/** @throws Error if the campaign has no end date, because it was never active */
export function signUp({ campaign, account, id, code, windowDays, at }: Joining) {
  const { endsAt, network, link, logo, brandId } = campaign
  if (!endsAt) throw new Error(`campaign ${campaign.id} has no end date`)
  const joined: SignUp = {
    id,
    version: 1,
    campaignId: campaign.id,
    brandId,
    creatorId: account.creatorId,
    accountId: account.id,
    externalId: account.externalId,
    network,
    username: account.username,
    code,
    link,
    logo,
    signedUpAt: at,
    endsAt,
    terms: termsOf(campaign, windowDays, at),
    observed: 0,
    charged: 0,
    reserved: 0,
    cents: 0,
  }
  const event = SignupCreated.of(joined, { signupId: id, startsAt: at, windowDays })
  return { signUp: joined, campaign: { ...campaign, signUps: campaign.signUps + 1 }, event }
}

function termsOf(campaign: Campaign, windowDays: number, at: Date): SignUpTerms {
  const { name, viewsGoal, category, language, zones, duration, rateCard } = campaign
  const terms = {
    campaignName: name,
    viewsGoal,
    category,
    zones,
    duration,
    rateCard,
    windowDays,
    termsVersion: currentTerms(businessDayOf(at)).version,
  }
  return language ? { ...terms, language } : terms
}

export function stateOf(signUp: Pick<SignUp, 'settledAt'>, campaign: Campaign): SignUpState {
  if (campaign.deletedAt) return 'withdrawn'
  if (signUp.settledAt) return 'settled'
  const phase = phaseOf(campaign)
  return phase === 'open' || phase === 'funding' ? 'active' : phase === 'closed' ? 'closed' : 'ended'
}
