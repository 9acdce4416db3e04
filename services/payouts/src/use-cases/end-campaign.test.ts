import { CampaignEnded, CampaignRequested, SignupCredited } from '@reelfair/contracts'
import { failUntilSetAside, operate, person, recordingLog, setAside, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { startMoney } from '../testing/start-money.ts'
import { holdBackEarnings } from './end-campaign.ts'

const { app, aBrand, contextWithShortTimeout, balanceOf } = await startMoney()

async function anEndedCampaign(brandId: string, charged = 5_000, creator = person('creator')) {
  const facts = { campaignId: crypto.randomUUID(), brandId }
  await app.deliver(CampaignRequested.of({ ...facts, name: 'Winter', network: 'instagram', viewsGoal: 10_000, version: 1 }))
  const signUp = { ...facts, signupId: crypto.randomUUID(), creatorId: creator.id, version: 2 }
  await app.deliver(SignupCredited.of({ ...signUp, day: '2026-11-22', charged, reserved: 0, cents: 50 }))
  const endedAt = app.clock.now().toISOString()
  const end = { status: 'failed', charged, reserved: 0, kept: 0, endedAt, payableAt: endedAt } as const
  await app.deliver(CampaignEnded.of({ ...facts, ...end, version: 3 }))
  app.clock.advance({ seconds: 1 })
  return { creator, campaignId: facts.campaignId }
}

test('holds the earnings of a campaign that has used all its credits', async () => {
  const brand = await aBrand()
  await grantCredits.run({ brandId: brand.id, credits: 10_000, reason: 'test' }, app.context())
  const { creator } = await anEndedCampaign(brand.id, 10_000)
  while (await holdBackEarnings(contextWithShortTimeout()));
  expect(await balanceOf(creator)).toMatchObject({ accruing: 0, held: 50 })
})

test('sets aside a campaign whose earnings cannot be held, raises an alarm and continues with the next one', async () => {
  const brand = await aBrand()
  await grantCredits.run({ brandId: brand.id, credits: 50_000, reason: 'test' }, app.context())
  const poisoned = await anEndedCampaign(brand.id)
  const other = await anEndedCampaign(brand.id)
  const native = app.database.collection('earnings')
  await native.updateOne({ subject: poisoned.campaignId }, { $set: { cents: 0.5 } })
  const { log, alarms } = recordingLog()
  const ctx = { ...contextWithShortTimeout(), connection: contextWithShortTimeout().connection, log }
  while (await holdBackEarnings(ctx));
  expect(await balanceOf(other.creator)).toMatchObject({ accruing: 0, held: 50 })
  await failUntilSetAside(app, () => holdBackEarnings(ctx))
  expect(alarms()).toEqual([setAside('ended-campaigns', poisoned.campaignId)])

  await native.updateOne({ subject: poisoned.campaignId }, { $set: { cents: 50 } })
  expect(await operate(payouts, app, 'payouts-queue-retry', { queue: 'ended-campaigns' })).toBe('1 put back.')
  while (await holdBackEarnings(ctx));
  expect(await balanceOf(poisoned.creator)).toMatchObject({ accruing: 0, held: 50 })
})

test('lists the first twenty held earnings with stable ids, and counts the rest', async () => {
  const brand = await aBrand()
  await grantCredits.run({ brandId: brand.id, credits: 210_000, reason: 'test' }, app.context())
  const creator = person('creator')
  const hold = async (campaigns: number) => {
    for (const _ of times(campaigns, () => 0)) await anEndedCampaign(brand.id, 10_000, creator)
    while (await holdBackEarnings(contextWithShortTimeout()));
  }
  await hold(20)
  const { holdings, moreHoldings } = await balanceOf(creator)
  expect([holdings.length, moreHoldings]).toEqual([20, undefined])
  expect((await balanceOf(creator)).holdings).toEqual(holdings)
  await hold(1)
  expect(await balanceOf(creator)).toMatchObject({ holdings, moreHoldings: 1, held: 1_050 })
})
