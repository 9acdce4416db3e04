import type { PublicCampaign, SignUp } from '@reelfair/contracts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const rateCard = { validFrom: '2025-08-23', centsPer1000: 10 }
const logo = { mediaId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70', kind: 'image', type: 'image/png' } as const

export const FIGURES = { limit: 5, minimum: 5_000 }

export const anAccount = (facts: Partial<PublicCampaign['accounts'][number]> = {}): PublicCampaign['accounts'][number] => ({
  accountId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c71',
  username: 'lina.mrtn',
  isEligible: (facts.reasons ?? []).length === 0,
  reasons: [],
  ...facts,
})

/** An open campaign that @lina.mrtn can sign up for. */
export const aPublicCampaign = (facts: Partial<PublicCampaign> = {}): PublicCampaign => ({
  id: 'c1',
  name: 'Fridge door',
  viewsGoal: 50_000,
  grantedViews: 11_258,
  remainingViews: 38_742,
  category: 'Food_Cooking',
  language: 'de',
  zones: ['EU'],
  network: 'instagram',
  link: 'https://kefiro.example/rf',
  logo,
  startsAt: inHours(-24),
  endsAt: inHours(79.5),
  rateCard,
  cashprizeCents: 500,
  accounts: [anAccount()],
  reasons: [],
  ...facts,
})

export const aSignUp = (facts: Partial<SignUp> = {}): SignUp => ({
  id: 's1',
  campaignId: 'c1',
  campaignName: 'Fridge door',
  brandName: 'Kefiro',
  accountId: anAccount().accountId,
  network: 'instagram',
  username: 'lina.mrtn',
  code: 'RF-7K2QD',
  link: 'https://kefiro.example/rf',
  logo,
  signedUpAt: inHours(0),
  endsAt: inHours(79.5),
  state: 'active',
  grantedViews: 11_258,
  terms: {
    campaignName: 'Fridge door',
    viewsGoal: 50_000,
    category: 'Food_Cooking',
    zones: [],
    duration: '1w',
    rateCard,
    windowDays: 14,
    termsVersion: '1.0',
  },
  count: { observed: 0, qualified: 0, inReview: 0, excluded: [] },
  charged: 0,
  reserved: 0,
  cents: 0,
  videos: [],
  ...facts,
})
