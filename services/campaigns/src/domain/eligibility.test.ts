import { type IneligibilityReason, ineligibilityReasons, Refusal } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Joining, type JoiningAccount, refuseIneligible, whyNotEligible } from './eligibility.ts'

const at = new Date('2026-11-21T12:00:00Z')
const eligible: Joining = {
  campaign: {
    id: 'c1',
    version: 2,
    brandId: 'b1',
    status: 'active',
    viewsGoal: 10_000,
    endsAt: new Date('2026-11-28T12:00:00Z'),
    charged: 0,
    reserved: 0,
    network: 'instagram',
    language: 'en',
    category: 'Fitness_Sports',
  },
  account: { network: 'instagram', isVerified: true, language: 'en', category: 'Fitness_Sports', averageViews: 5_000 },
  publicNetworks: ['instagram'],
  isSignedUp: false,
  activeSignUps: 4,
  at,
}
const withCampaign = (facts: Partial<Joining['campaign']>): Partial<Joining> => ({ campaign: { ...eligible.campaign, ...facts } })
const withAccount = (facts: Partial<JoiningAccount>): Partial<Joining> => ({ account: { ...eligible.account, ...facts } })

test('accepts an account that meets every rule, even exactly at a limit', () => {
  expect(whyNotEligible(eligible)).toEqual([])
  expect(whyNotEligible({ ...eligible, at: new Date('2026-11-28T11:59:59.999Z') })).toEqual([])
  expect(whyNotEligible({ ...eligible, ...withCampaign({ charged: 9_000, reserved: 999 }) })).toEqual([])
})

test.each<[string, Partial<Joining>, IneligibilityReason[]]>([
  ['a campaign that waits for its credits', withCampaign({ status: 'funding' }), ['campaign_not_active']],
  ['a campaign without credits', withCampaign({ status: 'failed', endsAt: undefined }), ['campaign_not_active']],
  ['a campaign at its exact end', { at: new Date('2026-11-28T12:00:00Z') }, ['campaign_ended']],
  ['a completed campaign', withCampaign({ status: 'completed', endedAt: at }), ['campaign_ended']],
  ['a campaign whose views are all allocated', withCampaign({ charged: 9_000, reserved: 1_000 }), ['campaign_closed']],
  ['a network that is not public', { publicNetworks: ['tiktok'] }, ['network_not_public']],
  ['a second sign-up', { isSignedUp: true }, ['already_signed_up']],
  ['a sixth active campaign', { activeSignUps: 5 }, ['signup_limit_reached']],
  ['an account on another network', withAccount({ network: 'tiktok' }), ['network_differs']],
  ['an unverified account', withAccount({ isVerified: false }), ['account_not_verified']],
  ['a language still being analysed', withAccount({ language: 'wait' }), ['language_analysing']],
  ['a language that needs more posts', withAccount({ language: 'post' }), ['language_needs_posts']],
  ['an unknown language', withAccount({ language: undefined }), ['language_unknown']],
  ['another language', withAccount({ language: 'it' }), ['language_differs']],
  ['an unknown category', withAccount({ category: null }), ['category_unknown']],
  ['another category', withAccount({ category: 'Food_Cooking' }), ['category_differs']],
  ['unknown average views', withAccount({ averageViews: null }), ['average_views_unknown']],
  ['average views one below the minimum', withAccount({ averageViews: 4_999 }), ['average_views_too_low']],
  ['zero average views', withAccount({ averageViews: 0 }), ['average_views_too_low']],
])('rejects %s with the matching reason', (_, facts, reasons) => {
  expect(whyNotEligible({ ...eligible, ...facts })).toEqual(reasons)
})

test('ignores the account’s language if the campaign sets none, unless the account is being analysed or needs posts', () => {
  const any = withCampaign({ language: undefined })
  for (const language of ['it', null] as const) expect(whyNotEligible({ ...eligible, ...any, ...withAccount({ language }) })).toEqual([])
  for (const language of ['wait', 'post'] as const)
    expect(whyNotEligible({ ...eligible, ...any, ...withAccount({ language }) })).toHaveLength(1)
})

test('requires average views only on Instagram', () => {
  const tiktok = { ...withCampaign({ network: 'tiktok' }), publicNetworks: ['tiktok'] } as const
  for (const averageViews of [0, null])
    expect(whyNotEligible({ ...eligible, ...tiktok, ...withAccount({ network: 'tiktok', averageViews }) })).toEqual([])
})

test('returns all reasons in a fixed order', () => {
  const account: JoiningAccount = { network: 'tiktok', isVerified: false, language: 'de', category: 'Food_Cooking', averageViews: 12 }
  expect(
    whyNotEligible({
      ...eligible,
      account,
      publicNetworks: [],
      isSignedUp: true,
      activeSignUps: 9,
      ...withCampaign({ status: 'completed', endedAt: at }),
    }),
  ).toEqual([
    'campaign_ended',
    'network_not_public',
    'already_signed_up',
    'signup_limit_reached',
    'network_differs',
    'account_not_verified',
    'language_differs',
    'category_differs',
    'average_views_too_low',
  ])
})

test.each([
  [['campaign_not_active'], 'campaign_unavailable'],
  [['campaign_ended', 'already_signed_up'], 'campaign_ended'],
  [['campaign_closed'], 'campaign_closed'],
  [['already_signed_up', 'category_differs'], 'already_signed_up'],
  [['signup_limit_reached'], 'signup_limit_reached'],
  [['language_differs', 'average_views_unknown'], 'not_eligible'],
] as const)('refuses %j with %s', (reasons, code) => {
  try {
    refuseIneligible(reasons)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ code, details: { reasons, limit: 5, minimum: 5_000 } })
  }
})

test('refuses a sign-up if and only if there is a reason against it', () => {
  expect(() => refuseIneligible([])).not.toThrow()
  fc.assert(
    fc.property(fc.subarray(ineligibilityReasons, { minLength: 1 }), (reasons) => {
      expect(() => refuseIneligible(reasons)).toThrow(Refusal)
    }),
  )
})
