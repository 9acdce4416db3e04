import { addDays } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { movableClock, startService, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { aRunningCampaign, aSignUp, viewsQualified } from '../testing/a-campaign.ts'
import { settleCampaign, settleCampaigns } from './settle-campaign.ts'
import { settleDueCampaigns } from './settle-day.ts'

// The clock does not advance, so the service's own job settles nothing and the tests settle each day.
const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z'), env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const FIRST = '2026-11-22'

class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * Simulates a process killed at point `killAt`: 1 is before the first commit, 2 after it, 3 before the second, and so
 * on; 0 means never. All later calls fail as well.
 */
function crashAt(killAt: number) {
  const ctx = app.context() as Context
  let points = 0
  const point = () => {
    points += 1
    if (killAt > 0 && points >= killAt) throw new Killed(`${points}`)
  }
  const transact: Context['transact'] = async (work) => {
    point()
    const result = await ctx.transact(work)
    point()
    return result
  }
  return { world: { connection: ctx.connection, log: ctx.log, transact }, points: () => points }
}

async function settle(id: string, day: string, most: number, world: ReturnType<typeof crashAt>['world'] = crashAt(0).world) {
  for (;;) {
    const campaign = await store.byId(world, id)
    if (!campaign?.nextSettlement || campaign.nextSettlement > day) return
    await settleCampaign(campaign, day, world, most)
  }
}

/**
 * Runs a campaign with five sign-ups, views beyond the goal, a rejected review and late totals.
 * @param each settles one day
 */
async function runCampaign(each: (id: string, day: string) => Promise<void>) {
  const { id, brand } = await aRunningCampaign(app, { viewsGoal: 10_000 })
  const joined = []
  for (const _ of times(5, Boolean)) joined.push(await aSignUp(app, id))
  const ids = joined.map((one) => one.id)
  const deliverTotals = async (revision: number, of: (index: number) => Parameters<typeof viewsQualified>[2]) => {
    for (const [index, one] of ids.entries()) await app.deliver(viewsQualified(one, revision, of(index)))
  }
  await deliverTotals(1, (index) => ({ qualified: 700 * index, inReview: index === 4 ? 900 : 0 }))
  await each(id, FIRST)
  await deliverTotals(2, (index) => ({ qualified: 1_500 + 700 * index }))
  await each(id, addDays(FIRST, 1))
  await deliverTotals(3, (index) => ({ qualified: 3_000 + 700 * index }))
  await each(id, addDays(FIRST, 2))
  await deliverTotals(4, (index) => ({ qualified: 3_001 + 700 * index, isFinal: 'checks' }))
  for (const day of times(8, (index) => addDays(FIRST, 3 + index))) await each(id, day)
  return { id, brand, ids }
}

async function outcomeOf({ id, ids }: { id: string; ids: readonly string[] }) {
  const ctx = app.context()
  const rows = (name: string, filter: object) => ctx.connection.collection(name).find(filter).toArray()
  const campaign = (await rows('campaigns', { _id: id }))[0] ?? expect.unreachable('campaign missing')
  const place = (signUpId: string) => ids.indexOf(signUpId)
  const signUps = await rows('sign_ups', { campaignId: id })
  const lines = await rows('allocation_lines', { campaignId: id })
  const events: string[] = []
  for (const type of ['signup.credited', 'signup.settled', 'campaign.ended', 'campaign.settled'])
    for (const { campaignId, signupId, version: _, brandId: __, creatorId: ___, ...data } of await app.emitted(type))
      if (campaignId === id) events.push(JSON.stringify({ type, place: place(signupId ?? ''), ...data }))
  const { status, charged, reserved, observedViews, settledThrough, endedAt, payableAt, settledAt, nextSettlement, plan } = campaign
  return {
    campaign: { status, charged, reserved, observedViews, settledThrough, endedAt, payableAt, settledAt, nextSettlement, plan },
    signUps: signUps
      .map((one) => ({
        place: place(String(one._id)),
        charged: one.charged,
        reserved: one.reserved,
        cents: one.cents,
        settledAt: one.settledAt,
      }))
      .sort((a, b) => a.place - b.place),
    lines: lines
      .map(({ _id, signUpId, campaignId: _c, creatorId: _r, ...line }) => JSON.stringify({ place: place(signUpId), ...line }))
      .sort(),
    events: events.sort(),
    leftovers: (await rows('settlement_parts', { campaignId: id })).length,
  }
}

const undisturbed = await outcomeOf(await runCampaign((id, day) => settle(id, day, 500)))

test('allocates every view of the goal and pays each sign-up the exact rate', () => {
  expect(undisturbed.campaign).toMatchObject({ status: 'completed', charged: 10_000, reserved: 0, settledThrough: '2026-11-25' })
  expect(undisturbed.signUps.reduce((sum, { charged }) => sum + charged, 0)).toBe(10_000)
  for (const { charged, cents, settledAt } of undisturbed.signUps) {
    expect(cents).toBe(Math.floor((charged * 10) / 1_000))
    expect(settledAt).toBeInstanceOf(Date)
  }
  const types = undisturbed.events.map((event) => JSON.parse(event).type)
  expect(types.filter((type) => type === 'campaign.ended')).toHaveLength(1)
  expect(types.filter((type) => type === 'campaign.settled')).toHaveLength(1)
  expect(types.filter((type) => type === 'signup.settled')).toHaveLength(5)
})

test('settles in parts with the same result as in one transaction', { timeout: 60_000 }, async () => {
  expect(await outcomeOf(await runCampaign((id, day) => settle(id, day, 2)))).toEqual(undisturbed)
})

test.each([500, 2])('survives a crash before or after any commit (%i sign-ups per transaction)', { timeout: 300_000 }, async (most) => {
  let kills = 0
  const outcome = await outcomeOf(
    await runCampaign(async (id, day) => {
      for (let killAt = 1; ; killAt = (killAt % 9) + 1) {
        const { world } = crashAt(killAt)
        try {
          await settle(id, day, most, world)
          return
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills += 1
        }
      }
    }),
  )
  expect(outcome).toEqual(undisturbed)
  expect(kills).toBeGreaterThanOrEqual(most === 2 ? 24 : 8)
})

test.each([500, 2])('reaches the same result with three replicas (%i sign-ups per transaction)', { timeout: 120_000 }, async (most) => {
  const outcome = await outcomeOf(
    await runCampaign(async (id, day) => {
      const replicas = await Promise.allSettled(times(3, () => settle(id, day, most)))
      // A replica that loses a write conflict tries again, as the job does.
      if (replicas.some(({ status }) => status === 'rejected')) await settle(id, day, most)
    }),
  )
  expect(outcome).toEqual(undisturbed)
})

/**
 * Runs two campaigns that are always settled together with a third one.
 * @param each settles one day for all three
 */
async function runTogether(each: (ids: readonly string[], day: string) => Promise<void>) {
  const alone = (await aRunningCampaign(app)).id
  const waiting: { id: string; day: string; done: () => void; failed: (error: unknown) => void }[] = []
  const meet = (id: string, day: string) =>
    new Promise<void>((done, failed) => {
      waiting.push({ id, day, done, failed })
      if (waiting.length < 2) return
      const both = waiting.splice(0)
      each([alone, ...both.map((one) => one.id)], day).then(
        () => both.map((one) => one.done()),
        (error) => both.map((one) => one.failed(error)),
      )
    })
  return Promise.all([runCampaign(meet), runCampaign(meet)])
}

async function settleAll(ids: readonly string[], day: string, most: number, world: ReturnType<typeof crashAt>['world'] = crashAt(0).world) {
  for (;;) {
    const all = await Promise.all(ids.map((id) => store.byId(world, id)))
    const due = all.filter((one) => one !== undefined).filter(({ nextSettlement = '~' }) => nextSettlement <= day)
    if (due.length === 0) return
    await settleCampaigns(due, day, world, most)
  }
}

// With 500 sign-ups per transaction, all campaigns share a transaction; with 5, each has its own; with 3, each has
// several.
test.each([500, 5, 3])(
  'survives a crash before or after any commit of several campaigns (%i sign-ups per transaction)',
  { timeout: 300_000 },
  async (most) => {
    let kills = 0
    const runs = await runTogether(async (ids, day) => {
      for (let killAt = 1; ; killAt = (killAt % 9) + 1) {
        try {
          return await settleAll(ids, day, most, crashAt(killAt).world)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills += 1
        }
      }
    })
    for (const run of runs) expect(await outcomeOf(run)).toEqual(undisturbed)
    expect(kills).toBeGreaterThanOrEqual(8)
  },
)

/**
 * Charges more views than the goal allows, so that no day can be settled.
 * @returns a function that repairs the campaign
 */
async function breakCampaign(campaignId: string) {
  const rows = app.context().connection.collection('sign_ups')
  await rows.updateOne({ campaignId }, { $inc: { charged: 20_000 } })
  return () => rows.updateOne({ campaignId, charged: { $gte: 20_000 } }, { $inc: { charged: -20_000 } })
}

// With 500 sign-ups per transaction, all campaigns share a transaction; with 1, each has its own; with 0, each has
// several.
test.each([500, 1, 0])('settles all other campaigns when one cannot be settled (%i sign-ups per transaction)', async (most) => {
  const ids: string[] = []
  for (const _ of times(3, Boolean)) ids.push((await aRunningCampaign(app)).id)
  for (const id of ids) await app.deliver(viewsQualified((await aSignUp(app, id)).id, 1, { qualified: 100 }))
  const [before, broken = '', behind] = ids
  await breakCampaign(broken)
  const { world } = crashAt(0)
  const logged = vi.spyOn(world.log, 'error')
  const due = (await Promise.all(ids.map((id) => store.byId(world, id)))).filter((one) => one !== undefined)
  expect(await settleCampaigns(due, FIRST, world, most)).toEqual({ settled: 2, failed: 1 })
  expect(logged.mock.calls).toMatchObject([[{ id: broken, day: FIRST, error: expect.any(Error) }, expect.any(String)]])
  for (const id of [before, behind])
    expect(await store.byId(world, id ?? '')).toMatchObject({ charged: 100, settledThrough: FIRST, nextSettlement: addDays(FIRST, 1) })
  expect(await store.byId(world, broken)).toMatchObject({ charged: 0, nextSettlement: FIRST })
  const rows = app.context().connection.collection('sign_ups')
  expect(await rows.countDocuments({ campaignId: broken, charged: 20_000 })).toBe(1)
})

test('settles at most 100 campaigns in one transaction', async () => {
  const campaign = (await store.byId(app.context(), (await aRunningCampaign(app)).id)) ?? expect.unreachable()
  const { world } = crashAt(0)
  const transact = vi.spyOn(world, 'transact')
  const due = times(201, (index) => ({ ...campaign, id: `unknown-${index}` }))
  expect(await settleCampaigns(due, FIRST, world)).toEqual({ settled: 201, failed: 0 })
  expect(transact).toHaveBeenCalledTimes(3)
})

test('does not count a campaign as failed when another replica has taken over the job', async () => {
  const both = [await aRunningCampaign(app), await aRunningCampaign(app)]
  const { world } = crashAt(1)
  const logged = vi.spyOn(world.log, 'error')
  const due = (await Promise.all(both.map(({ id }) => store.byId(world, id)))).filter((one) => one !== undefined)
  await expect(settleCampaigns(due, FIRST, world)).rejects.toThrow(Killed)
  expect(logged).not.toHaveBeenCalled()
})

test('catches up on failed days one by one with the same result, in one transaction or in parts', async () => {
  const runs = []
  for (const { isBroken, most } of [
    { isBroken: false, most: 500 },
    { isBroken: true, most: 500 },
    { isBroken: true, most: 2 },
  ]) {
    const { id } = await aRunningCampaign(app, { viewsGoal: 1_000 })
    const ids: string[] = []
    for (const _ of times(3, Boolean)) ids.push((await aSignUp(app, id)).id)
    for (const one of ids) await app.deliver(viewsQualified(one, 1, { qualified: 100 }))
    const nights = times(11, (index) => addDays(FIRST, index))
    for (const [index, night] of nights.entries()) {
      if (index === 2) for (const one of ids) await app.deliver(viewsQualified(one, 2, { qualified: 150, isFinal: 'checks' }))
      // The campaign ends and has its planned final settlement on one of the failed days.
      const repair = isBroken && index > 3 && index < 10 ? await breakCampaign(id) : undefined
      await settleDueCampaigns(night, app.context() as Context, most)
      await repair?.()
    }
    runs.push(await outcomeOf({ id, ids }))
  }
  expect(runs[0]?.campaign).toMatchObject({ charged: 450, settledThrough: addDays(FIRST, 9), endedAt: new Date('2026-11-28T12:00:00Z') })
  for (const run of runs.slice(1)) expect(run).toEqual(runs[0])
})

test('removes parts left over from an interrupted plan when a smaller plan is applied', async () => {
  const { id } = await aRunningCampaign(app)
  const ids: string[] = []
  for (const _ of times(5, Boolean)) ids.push((await aSignUp(app, id)).id)
  for (const one of ids) await app.deliver(viewsQualified(one, 1, { qualified: 100 }))
  // The process is killed after it has stored three parts and before it stores the plan.
  await expect(settle(id, FIRST, 2, crashAt(7).world)).rejects.toThrow(Killed)
  const parts = app.context().connection.collection('settlement_parts')
  expect(await parts.countDocuments({ campaignId: id })).toBe(3)
  for (const one of ids.slice(1)) await app.deliver(viewsQualified(one, 2, { qualified: 0 }))
  await settle(id, FIRST, 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 100, settledThrough: FIRST })
  expect(await parts.countDocuments({ campaignId: id })).toBe(0)
})

test('keeps sign-ups and newer views that arrive during a settlement in parts', async () => {
  const { id } = await aRunningCampaign(app)
  const ids = []
  for (const _ of times(4, Boolean)) ids.push((await aSignUp(app, id)).id)
  for (const one of ids) await app.deliver(viewsQualified(one, 1, { qualified: 100 }))
  // The process is killed after it has stored the plan and applied the first of two parts.
  const { world } = crashAt(9)
  await expect(settle(id, FIRST, 2, world)).rejects.toThrow(Killed)
  expect((await store.byId(app.context(), id))?.plan).toMatchObject({ parts: 2, applied: 1 })
  const late = await aSignUp(app, id)
  for (const one of ids) await app.deliver(viewsQualified(one, 2, { qualified: 150 }))
  await settle(id, FIRST, 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 400, signUps: 5, settledThrough: FIRST })
  await app.deliver(viewsQualified(late.id, 1, { qualified: 7 }))
  await settle(id, addDays(FIRST, 1), 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 607, observedViews: 607 })
})

test('ignores older totals that arrive late', async () => {
  const { id } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  await app.deliver(viewsQualified(one.id, 3, { qualified: 300 }))
  await app.deliver(viewsQualified(one.id, 2, { qualified: 200 }), { times: 2 })
  await settle(id, FIRST, 500)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 300, observedViews: 300 })
})

test('ends and settles a campaign without sign-ups and keeps no credits', async () => {
  const { id, emitted } = await aRunningCampaign(app)
  for (const day of times(12, (index) => addDays(FIRST, index))) await settle(id, day, 500)
  expect(await emitted('campaign.ended')).toMatchObject([{ status: 'failed', charged: 0, kept: 0 }])
  expect(await emitted('campaign.settled')).toHaveLength(1)
  expect((await store.byId(app.context(), id))?.nextSettlement).toBeUndefined()
})
