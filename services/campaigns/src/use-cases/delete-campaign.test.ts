import { movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aCampaign, aCreatorWithAccount, aRunningCampaign, aSignUp, counted } from '../testing/a-campaign.ts'
import { settleDues } from './settle-day.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' }, workers: false })

test('a brand takes away a campaign without views: its credits are free, and it is gone for everyone but those who joined', async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  const { creator } = await aSignUp(app, id)
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(204)
  expect((await app.as(brand).get(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(brand).get('/campaigns')).body.items).toEqual([])
  expect(await said('campaign.ended')).toMatchObject([{ charged: 0, reserved: 0, kept: 0, status: 'failed' }])
  expect(await said('campaign.settled')).toMatchObject([{ charged: 0 }])
  expect((await app.as(creator).get('/sign-ups')).body.items).toMatchObject([{ campaignId: id, state: 'withdrawn' }])
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(404)
})

test('views that were counted keep it, in the words of the specification, also before they are settled', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  await app.hear(counted(signUpId, 1, { excluded: [{ reason: 'code_missing', views: 1 }] }))
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'campaign_consumed', detail: 'Cannot delete: views already consumed' },
  })
  expect((await show()).status).toBe('active')
})

test('one whose time is over stays while figures may still come: its creators are paid for them', async () => {
  const { id, brand, said } = await aRunningCampaign(app)
  const { id: signUpId } = await aSignUp(app, id)
  const empty = await aRunningCampaign(app, { brand })
  clock.advance({ days: 7 })
  const consumed = { status: 409, body: { code: 'campaign_consumed' } }
  // Not settled yet, in its checks, with the figures of its last days: at no time.
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(consumed)
  await settleDues('2026-11-29', app.context())
  expect(await said('campaign.ended')).toMatchObject([{ charged: 0 }])
  expect(await app.as(brand).del(`/campaigns/${id}`)).toMatchObject(consumed)
  await app.hear(counted(signUpId, 1, { qualified: 1_000, isFinal: 'checks' }))
  await settleDues('2026-11-30', app.context())
  expect(await said('signup.settled')).toMatchObject([{ charged: 1_000, cents: 10 }])
  // Nobody waits for this one.
  expect((await app.as(brand).del(`/campaigns/${empty.id}`)).status).toBe(204)
})

test('one that still waits for its credits goes too, and stays gone when they come', async () => {
  const { id, brand, held, said } = await aCampaign(app)
  expect((await app.as(brand).del(`/campaigns/${id}`)).status).toBe(204)
  await app.hear(held)
  expect(await said('campaign.activated')).toEqual([])
  expect(await said('campaign.settled')).toHaveLength(1)
})

test('another brand’s campaign is not found, neither to be renamed nor to be taken away', async () => {
  const { id, show } = await aRunningCampaign(app)
  const other = person('brand')
  expect((await app.as(other).del(`/campaigns/${id}`)).status).toBe(404)
  expect((await app.as(other).patch(`/campaigns/${id}`, { name: 'Mine' })).status).toBe(404)
  expect(await show()).toMatchObject({ name: 'Winter', status: 'active' })
})

test('a campaign is renamed; its creators keep what it was called when they joined', async () => {
  const { id, brand, show } = await aRunningCampaign(app)
  const { creator } = await aSignUp(app, id)
  expect(await app.as(brand).patch(`/campaigns/${id}`, { name: '  Spring ' })).toMatchObject({ status: 200, body: { name: 'Spring' } })
  expect((await show()).name).toBe('Spring')
  expect((await app.as(creator).get('/sign-ups')).body.items).toMatchObject([{ campaignName: 'Spring', terms: { campaignName: 'Winter' } }])
  expect((await app.as(brand).patch(`/campaigns/${id}`, { name: ' ' })).status).toBe(400)
})

test('taken away while twenty sign up: whoever came through has joined what was there, all others are told that it is not', {
  timeout: 60_000,
}, async () => {
  const { id, brand } = await aRunningCampaign(app)
  const creators = await Promise.all(times(20, () => aCreatorWithAccount(app)))
  const [gone, ...answers] = await Promise.all([app.as(brand).del(`/campaigns/${id}`), ...creators.map(({ joins }) => joins(id))])
  expect(gone?.status).toBe(204)
  const joined = answers.filter(({ status }) => status === 201).length
  expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
    times(20 - joined, () => 'campaign_unavailable'),
  )
  expect(await app.context().connection.collection('sign_ups').countDocuments({ campaignId: id })).toBe(joined)
  expect(
    await app
      .context()
      .connection.collection('campaigns')
      .findOne({ _id: id as never }),
  ).toMatchObject({ signUps: joined, status: 'failed' })
})
