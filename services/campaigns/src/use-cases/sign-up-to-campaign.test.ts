import { randomUUID } from 'node:crypto'
import { BrandRegistered, sentenceOf } from '@reelfair/contracts'
import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as campaignStore } from '../store/campaigns.ts'
import { signUps } from '../store/sign-ups.ts'
import { aCampaign, aCreatorWithAccount, aLogo, aRunningCampaign, aSignUp } from '../testing/a-campaign.ts'
import { signUpToCampaign } from './sign-up-to-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const brand = person('brand')
const mediaId = await aLogo(app, brand)
const running = (facts: object = {}) => aRunningCampaign(app, { brand, mediaId, ...facts })
const created = async (creatorId: string) => (await app.emitted('signup.created')).filter((event) => event.creatorId === creatorId)

test('signs a creator up with one account, returns a code and emits `signup.created`', async () => {
  const { id } = await running()
  const { creator, accountId, joins } = await aCreatorWithAccount(app)
  const { status, body } = await joins(id)
  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      campaignId: id,
      campaignName: 'Winter',
      accountId,
      code: expect.stringMatching(/^RF-[A-HJ-NP-Z2-9]{5}$/),
      link: 'https://a.example',
      logo: { mediaId, kind: 'image' },
      state: 'active',
      endsAt: '2026-11-28T12:00:00.000Z',
      terms: { campaignName: 'Winter', viewsGoal: 10_000, rateCard: { centsPer1000: 10 }, windowDays: 14, termsVersion: '1.0' },
      count: { observed: 0, excluded: [] },
      cents: 0,
    },
  })
  const { endsAt, code, username } = body
  expect(await created(creator.id)).toMatchObject([
    {
      signupId: body.id,
      campaignId: id,
      brandId: brand.id,
      accountId,
      code,
      username,
      endsAt,
      windowDays: 14,
      externalId: `x-${accountId}`,
      version: 1,
    },
  ])
  expect((await app.as(creator).get('/sign-ups')).body.items).toEqual([body])
  expect((await app.as(brand).get(`/campaigns/${id}`)).body.signUps).toBe(1)
})

test('shows the brand who signed up but never their code, and shows nothing to other brands and creators', async () => {
  const { id } = await running()
  const { signUp, creator } = await aSignUp(app, id)
  const registered = await app.as(brand).get(`/campaigns/${id}/sign-ups`)
  expect(registered).toMatchObject({ status: 200, body: { items: [{ id: signUp.id, username: signUp.username }] } })
  expect(JSON.stringify(registered.body)).not.toContain(signUp.code)
  expect((await app.as(person('brand')).get(`/campaigns/${id}/sign-ups`)).status).toBe(404)
  expect((await app.as(person('creator')).get('/sign-ups')).body.items).toEqual([])
  for (const who of [creator, brand]) expect((await app.as(who).get(`/sign-ups/${signUp.id}/receipt`)).status).toBe(200)
  for (const who of [person('creator'), person('brand')])
    expect(await app.as(who).get(`/sign-ups/${signUp.id}/receipt`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('serves a campaign’s logo to creators once it has started, and before that only to its brand and admins', async () => {
  const other = person('brand')
  const waiting = await aCampaign(app, { brand: other })
  const read = async (who: ReturnType<typeof person>) => (await app.as(who).get(`/media/${waiting.mediaId}`)).status
  expect([await read(other), await read(brand), await read(person('creator')), await read(person('admin'))]).toEqual([200, 404, 404, 200])
  await app.deliver(waiting.held)
  expect([await read(brand), await read(person('creator'))]).toEqual([404, 200])
  expect((await app.as('visitor').get(`/media/${waiting.mediaId}`)).status).toBe(401)
})

test('rejects a second sign-up, but repeats the response to a request with the same idempotency key', async () => {
  const { id } = await running()
  const { joins } = await aCreatorWithAccount(app)
  const key = crypto.randomUUID()
  const answers = await Promise.all(times(10, () => joins(id, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 10 })
  expect(await joins(id)).toMatchObject({
    status: 409,
    body: { code: 'already_signed_up', detail: sentenceOf('already_signed_up', {}, 'en') },
  })
})

/** The soak test starts a hundred of each. */
const concurrent = Number(process.env.SIGN_UPS ?? 30)
const racers = Number(process.env.SIGN_UPS ?? 10)

test('concurrent sign-ups for one campaign: exactly one succeeds', async () => {
  const { id } = await running()
  const { joins } = await aCreatorWithAccount(app)
  const answers = await Promise.all(times(concurrent, () => joins(id)))
  expect(countBy(answers, 'status')).toEqual({ 201: 1, 409: concurrent - 1 })
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(new Set(['already_signed_up']))
  expect((await app.as(brand).get(`/campaigns/${id}`)).body.signUps).toBe(1)
})

test('concurrent sign-ups for different campaigns: exactly five succeed', async () => {
  const ids = (await Promise.all(times(racers, () => running()))).map(({ id }) => id)
  const { creator, joins } = await aCreatorWithAccount(app)
  const answers = await Promise.all(ids.map((id) => joins(id)))
  expect(countBy(answers, 'status')).toEqual({ 201: 5, 409: racers - 5 })
  const refused = answers.find(({ status }) => status === 409)?.body
  expect(refused).toMatchObject({ code: 'signup_limit_reached', detail: 'You’ve reached the limit of 5 active campaigns.' })
  expect(await created(creator.id)).toHaveLength(5)
})

test(`${racers} creators send eight concurrent sign-ups each for six campaigns: exactly five succeed`, async () => {
  const own = await Promise.all(times(6, () => aRunningCampaign(app)))
  const ids = own.map((campaign) => campaign.id)
  const creators = await Promise.all(times(racers, () => aCreatorWithAccount(app)))
  // A busy machine may return 503; those requests are retried.
  const answered = async ({ joins }: (typeof creators)[number], id: string) => {
    for (;;) {
      const answer = await joins(id)
      if (answer.status !== 503) return answer
    }
  }
  const all = await Promise.all(creators.flatMap((one) => [...ids, ...ids.slice(0, 2)].map((id) => answered(one, id))))
  expect(countBy(all, 'status')).toEqual({ 201: 5 * racers, 409: 3 * racers })
  const codes = new Set(all.filter(({ status }) => status === 409).map(({ body }) => body.code))
  expect(codes).toEqual(new Set(['already_signed_up', 'signup_limit_reached']))
  const stored = await signUps.find(app.context(), { campaignId: { $in: ids } }, { limit: 1_000 })
  expect(new Set(stored.map(({ campaignId, creatorId }) => `${campaignId}:${creatorId}`)).size).toBe(5 * racers)
  for (const { creator } of creators) expect(stored.filter(({ creatorId }) => creatorId === creator.id)).toHaveLength(5)
  expect((await Promise.all(own.map(({ show }) => show()))).reduce((sum, campaign) => sum + campaign.signUps, 0)).toBe(5 * racers)
})

test(`${concurrent} creators sign up for one campaign concurrently: all succeed, each with a unique code`, async () => {
  const { id } = await running()
  const creators = await Promise.all(times(concurrent, () => aCreatorWithAccount(app)))
  const answers = await Promise.all(creators.map(({ joins }) => joins(id)))
  expect(countBy(answers, 'status')).toEqual({ 201: concurrent })
  expect(new Set(answers.map(({ body }) => body.code)).size).toBe(concurrent)
  expect((await app.as(brand).get(`/campaigns/${id}`)).body.signUps).toBe(concurrent)
})

test('queues 1,000 concurrent sign-ups for one campaign and rejects any more with `unavailable`', async () => {
  const input = { campaignId: randomUUID(), accountId: randomUUID() }
  const proceed = Promise.withResolvers<string>()
  const signUp = () => {
    const ctx = { actor: { role: 'creator', id: randomUUID() }, transact: () => proceed.promise }
    return signUpToCampaign(input, ctx as unknown as Parameters<typeof signUpToCampaign>[1])
  }
  const queued = times(1_000, signUp)
  await expect(signUp()).rejects.toMatchObject({ code: 'unavailable' })
  proceed.resolve('joined')
  expect(await Promise.all(queued)).toEqual(times(1_000, () => 'joined'))
})

test('rejects another creator’s account as an invalid reference, and reports a missing profile to a creator without accounts', async () => {
  const { id } = await running()
  const [one, other] = [await aCreatorWithAccount(app), await aCreatorWithAccount(app)]
  const join = (creator: ReturnType<typeof person>, accountId: string) =>
    app.as(creator).post(`/public-campaigns/${id}/sign-ups`, { accountId })
  expect(await join(one.creator, other.accountId)).toMatchObject({ status: 404, body: { code: 'reference_invalid' } })
  expect(await join(one.creator, crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'reference_invalid' } })
  expect(await join(person('creator'), other.accountId)).toMatchObject({ status: 409, body: { code: 'creator_profile_missing' } })
  expect(await one.joins(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'campaign_unavailable' } })
})

test.each([
  [{ language: 'de' }, { language: 'en' }, 'language_differs'],
  [{ language: 'en' }, { language: undefined }, 'language_unknown'],
  [{}, { language: 'wait' }, 'language_analysing'],
  [{}, { language: 'post' }, 'language_needs_posts'],
  [{}, { category: 'Food_Cooking' }, 'category_differs'],
  [{}, { averageViews: 4_999 }, 'average_views_too_low'],
  [{}, { averageViews: null }, 'average_views_unknown'],
  [{}, { network: 'tiktok' }, 'network_differs'],
] as const)('a campaign with %j rejects an account with %j: %s', async (campaign, account, reason) => {
  const { id } = await running(campaign)
  const { joins } = await aCreatorWithAccount(app, account)
  const { status, body } = await joins(id)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'not_eligible' })
  expect(body.details.reasons).toContain(reason)
})

test('accepts an account once newer statistics arrive and ignores older ones', async () => {
  const { id } = await running()
  const { joins, verified } = await aCreatorWithAccount(app, { averageViews: 4_999, version: 5 })
  await app.deliver(verified({ averageViews: 6_000 }, 4))
  expect((await joins(id)).status).toBe(409)
  await app.deliver(verified({ averageViews: 6_000 }, 6))
  expect((await joins(id)).status).toBe(201)
})

test('rejects sign-ups for campaigns that have ended, have not started or are not public, each with a specific error', async () => {
  const { joins } = await aCreatorWithAccount(app)
  const waiting = await aCampaign(app, { brand, mediaId, network: 'instagram' })
  expect((await joins(waiting.id)).body.code).toBe('campaign_unavailable')
  const tiktok = await running({ network: 'tiktok' })
  expect((await joins(tiktok.id)).body).toMatchObject({
    code: 'not_eligible',
    details: { reasons: ['network_not_public', 'network_differs'] },
  })
  const { id } = await running()
  clock.advance({ days: 7 })
  expect((await joins(id)).body.code).toBe('campaign_ended')
})

test('uses indexes to filter and sort the lists', async () => {
  const plan = await signUps.explain(app.context(), { creatorId: brand.id }, { signedUpAt: -1, id: -1 })
  expect(plan).toContain('IXSCAN')
  expect(plan).not.toContain('SORT')
  expect(await campaignStore.explain(app.context(), { 'logo.mediaId': mediaId, startsAt: { $exists: true } })).toContain('IXSCAN')
  expect(
    await campaignStore.explain(app.context(), { nextSettlement: { $lte: '2026-11-22' } }, { nextSettlement: 1, id: 1 }),
  ).not.toContain('SORT')
})

test.each(['en', 'fr'] as const)('rejects malformed ids as invalid data, with a message in %s', async (locale) => {
  const { joins, creator } = await aCreatorWithAccount(app)
  const headers = { 'accept-language': locale }
  const fields = [{ path: expect.any(String), message: sentenceOf('data_invalid', {}, locale) }]
  const post = (id: string, accountId: unknown) => app.as(creator).post(`/public-campaigns/${id}/sign-ups`, { accountId }, { headers })
  expect(await post(crypto.randomUUID(), "'; --")).toMatchObject({ status: 400, body: { fields } })
  expect(await post('nowhere', crypto.randomUUID())).toMatchObject({ status: 400, body: { fields } })
  expect((await joins('nowhere')).status).toBe(400)
})

test('lets only creators sign up and gives other roles the specified error', async () => {
  const { id } = await aRunningCampaign(app)
  for (const who of ['brand', 'incomplete-brand', 'admin'] as const)
    expect(await app.as(who).post(`/public-campaigns/${id}/sign-ups`, { accountId: crypto.randomUUID() })).toMatchObject({
      status: 403,
      body: { code: 'creators_only' },
    })
})

test('explains each refusal in both languages', async () => {
  const { id } = await aRunningCampaign(app)
  const { creator, accountId, joins } = await aCreatorWithAccount(app)
  await joins(id)
  const detailOf = async (path: string, account: string, locale: 'en' | 'fr') =>
    (await app.as(creator).post(`/public-campaigns/${path}/sign-ups`, { accountId: account }, { headers: { 'accept-language': locale } }))
      .body.detail
  for (const locale of ['en', 'fr'] as const) {
    expect(await detailOf(id, accountId, locale)).toBe(sentenceOf('already_signed_up', {}, locale))
    expect(await detailOf(crypto.randomUUID(), accountId, locale)).toBe(sentenceOf('campaign_unavailable', {}, locale))
    expect(await detailOf(id, crypto.randomUUID(), locale)).toBe(sentenceOf('reference_invalid', {}, locale))
  }
})

test('shows the brand’s name to the creator in the list and on the receipt, even after a rename', async () => {
  const own = person('brand')
  const { id } = await running({ brand: own, mediaId: await aLogo(app, own) })
  const { creator, id: signUpId } = await aSignUp(app, id)
  const named = async () => [
    (await app.as(creator).get('/sign-ups')).body.items[0],
    (await app.as(creator).get(`/sign-ups/${signUpId}/receipt`)).body,
  ]
  expect((await named()).map(({ brandName }) => brandName)).toEqual([undefined, undefined])
  const registeredAt = '2026-01-01T00:00:00.000Z'
  await app.deliver(BrandRegistered.of({ brandId: own.id, brandName: 'Olmo Bikes', registeredAt, version: 1 }))
  expect((await named()).map(({ brandName }) => brandName)).toEqual(['Olmo Bikes', 'Olmo Bikes'])
  await app.deliver(BrandRegistered.of({ brandId: own.id, brandName: 'Olmo', registeredAt, version: 2 }))
  expect((await named()).map(({ brandName }) => brandName)).toEqual(['Olmo', 'Olmo'])
})
