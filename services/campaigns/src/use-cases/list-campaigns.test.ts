import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { aCampaign, aLogo, aRunningCampaign } from '../testing/a-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const draft = (name: string, mediaId: string) => ({
  name,
  viewsGoal: 1_000,
  category: 'Gaming_Esports',
  network: 'tiktok',
  link: 'https://a.example',
  mediaId,
})

test('returns an empty page to a brand that has no campaigns', async () => {
  expect(await app.as(person('brand')).get('/campaigns')).toMatchObject({ status: 200, body: { items: [] } })
})

test('pages through only the brand’s own campaigns, newest first', async () => {
  const [me, them] = [person('brand'), person('brand')]
  const [mine, other] = [app.as(me), app.as(them)]
  const [logo, theirs] = [await aLogo(app, me), await aLogo(app, them)]
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await mine.post('/campaigns', draft(name, logo))
    await other.post('/campaigns', draft(`other ${name}`, theirs))
  }
  const first = (await mine.get('/campaigns', { limit: 3 })).body
  expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['e', 'd', 'c'])
  await mine.post('/campaigns', draft('f', logo))
  const second = (await mine.get('/campaigns', { limit: 3, cursor: first.next })).body
  expect(second.items.map(({ name }: { name: string }) => name)).toEqual(['b', 'a'])
  expect(second).not.toHaveProperty('next')
})

test.each([{ limit: 0 }, { limit: 101 }, { limit: 'many' }, { cursor: 'forged' }])('rejects %j', async (query) => {
  expect(await app.as('brand').get('/campaigns', query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('uses an index to filter and sort the list', async () => {
  const plan = await store.explain(app.context(), { brandId: person('brand').id }, { createdAt: -1, id: -1 })
  expect(plan).toContain('IXSCAN')
  expect(plan).not.toContain('SORT')
})

test('sorts campaigns into three tabs and opens the first non-empty one', async () => {
  const brand = person('brand')
  const summary = async () => (await app.as(brand).get('/campaigns/summary')).body
  expect(await summary()).toEqual({ counts: { active: 0, completed: 0, expired: 0 }, defaultTab: 'expired', totalViews: 0 })
  const mediaId = await aLogo(app, brand)
  const unfunded = await aCampaign(app, { brand, mediaId, name: 'unfunded' })
  await app.deliver(unfunded.refused)
  expect(await summary()).toMatchObject({ counts: { active: 0, expired: 1 }, defaultTab: 'expired' })
  await aRunningCampaign(app, { brand, mediaId, name: 'running' })
  await aCampaign(app, { brand, mediaId, name: 'waiting' })
  expect(await summary()).toMatchObject({ counts: { active: 2, completed: 0, expired: 1 }, defaultTab: 'active' })
  const under = async (tab: string) => (await app.as(brand).get('/campaigns', { tab })).body.items.map(({ name }: { name: string }) => name)
  expect([await under('active'), await under('completed'), await under('expired')]).toEqual([['waiting', 'running'], [], ['unfunded']])
  expect((await app.as(brand).get('/campaigns', { tab: 'all' })).status).toBe(400)
})
