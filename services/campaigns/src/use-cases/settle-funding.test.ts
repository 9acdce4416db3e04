import { CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import { movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(campaigns, { clock })
const brand = person('brand')
const draft = {
  name: 'Winter run',
  viewsGoal: 10_000,
  category: 'Fitness_Sports',
  network: 'instagram',
  link: 'https://alpine.example',
  duration: '1 month',
}

const aCampaign = async (): Promise<string> => (await app.as(brand).post('/campaigns', draft)).body.id
const held = (id: string) => CreditsHeld.of({ kind: 'campaign', id, brandId: brand.id, credits: 10_000 })
const refused = (id: string, missing = 2_000) => CreditsRefused.of({ kind: 'campaign', id, brandId: brand.id, missing })
const show = async (id: string) => (await app.as(brand).get(`/campaigns/${id}`)).body
const saidOf = async (type: string, id: string) => (await app.emitted(type)).filter(({ campaignId }) => campaignId === id)

test('a campaign whose credits are held runs from then on', async () => {
  const id = await aCampaign()
  clock.set('2026-11-21T12:00:05Z')
  await app.hear(held(id))
  expect(await show(id)).toMatchObject({ status: 'active', startsAt: '2026-11-21T12:00:05.000Z', endsAt: '2026-12-21T12:00:05.000Z' })
  expect(await saidOf('campaign.activated', id)).toMatchObject([{ brandId: brand.id, endsAt: '2026-12-21T12:00:05.000Z', version: 2 }])
})

test('a campaign whose credits are refused has failed and tells the missing number', async () => {
  const id = await aCampaign()
  await app.hear(refused(id))
  const campaign = await show(id)
  expect(campaign).toMatchObject({ status: 'failed', missingViews: 2_000 })
  expect(campaign).not.toHaveProperty('startsAt')
  expect(await saidOf('campaign.failed', id)).toMatchObject([{ missingViews: 2_000, version: 2 }])
})

test('the same answer twice, under one id or two, changes nothing more', async () => {
  const id = await aCampaign()
  await app.hear(held(id), { times: 2 })
  await app.hear(held(id))
  expect(await saidOf('campaign.activated', id)).toHaveLength(1)
})

test('an answer that contradicts the first one changes nothing', async () => {
  const [first, second] = [await aCampaign(), await aCampaign()]
  await app.hear(held(first))
  await app.hear(refused(first))
  await app.hear(refused(second))
  await app.hear(held(second))
  expect([(await show(first)).status, (await show(second)).status]).toEqual(['active', 'failed'])
})

test('the credits of an invitation with the same id are none of its business', async () => {
  const id = await aCampaign()
  await app.hear({ ...held(id), data: { ...held(id).data, kind: 'invitation' } })
  expect((await show(id)).status).toBe('funding')
})
