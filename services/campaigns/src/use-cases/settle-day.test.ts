import { RefreshCompleted } from '@reelfair/contracts'
import { instantOf } from '@reelfair/rules'
import { eventually, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'

const read = (day: string, failed = 0) => RefreshCompleted.of({ day, accounts: 1, failed })

async function start(patience = '0') {
  const clock = movableClock('2026-11-21T12:00:00Z')
  return { clock, app: await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: patience } }) }
}

test('settles the day’s views at 02:00 in Paris and shows receipts only to the creator and the brand', async () => {
  const { app, clock } = await start()
  const { id, brand, show } = await aRunningCampaign(app, { viewsGoal: 10_000 })
  const one = await aSignUp(app, id)
  const video = { videoId: 'v1', url: 'https://n.example/v1', views: 1_300, qualified: 1_234, inReview: 0, excluded: 66 }
  const at = '2026-11-22T00:00:00.000Z'
  const seen = { ...video, faults: ['code_missing'], logo: 'verified', publishedAt: at, seenAt: at }
  const excluded = [{ reason: 'code_missing' as const, views: 66 }]
  await app.deliver(viewsQualified(one.id, 1, { qualified: 1_234, excluded, videos: [seen] }))
  await app.deliver(read('2026-11-22'))
  clock.set('2026-11-22T00:59:59Z')
  expect((await show()).actualViews).toBe(0)
  clock.set('2026-11-22T01:00:01Z')
  await eventually(async () => expect(await show()).toMatchObject({ actualViews: 1_234, observedViews: 1_300, phase: 'open' }))
  const receipts = [await app.as(brand).get(`/sign-ups/${one.id}/receipt`), await app.as(one.creator).get(`/sign-ups/${one.id}/receipt`)]
  expect(receipts[0]).toMatchObject({
    status: 200,
    body: {
      campaignName: 'Winter',
      count: { observed: 1_300, qualified: 1_234, inReview: 0, excluded },
      charged: 1_234,
      cents: 12,
      exactMilliCents: 12_340,
      isOver: false,
      isFinal: false,
      terms: { rateCard: { centsPer1000: 10 } },
      days: [
        {
          day: '2026-11-22',
          demand: 1_234,
          granted: 1_234,
          left: 10_000,
          charged: { before: 0, after: 1_234 },
          cents: { before: 0, after: 12 },
        },
      ],
      videos: [{ videoId: 'v1', faults: ['code_missing'] }],
    },
  })
  expect(receipts[1]?.body).toEqual(receipts[0]?.body)
  expect(JSON.stringify(receipts[0]?.body)).not.toContain(one.signUp.code)
  expect((await app.as(person('creator')).get(`/sign-ups/${one.id}/receipt`)).status).toBe(404)
  expect((await app.as(one.creator).get('/sign-ups')).body.items).toMatchObject([
    { charged: 1_234, cents: 12, videos: [{ videoId: 'v1' }] },
  ])
  const [registered] = (await app.as(brand).get(`/campaigns/${id}/sign-ups`)).body.items
  expect(registered).toMatchObject({ charged: 1_234, count: { excluded } })
  // A sign-up may have 100 videos, so the metrics service returns one creator's videos at a time.
  expect(registered).not.toHaveProperty('videos')
})

test('waits for the day’s views until 04:00, then settles the known views', async () => {
  const { app, clock } = await start()
  const { id, show } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  await app.deliver(viewsQualified(one.id, 1, { qualified: 10 }))
  clock.set('2026-11-22T02:59:00Z')
  await new Promise((resolve) => setImmediate(resolve))
  expect((await show()).actualViews).toBe(0)
  clock.set('2026-11-22T03:00:01Z')
  await eventually(async () => expect((await show()).actualViews).toBe(10))
})

test('settles views that arrive while the settlement waits', async () => {
  const { app, clock } = await start('60')
  const { id, show } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  clock.set('2026-11-22T12:00:00Z')
  await app.deliver(viewsQualified(one.id, 1, { qualified: 10 }))
  await app.deliver(read('2026-11-22', 1))
  await eventually(async () => expect((await show()).actualViews).toBe(10))
})

test('ignores the totals of a partnership', async () => {
  const { app } = await start()
  const { id } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  // A delivery fails if the service cannot handle the event.
  await app.deliver(viewsQualified(crypto.randomUUID(), 1, { subject: 'partnership', qualified: 9_000 }))
  await app.deliver(viewsQualified(one.id, 1, { qualified: 400 }))
  expect(await app.emitted('signup.counted')).toMatchObject([{ signupId: one.id }])
})

test('catches up on a missed week day by day, through the campaign’s end and final checks', { timeout: 60_000 }, async () => {
  const { app, clock } = await start()
  const { id, show, emitted } = await aRunningCampaign(app, { viewsGoal: 1_000 })
  const one = await aSignUp(app, id)
  await app.deliver(viewsQualified(one.id, 1, { qualified: 400, isFinal: 'checks' }))
  clock.set('2026-12-02T12:00:00Z')
  await eventually(async () => expect(await show()).toMatchObject({ phase: 'settled', status: 'failed', actualViews: 400 }), {
    within: 30_000,
  })
  expect(await emitted('signup.credited')).toMatchObject([{ day: '2026-11-22', charged: 400, cents: 4 }])
  expect(await emitted('campaign.ended')).toMatchObject([
    { endedAt: '2026-11-28T12:00:00.000Z', payableAt: '2026-12-01T01:00:00.000Z', kept: 600 },
  ])
  expect(await emitted('signup.settled')).toMatchObject([{ charged: 400, cents: 4 }])
  expect(await emitted('campaign.settled')).toHaveLength(1)
  expect((await app.as(one.creator).get('/sign-ups')).body.items).toMatchObject([
    { state: 'settled', endedAt: '2026-11-28T12:00:00.000Z', cents: 4 },
  ])
})

test('frees a creator’s place when a campaign is completed before its end', async () => {
  const { app, clock } = await start()
  const { id, show } = await aRunningCampaign(app, { viewsGoal: 1_000 })
  const one = await aSignUp(app, id)
  for (let other = 0; other < 4; other += 1) await one.joins((await aRunningCampaign(app)).id)
  const sixth = await aRunningCampaign(app)
  expect((await one.joins(sixth.id)).body.code).toBe('signup_limit_reached')
  await app.deliver(viewsQualified(one.id, 1, { qualified: 1_000 }))
  await app.deliver(read('2026-11-22'))
  clock.set('2026-11-22T01:00:01Z')
  await eventually(async () => expect((await show()).status).toBe('completed'))
  expect((await one.joins(sixth.id)).status).toBe(201)
})

test('completes the day even if one campaign cannot be settled, and catches up on that campaign’s days once it is repaired', async () => {
  const { app, clock } = await start()
  const all = []
  for (const _ of times(5, Boolean)) all.push(await aRunningCampaign(app))
  for (const { id } of all) await app.deliver(viewsQualified((await aSignUp(app, id)).id, 1, { qualified: 100 }))
  // Breaks the campaign that sorts first, so that all others come after the broken one.
  const [broken, ...others] = all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { connection } = app.context()
  const signUps = connection.collection('sign_ups')
  await signUps.updateOne({ campaignId: broken?.id }, { $set: { charged: 20_000 } })
  const nights = ['2026-11-22', '2026-11-23', '2026-11-24']
  for (const [index, night] of nights.entries()) {
    if (index === 2) await signUps.updateOne({ campaignId: broken?.id }, { $set: { charged: 0 } })
    await app.deliver(read(night))
    clock.set(instantOf(night, '02:00'))
    const run = { _id: `settle-day:${night}` as never }
    await eventually(async () => expect(await connection.collection('job_runs').findOne(run)).toMatchObject({ state: 'done', attempts: 1 }))
    for (const { show } of others) expect(await show()).toMatchObject({ actualViews: 100 })
    expect(await broken?.show()).toMatchObject({ actualViews: index === 2 ? 100 : 0 })
  }
  expect(await broken?.emitted('signup.credited')).toMatchObject([{ day: '2026-11-22', charged: 100 }])
  const rows = await connection.collection('campaigns').find({}).toArray()
  expect(rows.map(({ nextSettlement }) => nextSettlement)).toEqual(times(5, () => '2026-11-25'))
})
