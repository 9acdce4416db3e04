import {
  type AccountLanguage,
  AccountVerified,
  type Category,
  CreditsHeld,
  CreditsRefused,
  type ExclusionReason,
  type Network,
  type ReviewDefaults,
  ViewsQualified,
} from '@reelfair/contracts'
import { type Person, person, type TestApp } from '@reelfair/testkit'
import { image } from './logos.ts'

let png: Promise<Buffer> | undefined

export async function aLogo(app: TestApp, brand: Person): Promise<string> {
  png ??= image('png')
  const answer = await app.as(brand).post('/media', await png, { headers: { 'content-type': 'image/png' } })
  if (answer.status !== 201) throw new Error(`logo upload failed: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Requests a one-month campaign, and prepares the payouts service's possible responses to its credit request. */
export async function aCampaign(app: TestApp, given: { brand?: Person; [field: string]: unknown } = {}) {
  const { brand = person('brand'), ...fields } = given
  const draft = {
    name: 'Winter',
    viewsGoal: 10_000,
    category: 'Gaming_Esports',
    network: 'tiktok',
    link: 'https://a.example',
    duration: '1 month',
    mediaId: fields.mediaId ?? (await aLogo(app, brand)),
    ...fields,
  }
  const asked = await app.as(brand).post('/campaigns', draft)
  if (asked.status !== 201) throw new Error(`campaign request failed: ${JSON.stringify(asked.body)}`)
  const { id } = asked.body
  const ref = { kind: 'campaign', id, brandId: brand.id } as const
  return {
    id: id as string,
    brand,
    mediaId: draft.mediaId as string,
    held: CreditsHeld.of({ ...ref, credits: draft.viewsGoal }),
    refused: CreditsRefused.of({ ...ref, missing: 2_000 }),
    show: async () => (await app.as(brand).get(`/campaigns/${id}`)).body,
    emitted: async (type: string) => (await app.emitted(type)).filter(({ campaignId }) => campaignId === id),
  }
}

/** Starts a gaming campaign on Instagram without a language restriction. */
export async function aRunningCampaign(app: TestApp, given: Parameters<typeof aCampaign>[1] = {}) {
  const campaign = await aCampaign(app, { network: 'instagram', duration: '1w', ...given })
  await app.deliver(campaign.held)
  return campaign
}

export interface AccountFacts {
  readonly creator?: Person
  readonly network?: Network
  readonly language?: AccountLanguage | undefined
  readonly category?: Category | undefined
  readonly averageViews?: number | null
  readonly version?: number
}

export async function aCreatorWithAccount(app: TestApp, given: AccountFacts = {}) {
  const { creator = person('creator'), version = 1, ...facts } = given
  const accountId = crypto.randomUUID()
  const verified = (more: object = {}, at = version) =>
    AccountVerified.of({
      accountId,
      creatorId: creator.id,
      network: 'instagram',
      username: `lea.${accountId.slice(0, 8)}`,
      externalId: `x-${accountId}`,
      category: 'Gaming_Esports',
      language: 'en',
      followers: 9_000,
      averageViews: 5_000,
      rpmCents: 100,
      isPublic: true,
      ageRestricted: false,
      isCollabOpen: true,
      ...facts,
      ...more,
      version: at,
    })
  await app.deliver(verified())
  const joins = (campaignId: string, options: { key?: string } = {}) =>
    app.as(creator).post(`/public-campaigns/${campaignId}/sign-ups`, { accountId }, options)
  return { creator, accountId, verified, joins }
}

export async function aSignUp(app: TestApp, campaignId: string, given: AccountFacts = {}) {
  const joined = await aCreatorWithAccount(app, given)
  const { status, body } = await joined.joins(campaignId)
  if (status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(body)}`)
  return { ...joined, id: body.id as string, signUp: body }
}

export function viewsQualified(
  assignmentId: string,
  revision: number,
  facts: {
    qualified?: number
    inReview?: number
    defaults?: readonly ReviewDefaults[]
    excluded?: readonly { reason: ExclusionReason; views: number }[]
    isFinal?: false | 'end' | 'checks'
    videos?: readonly object[]
  } = {},
) {
  const { qualified = 0, inReview = 0, defaults = [], excluded = [], isFinal = false, videos = [] } = facts
  const observed = qualified + inReview + excluded.reduce((sum, { views }) => sum + views, 0)
  return ViewsQualified.of({
    assignmentId,
    revision,
    day: '2026-11-22',
    observed,
    qualified,
    inReview,
    defaults: [...defaults],
    excluded: [...excluded],
    videos: [...videos],
    isFinal,
  })
}
