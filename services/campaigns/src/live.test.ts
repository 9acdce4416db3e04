import { type Audience, events, type LiveTopic } from '@reelfair/contracts'
import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from './app.ts'
import { campaigns as store } from './store/campaigns.ts'
import { aRunningCampaign, aSignUp, viewsQualified } from './testing/a-campaign.ts'
import { settleCampaign } from './use-cases/settle-campaign.ts'

const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z'), env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })

async function notified(types: readonly string[], campaignId: string) {
  const notices = new Map<Audience, Set<LiveTopic>>()
  for (const type of types)
    for (const data of await app.emitted(type))
      if (data.campaignId === campaignId)
        for (const { to, topic } of events.get(`${type}@1`)?.live(data) ?? []) notices.set(to, (notices.get(to) ?? new Set()).add(topic))
  return Object.fromEntries([...notices].map(([to, topics]) => [to, [...topics]]))
}

const settle = async (id: string, day: string, most = 500) => {
  const campaign = await store.byId(app.context(), id)
  if (campaign) await settleCampaign(campaign, day, app.context(), most)
}

async function setUp() {
  const brand = person('brand')
  const campaign = await aRunningCampaign(app, { brand, viewsGoal: 10_000 })
  const one = await aSignUp(app, campaign.id)
  const [ofBrand, ofCreator] = [`user:${brand.id}`, `user:${one.creator.id}`]
  return { ...campaign, one, ofBrand, ofCreator }
}

test('notifies the creator and the brand after a reading is stored, but nobody after an outdated reading', async () => {
  const { id, one, ofBrand, ofCreator } = await setUp()
  await app.deliver(viewsQualified(one.id, 2, { qualified: 10 }))
  expect(await notified(['signup.counted'], id)).toEqual({ [ofBrand]: ['campaigns'], [ofCreator]: ['campaigns'] })
  await app.deliver(viewsQualified(one.id, 1, { qualified: 5 }), { times: 2 })
  expect((await app.emitted('signup.counted')).filter(({ signupId }) => signupId === one.id)).toHaveLength(1)
})

test.each([500, 1])('notifies the brand and all creators when a day is settled (%i sign-ups per transaction)', async (most) => {
  const { id, one, ofBrand, ofCreator } = await setUp()
  await aSignUp(app, id)
  await app.deliver(viewsQualified(one.id, 1, { qualified: 1_000 }))
  await settle(id, '2026-11-22', most)
  expect(await notified(['signup.credited'], id)).toMatchObject({ [ofBrand]: ['campaigns'], [ofCreator]: ['campaigns'] })
  // The service emits the event in the transaction that writes the campaign, so a screen that reloads sees the new
  // totals.
  expect(await notified(['campaign.changed'], id)).toEqual({ [ofBrand]: ['campaigns'], 'role:creator': ['campaigns'] })
  await settle(id, '2026-11-23', most)
  expect((await app.emitted('campaign.changed')).filter(({ campaignId }) => campaignId === id)).toHaveLength(1)
})

test('publishes a campaign change when all new views are excluded', async () => {
  const { id, one } = await setUp()
  await app.deliver(viewsQualified(one.id, 1, { excluded: [{ reason: 'code_missing', views: 7 }] }))
  await settle(id, '2026-11-22')
  expect(await notified(['signup.credited'], id)).toEqual({})
  expect(await notified(['campaign.changed'], id)).toMatchObject({ 'role:creator': ['campaigns'] })
})

test('notifies the brand and all creators when a campaign starts, ends, is deleted or is renamed', async () => {
  const { id, one, ofBrand } = await setUp()
  const both = { [ofBrand]: ['campaigns'], 'role:creator': ['campaigns'] }
  expect(await notified(['campaign.activated'], id)).toEqual(both)
  await app.deliver(viewsQualified(one.id, 1, { qualified: 10_000 }))
  await settle(id, '2026-11-22')
  expect(await notified(['campaign.ended'], id)).toEqual(both)
  const { id: gone, brand } = await aRunningCampaign(app)
  expect((await app.as(brand).del(`/campaigns/${gone}`)).body).toEqual({ isGone: true })
  expect(await notified(['campaign.changed'], gone)).toEqual({ [`user:${brand.id}`]: ['campaigns'], 'role:creator': ['campaigns'] })
  const { id: other, brand: owner } = await aRunningCampaign(app)
  await app.as(owner).patch(`/campaigns/${other}`, { name: 'Spring' })
  expect(await notified(['campaign.renamed'], other)).toEqual({ [`user:${owner.id}`]: ['campaigns'], 'role:creator': ['campaigns'] })
})
