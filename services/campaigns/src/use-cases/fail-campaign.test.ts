import { movableClock, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { MAX_UNFUNDED_PER_DAY } from '../domain/campaign.ts'
import { campaigns as campaignStore } from '../store/campaigns.ts'
import { media } from '../store/media.ts'
import { aCampaign } from '../testing/a-campaign.ts'

const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z') })

test('fails a campaign only once when its credits are refused, and shows the number of missing views', async () => {
  const { refused, show, emitted } = await aCampaign(app)
  await app.deliver(refused, { times: 2 })
  await app.deliver(refused)
  const campaign = await show()
  expect(campaign).toMatchObject({ status: 'failed', missingViews: 2_000, removedAt: '2026-12-21T12:00:00.000Z' })
  expect(campaign).not.toHaveProperty('startsAt')
  expect(await emitted('campaign.failed')).toMatchObject([{ missingViews: 2_000, version: 2 }])
})

test('removes an unfunded campaign after 30 days, and its logo unless another campaign uses it', async () => {
  const expiring = campaignStore.indexes.find(({ key }) => 'unfundedAt' in key)
  expect(expiring).toMatchObject({ expireAfterSeconds: 30 * 86_400 })
  const keptUntil = async (id: string) => (await media.byId(app.context(), id))?.keepUntil
  const alone = await aCampaign(app)
  await app.deliver(alone.refused)
  expect((await keptUntil(alone.mediaId))?.getTime()).toBe(app.clock.now().getTime() + 30 * 86_400_000)
  expect(await campaignStore.byId(app.context(), alone.id)).toMatchObject({ unfundedAt: app.clock.now() })

  const { brand } = alone
  const { mediaId, refused } = await aCampaign(app, { brand })
  const running = await aCampaign(app, { brand, mediaId })
  await app.deliver(refused)
  await app.deliver(running.held)
  expect(await keptUntil(mediaId)).toBeUndefined()
  await app.deliver((await aCampaign(app, { brand, mediaId })).refused)
  expect(await keptUntil(mediaId)).toBeUndefined()
})

test('limits a brand to 100 campaigns without credits per business day', async () => {
  const { brand, mediaId, refused, id } = await aCampaign(app)
  await app.deliver(refused)
  const { id: _, version: __, ...unfunded } = (await campaignStore.byId(app.context(), id)) ?? expect.unreachable()
  const plant = (count: number) =>
    app.context().transact(async (tx) => {
      for (const one of times(count, () => crypto.randomUUID())) await campaignStore.insert(tx, { ...unfunded, id: one })
    })
  await plant(MAX_UNFUNDED_PER_DAY - 2)
  await app.deliver((await aCampaign(app, { brand, mediaId })).refused)
  const draft = { name: 'x', viewsGoal: 1_000, category: 'Gaming_Esports', network: 'tiktok', link: 'https://a.example', mediaId }
  expect(await app.as(brand).post('/campaigns', draft)).toMatchObject({
    status: 409,
    body: {
      code: 'unfunded_limit_reached',
      details: { limit: MAX_UNFUNDED_PER_DAY },
      detail: expect.stringContaining('Buy credits first'),
    },
  })
  expect((await app.as(brand).post('/campaigns', draft, { headers: { 'accept-language': 'fr' } })).body.detail).toContain(
    'Achetez des crédits',
  )
  await aCampaign(app)
  app.clock.advance({ days: 1 })
  expect((await app.as(brand).post('/campaigns', draft)).status).toBe(201)
})

test('does not fail an active campaign', async () => {
  const { held, refused, show } = await aCampaign(app)
  await app.deliver(held)
  await app.deliver(refused)
  expect((await show()).status).toBe('active')
})

test('ignores credits refused for an invitation with the same id', async () => {
  const { refused, show } = await aCampaign(app)
  await app.deliver({ ...refused, data: { ...refused.data, kind: 'invitation' } })
  expect((await show()).status).toBe('funding')
})
