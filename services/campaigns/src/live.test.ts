/** What a screen shows reaches it: each change is told on the topic `campaigns`, to those who see it and to nobody else. */
import { type Audience, events, type LiveTopic } from '@reelfair/contracts'
import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from './app.ts'
import { campaigns as store } from './store/campaigns.ts'
import { aRunningCampaign, aSignUp, counted } from './testing/a-campaign.ts'
import { settleCampaign } from './use-cases/settle-campaign.ts'

const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z'), env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })

/** Who has been told since the last time, of which topic. */
async function told(types: readonly string[], campaignId: string) {
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

async function aCase() {
  const brand = person('brand')
  const campaign = await aRunningCampaign(app, { brand, viewsGoal: 10_000 })
  const one = await aSignUp(app, campaign.id)
  const [ofBrand, ofCreator] = [`user:${brand.id}`, `user:${one.creator.id}`]
  return { ...campaign, one, ofBrand, ofCreator }
}

test('when a reading is counted its creator and the brand are told, once it can be read here; what is older tells nobody', async () => {
  const { id, one, ofBrand, ofCreator } = await aCase()
  await app.hear(counted(one.id, 2, { qualified: 10 }))
  expect(await told(['signup.counted'], id)).toEqual({ [ofBrand]: ['campaigns'], [ofCreator]: ['campaigns'] })
  await app.hear(counted(one.id, 1, { qualified: 5 }), { times: 2 })
  expect((await app.emitted('signup.counted')).filter(({ signupId }) => signupId === one.id)).toHaveLength(1)
})

test.each([500, 1])('a settled day is told to both, and to all creators, who see what is left to earn (%i at once)', async (most) => {
  const { id, one, ofBrand, ofCreator } = await aCase()
  await aSignUp(app, id)
  await app.hear(counted(one.id, 1, { qualified: 1_000 }))
  await settle(id, '2026-11-22', most)
  expect(await told(['signup.credited'], id)).toMatchObject({ [ofBrand]: ['campaigns'], [ofCreator]: ['campaigns'] })
  // Said in the transaction that writes the campaign: who asks then reads the new sums.
  expect(await told(['campaign.changed'], id)).toEqual({ [ofBrand]: ['campaigns'], 'role:creator': ['campaigns'] })
  await settle(id, '2026-11-23', most)
  expect((await app.emitted('campaign.changed')).filter(({ campaignId }) => campaignId === id)).toHaveLength(1)
})

test('views that are all excluded change the campaign’s figures too', async () => {
  const { id, one } = await aCase()
  await app.hear(counted(one.id, 1, { excluded: [{ reason: 'code_missing', views: 7 }] }))
  await settle(id, '2026-11-22')
  expect(await told(['signup.credited'], id)).toEqual({})
  expect(await told(['campaign.changed'], id)).toMatchObject({ 'role:creator': ['campaigns'] })
})

test('a campaign that starts, ends or goes is told to its brand and to all creators', async () => {
  const { id, one, ofBrand } = await aCase()
  const both = { [ofBrand]: ['campaigns'], 'role:creator': ['campaigns'] }
  expect(await told(['campaign.activated'], id)).toEqual(both)
  await app.hear(counted(one.id, 1, { qualified: 10_000 }))
  await settle(id, '2026-11-22')
  expect(await told(['campaign.ended'], id)).toEqual(both)
  const { id: gone, brand } = await aRunningCampaign(app)
  expect((await app.as(brand).del(`/campaigns/${gone}`)).body).toEqual({ isGone: true })
  expect(await told(['campaign.changed'], gone)).toEqual({ [`user:${brand.id}`]: ['campaigns'], 'role:creator': ['campaigns'] })
  const { id: other, brand: owner } = await aRunningCampaign(app)
  await app.as(owner).patch(`/campaigns/${other}`, { name: 'Spring' })
  expect(await told(['campaign.renamed'], other)).toEqual({ [`user:${owner.id}`]: ['campaigns'], 'role:creator': ['campaigns'] })
})
