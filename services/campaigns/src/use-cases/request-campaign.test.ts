import { sentenceOf } from '@reelfair/contracts'
import { countBy, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aLogo } from '../testing/a-campaign.ts'

const app = await startService(campaigns)
const base = {
  name: 'Winter run',
  viewsGoal: 10_000,
  category: 'Fitness_Sports',
  language: 'de',
  network: 'instagram',
  link: 'https://alpine.example/run?a=1',
  duration: '1w',
}
async function aBrandWithLogo() {
  const brand = person('brand')
  return { brand, draft: { ...base, zones: ['EU', 'US'], mediaId: await aLogo(app, brand) } }
}
const known = await aBrandWithLogo()
const requestedOf = async (brandId: string) => (await app.emitted('campaign.requested')).filter((event) => event.brandId === brandId)

test('creates a campaign that is waiting for its credits', async () => {
  const { brand, draft } = await aBrandWithLogo()
  const answer = await app.as(brand).post('/campaigns', draft)
  const { mediaId, ...asked } = draft
  expect(answer).toMatchObject({
    status: 201,
    body: { ...asked, brandId: brand.id, status: 'funding', phase: 'funding', actualViews: 0, logo: { mediaId, kind: 'image' } },
  })
  expect(answer.body).toMatchObject({ rateCard: { centsPer1000: 10 }, cashprizeCents: 100, signUps: 0 })
  expect(answer.body).not.toHaveProperty('startsAt')
  expect(await requestedOf(brand.id)).toEqual([
    { campaignId: answer.body.id, brandId: brand.id, name: 'Winter run', network: 'instagram', viewsGoal: 10_000, version: 1 },
  ])
  expect((await app.as(brand).get(`/campaigns/${answer.body.id}`)).body).toEqual(answer.body)
})

test('accepts a draft without a language and defaults to a duration of one week', async () => {
  const { brand, draft } = known
  const { language: _, duration: __, ...rest } = draft
  const { status, body } = await app.as(brand).post('/campaigns', rest)
  expect({ status, duration: body.duration, language: body.language }).toEqual({ status: 201, duration: '1w', language: undefined })
})

test.each([
  ['name', ''],
  ['name', '   '],
  ['name', 'x'.repeat(81)],
  ['viewsGoal', 0],
  ['viewsGoal', 999],
  ['viewsGoal', 1_500],
  ['viewsGoal', 501_000],
  ['viewsGoal', '10000'],
  ['viewsGoal', { $gt: 0 }],
  ['category', 'Everything'],
  ['language', 'fr'],
  ['network', 'myspace'],
  ['link', 'alpine.example'],
  ['link', 'javascript:alert(1)'],
  ['link', 'http://localhost/'],
  ['link', 'https://user:pw@evil.example/'],
  ['link', undefined],
  ['duration', '2w'],
  ['status', 'active'],
  ['brandId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e'],
  ['actualViews', 5],
  ['zones', ['Mars']],
  ['zones', ['EU', 'US', 'EU']],
  ['mediaId', 'none'],
])('rejects a draft whose %s is %j', async (field, value) => {
  const answer = await app.as(known.brand).post('/campaigns', { ...known.draft, [field]: value })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test.each([1_000, 500_000])('accepts a goal of %i views', async (viewsGoal) => {
  expect((await app.as(known.brand).post('/campaigns', { ...known.draft, viewsGoal })).status).toBe(201)
})

test('creates one campaign for 10 concurrent requests with the same idempotency key, and gives all of them the same response', async () => {
  const { brand, draft } = await aBrandWithLogo()
  const key = crypto.randomUUID()
  const answers = await Promise.all(times(10, () => app.as(brand).post('/campaigns', draft, { key })))
  expect(countBy(answers, 'status')).toEqual({ 201: 10 })
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await requestedOf(brand.id)).toHaveLength(1)
  expect(await app.as(brand).post('/campaigns', { ...draft, name: 'Another' }, { key })).toMatchObject({
    status: 409,
    body: { code: 'key_reused' },
  })
})

test('creates two campaigns from two requests without an idempotency key', async () => {
  const { brand, draft } = await aBrandWithLogo()
  await Promise.all(times(2, () => app.as(brand).post('/campaigns', draft)))
  expect(await requestedOf(brand.id)).toHaveLength(2)
})

test.each([
  ['viewsGoal', 1_500, 'views_goal_invalid'],
  ['viewsGoal', undefined, 'views_goal_invalid'],
  ['category', undefined, 'category_required'],
  ['link', undefined, 'link_required'],
  ['link', '  ', 'link_required'],
  ['link', 'alpine', 'link_invalid'],
  ['link', 'https://alpine.example@evil.example/', 'link_unsafe'],
  ['mediaId', undefined, 'media_required'],
] as const)('explains in both languages what is wrong with %s %j', async (field, value, code) => {
  for (const locale of ['en', 'fr'] as const) {
    const headers = { 'accept-language': locale }
    const { body } = await app.as(known.brand).post('/campaigns', { ...known.draft, [field]: value }, { headers })
    expect(body.fields).toEqual([{ path: field, message: sentenceOf(code, {}, locale) }])
  }
})

test('treats both another brand’s logo and a missing one as not found', async () => {
  const other = await aBrandWithLogo()
  for (const mediaId of [other.draft.mediaId, crypto.randomUUID()])
    expect(await app.as(known.brand).post('/campaigns', { ...known.draft, mediaId })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
})
