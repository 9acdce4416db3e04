import { movableClock, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { MOST_UNFUNDED_A_DAY } from '../domain/campaign.ts'
import { campaigns as campaignStore } from '../store/campaigns.ts'
import { media } from '../store/media.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z') })

test('a campaign whose credits are refused has failed and tells the missing number, once', async () => {
  const { refused, show, said } = await aCampaign(app)
  await app.hear(refused, { times: 2 })
  await app.hear(refused)
  const campaign = await show()
  expect(campaign).toMatchObject({ status: 'failed', missingViews: 2_000, removedAt: '2026-12-21T12:00:00.000Z' })
  expect(campaign).not.toHaveProperty('startsAt')
  expect(await said('campaign.failed')).toMatchObject([{ missingViews: 2_000, version: 2 }])
})

test('an unfunded campaign is removed after thirty days by an index, and its logo unless another campaign uses it', async () => {
  const expiring = campaignStore.indexes.find(({ key }) => 'unfundedAt' in key)
  expect(expiring).toMatchObject({ expireAfterSeconds: 30 * 86_400 })
  const keptUntil = async (id: string) => (await media.byId(app.context(), id))?.keepUntil
  const alone = await aCampaign(app)
  await app.hear(alone.refused)
  expect((await keptUntil(alone.mediaId))?.getTime()).toBe(app.clock.now().getTime() + 30 * 86_400_000)
  expect(await campaignStore.byId(app.context(), alone.id)).toMatchObject({ unfundedAt: app.clock.now() })

  const { brand } = alone
  const { mediaId, refused } = await aCampaign(app, { brand })
  const running = await aCampaign(app, { brand, mediaId })
  await app.hear(refused)
  await app.hear(running.held)
  expect(await keptUntil(mediaId)).toBeUndefined()
  await app.hear((await aCampaign(app, { brand, mediaId })).refused)
  expect(await keptUntil(mediaId)).toBeUndefined()
})

test('of one brand and business day a hundred campaigns may lack credits; the next day it may ask again', async () => {
  const { brand, mediaId, refused, id } = await aCampaign(app)
  await app.hear(refused)
  const { id: _, version: __, ...unfunded } = (await campaignStore.byId(app.context(), id)) ?? expect.unreachable()
  const plant = (count: number) =>
    app.context().transact(async (tx) => {
      for (const one of times(count, () => crypto.randomUUID())) await campaignStore.insert(tx, { ...unfunded, id: one })
    })
  await plant(MOST_UNFUNDED_A_DAY - 2)
  await app.hear((await aCampaign(app, { brand, mediaId })).refused)
  const draft = { name: 'x', viewsGoal: 1_000, category: 'Gaming_Esports', network: 'tiktok', link: 'https://a.example', mediaId }
  expect(await app.as(brand).post('/campaigns', draft)).toMatchObject({
    status: 409,
    body: { code: 'unfunded_limit_reached', details: { limit: MOST_UNFUNDED_A_DAY }, detail: expect.stringContaining('Buy credits first') },
  })
  expect((await app.as(brand).post('/campaigns', draft, { headers: { 'accept-language': 'fr' } })).body.detail).toContain('Achetez d’abord')
  await aCampaign(app)
  app.clock.advance({ days: 1 })
  expect((await app.as(brand).post('/campaigns', draft)).status).toBe(201)
})

test('a campaign that runs goes on', async () => {
  const { held, refused, show } = await aCampaign(app)
  await app.hear(held)
  await app.hear(refused)
  expect((await show()).status).toBe('active')
})

test('the refusal of an invitation with the same id is none of its business', async () => {
  const { refused, show } = await aCampaign(app)
  await app.hear({ ...refused, data: { ...refused.data, kind: 'invitation' } })
  expect((await show()).status).toBe('funding')
})
