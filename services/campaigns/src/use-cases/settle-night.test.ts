import { RefreshCompleted } from '@reelfair/contracts'
import { addDays, instantOf } from '@reelfair/rules'
import { createLog, inProcessBus, startService as startReplica } from '@reelfair/service-kit'
import { eventually, movableClock, startService, testSecrets, times } from '@reelfair/testkit'
import { sharedMongo } from '@reelfair/testkit/shared'
import { expect, onTestFinished, test } from 'vitest'
import { campaigns } from '../app.ts'
import { aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'

const SOON = { within: 30_000 }
const read = (day: string, failed = 0) => RefreshCompleted.of({ day, accounts: 1, failed })

async function start(at: string, patience = '0') {
  const clock = movableClock(at)
  return { clock, app: await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: patience } }) }
}
const settledOf = (app: Awaited<ReturnType<typeof start>>['app'], id: string) =>
  app
    .context()
    .connection.collection('campaigns')
    .findOne({ _id: id as never }, { projection: { settledThrough: 1 } })

test.each([
  ['summer time begins and 02:00 does not exist', '2027-03-26T12:00:00Z', ['2027-03-27', '2027-03-28', '2027-03-29']],
  ['summer time ends and 02:00 occurs twice', '2026-10-23T12:00:00Z', ['2026-10-24', '2026-10-25', '2026-10-26']],
])('settles each day exactly once when %s', { timeout: 60_000 }, async (_, at, days) => {
  const { app, clock } = await start(at)
  const { id } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  for (const [index, day] of days.entries()) {
    await app.deliver(viewsQualified(one.id, index + 1, { qualified: 100 * (index + 1) }))
    await app.deliver(read(day))
    // Half-hour steps cover the hour that the clock repeats or skips.
    for (const hour of times(8, (quarter) => quarter * 30)) clock.set(new Date(instantOf(day, '00:00').getTime() + hour * 60_000))
    await eventually(async () => expect(await settledOf(app, id)).toMatchObject({ settledThrough: day }), SOON)
  }
  const credited = (await app.emitted('signup.credited')).map(({ day, charged }) => [day, charged])
  expect(credited).toEqual(days.map((day, index) => [day, 100 * (index + 1)]))
})

test('ends a campaign that runs until 00:30 Paris time in the settlement at 02:00', async () => {
  const { app, clock } = await start('2026-11-21T23:30:00Z')
  const { id, show, emitted } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  for (const [index, day] of times(7, (day) => addDays('2026-11-22', day)).entries()) {
    await app.deliver(viewsQualified(one.id, index + 1, { qualified: 10 * (index + 1) }))
    await app.deliver(read(day))
    clock.set(instantOf(day, '02:00'))
    await eventually(async () => expect(await settledOf(app, id)).toMatchObject({ settledThrough: day }), SOON)
  }
  expect(await emitted('campaign.ended')).toEqual([])
  await app.deliver(viewsQualified(one.id, 8, { qualified: 85, isFinal: 'end' }))
  await app.deliver(read('2026-11-29'))
  clock.set(instantOf('2026-11-29', '02:00'))
  await eventually(async () => expect(await show()).toMatchObject({ phase: 'ended', actualViews: 85 }), SOON)
  expect(await emitted('campaign.ended')).toMatchObject([
    { endedAt: '2026-11-28T23:30:00.000Z', payableAt: instantOf('2026-12-01', '02:00').toISOString() },
  ])
})

test('settles each day exactly once and in order when the clock jumps during a settlement', { timeout: 60_000 }, async () => {
  const { app, clock } = await start('2026-11-21T12:00:00Z', '1')
  const { id } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  await app.deliver(viewsQualified(one.id, 1, { qualified: 100 }))
  clock.set(instantOf('2026-11-22', '02:00'))
  const runs = app.context().connection.collection('job_runs')
  await eventually(
    async () => expect(await runs.findOne({ _id: 'settle-day:2026-11-22' as never })).toMatchObject({ state: 'running' }),
    SOON,
  )
  clock.set(instantOf('2026-11-25', '12:00'))
  await app.deliver(viewsQualified(one.id, 2, { qualified: 250 }))
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']) await app.deliver(read(day))
  await eventually(async () => expect(await settledOf(app, id)).toMatchObject({ settledThrough: '2026-11-25' }), SOON)
  const credited = (await app.emitted('signup.credited')).map(({ day, charged }) => [day, charged])
  expect(credited.at(-1)?.[1]).toBe(250)
  expect(new Set(credited.map(([day]) => day)).size).toBe(credited.length)
})

test('settles each day exactly once with two replicas', { timeout: 60_000 }, async () => {
  const { app, clock } = await start('2026-11-21T12:00:00Z')
  const log = createLog('replica', 'silent')
  const bus = inProcessBus({ log })
  const replica = await startReplica(campaigns, {
    env: {
      MONGODB_URI: (await sharedMongo()).uri,
      DB_PREFIX: app.dbPrefix,
      NODE_ENV: 'test',
      SETTLEMENT_PATIENCE_SECONDS: '0',
      ...testSecrets,
    },
    bus,
    clock,
    log,
  })
  onTestFinished(async () => {
    await replica.stop()
    await bus.close()
  })
  const joined = []
  for (const { id } of await Promise.all(times(6, () => aRunningCampaign(app)))) joined.push({ id, one: await aSignUp(app, id) })
  for (const [night, day] of ['2026-11-22', '2026-11-23', '2026-11-24'].entries()) {
    for (const { one } of joined) await app.deliver(viewsQualified(one.id, night + 1, { qualified: 70 * (night + 1) }))
    await app.deliver(read(day))
    clock.set(instantOf(day, '02:00'))
    for (const { id } of joined) await eventually(async () => expect(await settledOf(app, id)).toMatchObject({ settledThrough: day }), SOON)
  }
  // Checks stored lines instead of events, because either replica may have emitted the events.
  const allocationLines = await app.context().connection.collection('allocation_lines').find({}).toArray()
  expect(allocationLines).toHaveLength(18)
  for (const { id, one } of joined) {
    const lines = allocationLines.filter(({ signUpId }) => signUpId === one.id).map(({ charged }) => charged.after)
    expect(lines.sort((a, b) => a - b)).toEqual([70, 140, 210])
    expect(
      await app
        .context()
        .connection.collection('campaigns')
        .findOne({ _id: id as never }),
    ).toMatchObject({ charged: 210 })
  }
})

test('settles the known views of an incomplete refresh, and the rest on the next day', async () => {
  const { app, clock } = await start('2026-11-21T12:00:00Z')
  const { id, show } = await aRunningCampaign(app)
  const [early, late] = [await aSignUp(app, id), await aSignUp(app, id)]
  await app.deliver(viewsQualified(early.id, 1, { qualified: 300 }))
  await app.deliver(read('2026-11-22', 1))
  clock.set(instantOf('2026-11-22', '02:00'))
  await eventually(async () => expect(await show()).toMatchObject({ actualViews: 300 }), SOON)
  await app.deliver(viewsQualified(late.id, 1, { qualified: 40 }))
  await app.deliver(viewsQualified(early.id, 2, { qualified: 310 }))
  await app.deliver(read('2026-11-23'))
  clock.set(instantOf('2026-11-23', '02:00'))
  await eventually(async () => expect(await show()).toMatchObject({ actualViews: 350 }), SOON)
})
