import {
  CampaignEnded,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  DataExportRequested,
  SettingChanged,
  SignupCredited,
  SignupSettled,
  UserDeleted,
  UserDeletionBlocked,
  UserWorkCleared,
} from '@reelfair/contracts'
import { databaseUse, multiply, person, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from './app.ts'
import { grantCredits } from './cli/grant-credits.ts'
import { deletion } from './store/erase-user.ts'
import { aPartnership } from './testing/a-partnership.ts'
import { startMoney } from './testing/start-money.ts'
import { holdBackEarnings } from './use-cases/end-campaign.ts'
import { userExport } from './use-cases/export-user.ts'
import { drainTransfers, processNextTransfer } from './use-cases/process-transfer.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const { app, aBrand, aCreator, anEarner, earn, fill, contextWithShortTimeout } = await startMoney()
await fill()

/** A settled campaign with two sign-ups. The second one is settled without being credited first. */
async function aCampaign(brandId: string, creatorId: string, isOver: boolean) {
  const facts = { campaignId: crypto.randomUUID(), brandId }
  const own = { ...facts, signupId: crypto.randomUUID(), creatorId }
  await app.deliver(CampaignRequested.of({ ...facts, name: 'Winter', network: 'instagram', viewsGoal: 10_000, version: 1 }))
  await app.deliver(SignupCredited.of({ ...own, version: 2, day: '2026-11-22', charged: 5_000, reserved: 0, cents: 50 }))
  if (!isOver) return
  const endedAt = app.clock.now().toISOString()
  const end = { status: 'failed', charged: 6_000, reserved: 0, kept: 0, endedAt, payableAt: endedAt } as const
  await app.deliver(CampaignEnded.of({ ...facts, ...end, version: 3 }))
  await holdBackEarnings(contextWithShortTimeout())
  await app.deliver(SignupSettled.of({ ...own, version: 3, charged: 5_000, cents: 50 }))
  const another = { ...facts, signupId: crypto.randomUUID(), creatorId: person('creator').id }
  await app.deliver(SignupSettled.of({ ...another, version: 3, charged: 1_000, cents: 10 }))
  await app.deliver(CampaignSettled.of({ ...facts, status: 'failed', charged: 6_000, version: 4 }))
  await app.deliver(CampaignRenamed.of({ ...facts, name: 'Spring', version: 5 }))
}

async function anInvitation(brandId: string) {
  const { requested, closed } = aPartnership({ brandId, creatorId: person('creator').id })
  await app.deliver(requested)
  await app.deliver(closed('expired'))
}

async function aSettledPartnership(brandId: string, creatorId: string, cents: number) {
  const { requested, ended, settled } = aPartnership({ brandId, creatorId }, { viewsGoal: 1_000, cents })
  for (const event of [requested, ended(100), settled(100)]) await app.deliver(event)
}

test('answers every query from an index and reads at most three documents per result', { timeout: 1_800_000 }, async () => {
  const brand = await aBrand()
  await grantCredits.run({ brandId: brand.id, credits: 100_000, reason: 'test' }, app.context())
  const order = await app.as(brand).post('/credit-orders', { package: 'growth' })
  const creator = await anEarner(500)
  await app.as(creator).post('/transfers', {})
  await processNextTransfer(contextWithShortTimeout())
  for (const isOver of [false, true]) await aCampaign(brand.id, creator.id, isOver)
  for (const cents of [99, 500]) await aSettledPartnership(brand.id, creator.id, cents)
  await processNextTransfer(contextWithShortTimeout())
  await earn(creator, 300)
  await multiply(app, documents)
  for (const keep of [[brand.id], [creator.id]]) await multiply(app, Math.min(500, documents / 3), { keep })

  const ask = async () => {
    await app.as(brand).post('/credit-orders', { package: 'growth' })
    for (const path of ['/credits', '/credits/statement', '/credit-orders', `/credit-orders/${order.body.id ?? crypto.randomUUID()}`]) {
      const { next } = (await app.as(brand).get(path)).body
      if (next) await app.as(brand).get(path, { cursor: next })
    }
    for (const path of ['/balance', '/statement', '/payout-account', '/transfers']) {
      const { next } = (await app.as(creator).get(path)).body
      if (next) await app.as(creator).get(path, { cursor: next })
    }
    for (const status of [undefined, 'pending', 'processing', 'completed', 'failed'])
      await app.as('admin').get('/admin/transfers', status ? { status } : {})
    await app.as('admin').get('/admin/transfer-logs')
    await app.as(creator).post('/transfers', {})
    await processNextTransfer(contextWithShortTimeout())
    await aCampaign(brand.id, person('creator').id, true)
    await anInvitation(brand.id)
    await aSettledPartnership(brand.id, creator.id, 200)
    await processNextTransfer(contextWithShortTimeout())
    for (const gone of [person('creator'), person('brand')]) {
      await app.as(gone).get('/deletion-obstacles')
      await app.deliver(
        UserWorkCleared.of({ userId: gone.id, role: gone.role, attempt: 1, earnedCents: 0, waives: { credits: 0, cents: 0 } }),
      )
      await app.deliver(UserDeletionBlocked.of({ userId: gone.id, attempt: 1 }))
      await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
      while (await deletion.worker.run(app.context()));
    }
    for (const { id, role } of [brand, creator]) {
      await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: id, role }))
      for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    }
    await app.deliver(SettingChanged.of({ key: 'review_hours', value: 48, validFrom: app.clock.now(), version: 1 }))
    await aBrand()
    await aCreator()
    await drainTransfers(contextWithShortTimeout())
  }
  const { queryCount, faults } = await databaseUse(app, payouts, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(20)
})
