import { CampaignRenamed, CampaignRequested, UserDeleted } from '@reelfair/contracts'
import { countBy, type Person, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { campaigns } from '../store/campaigns.ts'
import { findHold, holds } from '../store/holds.ts'
import { aBrandWith, handle } from '../testing/a-brand.ts'
import { aPartnership } from '../testing/a-partnership.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })

const campaignOf = (brand: Person, viewsGoal: number, campaignId: string = crypto.randomUUID()) =>
  CampaignRequested.of({ campaignId, brandId: brand.id, name: 'Winter', network: 'instagram', viewsGoal, version: 1 })

const creditsOf = async (brand: Person) => (await app.as(brand).get('/credits')).body
const emittedFor = async (type: string, brand: Person) => (await app.emitted(type)).filter(({ brandId }) => brandId === brand.id)

test('holds the credits of a campaign and emits `credits.held`', async () => {
  const brand = await aBrandWith(app, 50_000)
  const campaign = campaignOf(brand, 30_000)
  await app.deliver(campaign)
  expect(await emittedFor('credits.held', brand)).toEqual([
    { kind: 'campaign', id: campaign.data.campaignId, brandId: brand.id, credits: 30_000 },
  ])
  expect(await creditsOf(brand)).toEqual({ available: 20_000, held: 30_000, spent: 0 })
})

test('holds the credits of an invitation and emits `credits.held`', async () => {
  const brand = await aBrandWith(app, 5_000)
  const { id, requested } = aPartnership({ brandId: brand.id, creatorId: crypto.randomUUID() }, { viewsGoal: 5_000 })
  await app.deliver(requested)
  expect(await emittedFor('credits.held', brand)).toEqual([{ kind: 'invitation', id, brandId: brand.id, credits: 5_000 }])
  expect(await creditsOf(brand)).toEqual({ available: 0, held: 5_000, spent: 0 })
})

test('shows the name of the campaign or invited account in statement lines', async () => {
  const brand = await aBrandWith(app, 20_000)
  await app.deliver(campaignOf(brand, 10_000))
  await app.deliver(aPartnership({ brandId: brand.id, creatorId: crypto.randomUUID() }, { viewsGoal: 5_000 }).requested)
  expect((await app.as(brand).get('/credits/statement')).body.items).toMatchObject([
    { reason: 'hold', of: 'invitation', title: 'lea.kitchen' },
    { reason: 'hold', of: 'campaign', title: 'Winter' },
    { reason: 'grant' },
  ])
})

test('stores no name of a deleted user when a request arrives late', async () => {
  const [brand, invitedId] = [await aBrandWith(app, 20_000), crypto.randomUUID()]
  await app.deliver(UserDeleted.of({ userId: invitedId, role: 'creator' }))
  const { id: invitationId, requested } = aPartnership({ brandId: brand.id, creatorId: invitedId }, { viewsGoal: 5_000 })
  await app.deliver(requested)
  await app.deliver(UserDeleted.of({ userId: brand.id, role: 'brand' }))
  const late = campaignOf(brand, 10_000)
  await app.deliver(late)
  expect(await emittedFor('credits.held', brand)).toHaveLength(2)
  expect(await findHold(app.context(), { kind: 'invitation', id: invitationId })).not.toHaveProperty('title')
  expect(await campaigns.byId(app.context(), late.data.campaignId)).not.toHaveProperty('name')
})

test('accepts a campaign that needs exactly the available credits, and refuses one that needs one credit more', async () => {
  const brand = await aBrandWith(app, 10_000)
  await app.deliver(campaignOf(brand, 10_001))
  expect(await emittedFor('credits.refused', brand)).toMatchObject([{ kind: 'campaign', missing: 1 }])
  expect(await creditsOf(brand)).toEqual({ available: 10_000, held: 0, spent: 0 })
  await app.deliver(campaignOf(brand, 10_000))
  expect(await emittedFor('credits.held', brand)).toHaveLength(1)
})

test('reports all credits as missing for a brand without a ledger account', async () => {
  const brand = person('brand')
  await app.deliver(campaignOf(brand, 7_000))
  expect(await emittedFor('credits.refused', brand)).toMatchObject([{ missing: 7_000 }])
})

test('holds credits only once when an event is delivered three times', async () => {
  const brand = await aBrandWith(app, 50_000)
  await app.deliver(campaignOf(brand, 10_000), { times: 3 })
  expect(await creditsOf(brand)).toEqual({ available: 40_000, held: 10_000, spent: 0 })
  expect(await emittedFor('credits.held', brand)).toHaveLength(1)
})

test('holds credits once per campaign, and keeps a refusal even after further credits are granted', async () => {
  const brand = await aBrandWith(app, 10_000)
  const held = campaignOf(brand, 10_000)
  await app.deliver(held)
  await app.deliver(held)
  expect(await emittedFor('credits.held', brand)).toHaveLength(1)
  const refused = campaignOf(brand, 1_000)
  await app.deliver(refused)
  await grantCredits.run({ brandId: brand.id, credits: 90_000, reason: 'later' }, app.context())
  await app.deliver(refused)
  expect(await emittedFor('credits.refused', brand)).toMatchObject([{ missing: 1_000 }])
  expect(await creditsOf(brand)).toEqual({ available: 90_000, held: 10_000, spent: 0 })
})

test('sets a removal date only on refused holds and their campaigns’ names', async () => {
  const brand = await aBrandWith(app, 10_000)
  const held = campaignOf(brand, 10_000)
  const refused = campaignOf(brand, 1_000)
  // A rename may arrive before the request for credits.
  await app.deliver(CampaignRenamed.of({ ...refused.data, name: 'Spring', version: 2 }))
  for (const campaign of [held, refused, refused]) await app.deliver(campaign)
  const stored = async ({ data }: typeof held) => ({
    name: await campaigns.byId(app.context(), data.campaignId),
    hold: await findHold(app.context(), { kind: 'campaign', id: data.campaignId }),
  })
  expect(holds.indexes).toContainEqual(
    expect.objectContaining({
      key: { decidedAt: 1 },
      expireAfterSeconds: 60 * 86_400,
      partialFilterExpression: { status: 'refused' },
    }),
  )
  expect(campaigns.indexes).toContainEqual(expect.objectContaining({ key: { refusedAt: 1 }, expireAfterSeconds: 60 * 86_400 }))
  const gone = await stored(refused)
  expect(gone).toMatchObject({ name: { name: 'Spring', refusedAt: gone.hold?.decidedAt }, hold: { status: 'refused' } })
  const kept = await stored(held)
  expect(kept).toMatchObject({ name: { name: 'Winter' }, hold: { status: 'held' } })
  expect(kept.name).not.toHaveProperty('refusedAt')
})

test('funds exactly one of 30 concurrent campaigns when there are only enough credits for one', async () => {
  const brand = await aBrandWith(app, 10_000)
  await Promise.all(times(30, () => app.deliver(campaignOf(brand, 10_000))))
  expect(await emittedFor('credits.held', brand)).toHaveLength(1)
  const refused = await emittedFor('credits.refused', brand)
  expect(countBy(refused, 'missing')).toEqual({ 10000: 29 })
  expect(await creditsOf(brand)).toEqual({ available: 0, held: 10_000, spent: 0 })
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('holds credits only once when replicas decide concurrently', async () => {
  const brand = await aBrandWith(app, 10_000)
  const asks = times(12, () => campaignOf(brand, 10_000))
  // Each context acts as a separate consumer; all contexts share one database.
  await Promise.all(asks.map((draft) => handle(app, draft)))
  expect(await emittedFor('credits.held', brand)).toHaveLength(1)
  expect(await emittedFor('credits.refused', brand)).toHaveLength(11)
})
