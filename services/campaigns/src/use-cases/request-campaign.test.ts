import { countBy, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'

const app = await startService(campaigns)
const draft = {
  name: 'Winter run',
  viewsGoal: 10_000,
  category: 'Fitness_Sports',
  language: 'de',
  network: 'instagram',
  link: 'https://alpine.example/run?a=1',
  duration: '1w',
}
const requestedOf = async (brandId: string) => (await app.emitted('campaign.requested')).filter((event) => event.brandId === brandId)

test('a brand asks for a campaign, which waits for its credits', async () => {
  const brand = person('brand')
  const answer = await app.as(brand).post('/campaigns', draft)
  expect(answer).toMatchObject({ status: 201, body: { ...draft, brandId: brand.id, status: 'funding', actualViews: 0 } })
  expect(answer.body).not.toHaveProperty('startsAt')
  expect(await requestedOf(brand.id)).toEqual([
    { campaignId: answer.body.id, brandId: brand.id, name: 'Winter run', network: 'instagram', viewsGoal: 10_000, version: 1 },
  ])
  expect((await app.as(brand).get(`/campaigns/${answer.body.id}`)).body).toEqual(answer.body)
})

test('language may be left out, and a campaign runs a week unless it says otherwise', async () => {
  const { language: _, duration: __, ...rest } = draft
  const { status, body } = await app.as('brand').post('/campaigns', rest)
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
  ['link', undefined],
  ['duration', '2w'],
  ['status', 'active'],
  ['brandId', '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e'],
  ['actualViews', 5],
])('refuses a draft whose %s is %j', async (field, value) => {
  const answer = await app.as('brand').post('/campaigns', { ...draft, [field]: value })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test.each([1_000, 500_000])('takes a goal of %i views', async (viewsGoal) => {
  expect((await app.as('brand').post('/campaigns', { ...draft, viewsGoal })).status).toBe(201)
})

test('a repeated request with one key makes one campaign and answers the same, also when all come at once', async () => {
  const brand = person('brand')
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

test('two requests without a key are two campaigns', async () => {
  const brand = person('brand')
  await Promise.all(times(2, () => app.as(brand).post('/campaigns', draft)))
  expect(await requestedOf(brand.id)).toHaveLength(2)
})
