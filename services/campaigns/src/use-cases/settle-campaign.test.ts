import { addDays } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { movableClock, startService, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { campaigns } from '../app.ts'
import { campaigns as store } from '../store/campaigns.ts'
import { aRunningCampaign, aSignUp, counted } from '../testing/a-campaign.ts'
import { settleCampaign, settleCampaigns } from './settle-campaign.ts'
import { settleDues } from './settle-day.ts'

// The clock stands: the service's own job settles nothing, the tests do it by the day.
const app = await startService(campaigns, { clock: movableClock('2026-11-21T12:00:00Z'), env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const FIRST = '2026-11-22'

class Killed extends Error {
  override readonly name = 'Killed'
}

/** The world of a process that dies before or after its commit number `killAt` (1 and 2 are the first); after that nothing of it reaches anybody. */
function mortal(killAt: number) {
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

async function settle(id: string, day: string, most: number, world: ReturnType<typeof mortal>['world'] = mortal(0).world) {
  for (;;) {
    const campaign = await store.byId(world, id)
    if (!campaign?.nextSettlement || campaign.nextSettlement > day) return
    await settleCampaign(campaign, day, world, most)
  }
}

/** Five sign-ups, views that exceed the goal, one review that is refused, late figures. Settled by whoever is given. */
async function aLife(each: (id: string, day: string) => Promise<void>) {
  const { id, brand } = await aRunningCampaign(app, { viewsGoal: 10_000 })
  const joined = []
  for (const _ of times(5, Boolean)) joined.push(await aSignUp(app, id))
  const ids = joined.map((one) => one.id)
  const word = async (revision: number, of: (index: number) => Parameters<typeof counted>[2]) => {
    for (const [index, one] of ids.entries()) await app.hear(counted(one, revision, of(index)))
  }
  await word(1, (index) => ({ qualified: 700 * index, inReview: index === 4 ? 900 : 0 }))
  await each(id, FIRST)
  await word(2, (index) => ({ qualified: 1_500 + 700 * index }))
  await each(id, addDays(FIRST, 1))
  await word(3, (index) => ({ qualified: 3_000 + 700 * index }))
  await each(id, addDays(FIRST, 2))
  await word(4, (index) => ({ qualified: 3_001 + 700 * index, isFinal: 'checks' }))
  for (const day of times(8, (index) => addDays(FIRST, 3 + index))) await each(id, day)
  return { id, brand, ids }
}

/** All that a life leaves behind, without ids and versions. */
async function outcomeOf({ id, ids }: { id: string; ids: readonly string[] }) {
  const ctx = app.context()
  const rows = (name: string, filter: object) => ctx.connection.collection(name).find(filter).toArray()
  const campaign = (await rows('campaigns', { _id: id }))[0] ?? expect.unreachable('the campaign is gone')
  const place = (signUpId: string) => ids.indexOf(signUpId)
  const signUps = await rows('sign_ups', { campaignId: id })
  const credits = await rows('credits', { campaignId: id })
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
    credits: credits
      .map(({ _id, signUpId, campaignId: _c, creatorId: _r, ...line }) => JSON.stringify({ place: place(signUpId), ...line }))
      .sort(),
    events: events.sort(),
    leftovers: (await rows('settlement_parts', { campaignId: id })).length,
  }
}

const quiet = await outcomeOf(await aLife((id, day) => settle(id, day, 500)))

test('a life without trouble: the goal is given out to the last view, and every cent is the rate of all views', () => {
  expect(quiet.campaign).toMatchObject({ status: 'completed', charged: 10_000, reserved: 0, settledThrough: '2026-11-25' })
  expect(quiet.signUps.reduce((sum, { charged }) => sum + charged, 0)).toBe(10_000)
  for (const { charged, cents, settledAt } of quiet.signUps) {
    expect(cents).toBe(Math.floor((charged * 10) / 1_000))
    expect(settledAt).toBeInstanceOf(Date)
  }
  const types = quiet.events.map((event) => JSON.parse(event).type)
  expect(types.filter((type) => type === 'campaign.ended')).toHaveLength(1)
  expect(types.filter((type) => type === 'campaign.settled')).toHaveLength(1)
  expect(types.filter((type) => type === 'signup.settled')).toHaveLength(5)
})

test('in parts it comes out as at once', { timeout: 60_000 }, async () => {
  expect(await outcomeOf(await aLife((id, day) => settle(id, day, 2)))).toEqual(quiet)
})

test.each([500, 2])('killed before and after each commit, %i sign-ups at once: the same', { timeout: 300_000 }, async (most) => {
  let deaths = 0
  const outcome = await outcomeOf(
    await aLife(async (id, day) => {
      for (let killAt = 1; ; killAt = (killAt % 9) + 1) {
        const { world } = mortal(killAt)
        try {
          await settle(id, day, most, world)
          return
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          deaths += 1
        }
      }
    }),
  )
  expect(outcome).toEqual(quiet)
  expect(deaths).toBeGreaterThanOrEqual(most === 2 ? 24 : 8)
})

test.each([500, 2])('three replicas at once, %i sign-ups at once: the same', { timeout: 120_000 }, async (most) => {
  const outcome = await outcomeOf(
    await aLife(async (id, day) => {
      const replicas = await Promise.allSettled(times(3, () => settle(id, day, most)))
      // Whoever was too late is told so, and begins again as the job does.
      if (replicas.some(({ status }) => status === 'rejected')) await settle(id, day, most)
    }),
  )
  expect(outcome).toEqual(quiet)
})

/** Two lives whose campaigns are always settled together with a third one, by whoever is given. */
async function livesTogether(each: (ids: readonly string[], day: string) => Promise<void>) {
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
  return Promise.all([aLife(meet), aLife(meet)])
}

async function settleAll(ids: readonly string[], day: string, most: number, world: ReturnType<typeof mortal>['world'] = mortal(0).world) {
  for (;;) {
    const all = await Promise.all(ids.map((id) => store.byId(world, id)))
    const due = all.filter((one) => one !== undefined).filter(({ nextSettlement = '~' }) => nextSettlement <= day)
    if (due.length === 0) return
    await settleCampaigns(due, day, world, most)
  }
}

// 500: all of them in one transaction. 5: each by itself. 3: each in parts.
test.each([500, 5, 3])(
  'killed before and after each commit of campaigns together, %i sign-ups at once: the same',
  { timeout: 300_000 },
  async (most) => {
    let deaths = 0
    const lives = await livesTogether(async (ids, day) => {
      for (let killAt = 1; ; killAt = (killAt % 9) + 1) {
        try {
          return await settleAll(ids, day, most, mortal(killAt).world)
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          deaths += 1
        }
      }
    })
    for (const life of lives) expect(await outcomeOf(life)).toEqual(quiet)
    expect(deaths).toBeGreaterThanOrEqual(8)
  },
)

/** More granted than the goal: no day of it can be worked out. @returns how to mend it */
async function breakCampaign(campaignId: string) {
  const rows = app.context().connection.collection('sign_ups')
  await rows.updateOne({ campaignId }, { $inc: { charged: 20_000 } })
  return () => rows.updateOne({ campaignId, charged: { $gte: 20_000 } }, { $inc: { charged: -20_000 } })
}

// 500: all in one transaction. 1: each by itself. 0: each in parts.
test.each([500, 1, 0])(
  'a campaign that cannot be settled holds up neither those before nor those behind it, %i sign-ups at once',
  async (most) => {
    const ids: string[] = []
    for (const _ of times(3, Boolean)) ids.push((await aRunningCampaign(app)).id)
    for (const id of ids) await app.hear(counted((await aSignUp(app, id)).id, 1, { qualified: 100 }))
    const [before, broken = '', behind] = ids
    await breakCampaign(broken)
    const { world } = mortal(0)
    const logged = vi.spyOn(world.log, 'error')
    const due = (await Promise.all(ids.map((id) => store.byId(world, id)))).filter((one) => one !== undefined)
    expect(await settleCampaigns(due, FIRST, world, most)).toBe(1)
    expect(logged.mock.calls).toMatchObject([[{ campaignId: broken, day: FIRST, error: expect.any(Error) }, expect.any(String)]])
    for (const id of [before, behind])
      expect(await store.byId(world, id ?? '')).toMatchObject({ charged: 100, settledThrough: FIRST, nextSettlement: addDays(FIRST, 1) })
    expect(await store.byId(world, broken)).toMatchObject({ charged: 0, nextSettlement: FIRST })
    const rows = app.context().connection.collection('sign_ups')
    expect(await rows.countDocuments({ campaignId: broken, charged: 20_000 })).toBe(1)
  },
)

test('who may not write any more, for another one has taken over, takes that for no campaign’s fault', async () => {
  const both = [await aRunningCampaign(app), await aRunningCampaign(app)]
  const { world } = mortal(1)
  const logged = vi.spyOn(world.log, 'error')
  const due = (await Promise.all(both.map(({ id }) => store.byId(world, id)))).filter((one) => one !== undefined)
  await expect(settleCampaigns(due, FIRST, world)).rejects.toThrow(Killed)
  expect(logged).not.toHaveBeenCalled()
})

test.each([500, 2])(
  'nights on which a campaign could not be settled are made up for, day by day: the same, %i sign-ups at once',
  async (most) => {
    const lives = []
    for (const isBroken of [false, true]) {
      const { id } = await aRunningCampaign(app, { viewsGoal: 1_000 })
      const ids: string[] = []
      for (const _ of times(3, Boolean)) ids.push((await aSignUp(app, id)).id)
      for (const one of ids) await app.hear(counted(one, 1, { qualified: 100 }))
      const nights = times(11, (index) => addDays(FIRST, index))
      for (const [index, night] of nights.entries()) {
        if (index === 2) for (const one of ids) await app.hear(counted(one, 2, { qualified: 150, isFinal: 'checks' }))
        // The day on which it ends and the one of its last word are among them.
        const mend = isBroken && index > 3 && index < 10 ? await breakCampaign(id) : undefined
        await settleDues(night, app.context() as Context, most)
        await mend?.()
      }
      lives.push(await outcomeOf({ id, ids }))
    }
    expect(lives[0]?.campaign).toMatchObject({ charged: 450, settledThrough: addDays(FIRST, 9), endedAt: new Date('2026-11-28T12:00:00Z') })
    expect(lives[1]).toEqual(lives[0])
  },
)

test('what a plan that was cut off has left is gone when a smaller one is carried out', async () => {
  const { id } = await aRunningCampaign(app)
  const ids: string[] = []
  for (const _ of times(5, Boolean)) ids.push((await aSignUp(app, id)).id)
  for (const one of ids) await app.hear(counted(one, 1, { qualified: 100 }))
  // Dead when three parts are written and no plan is made of them.
  await expect(settle(id, FIRST, 2, mortal(7).world)).rejects.toThrow(Killed)
  const parts = app.context().connection.collection('settlement_parts')
  expect(await parts.countDocuments({ campaignId: id })).toBe(3)
  for (const one of ids.slice(1)) await app.hear(counted(one, 2, { qualified: 0 }))
  await settle(id, FIRST, 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 100, settledThrough: FIRST })
  expect(await parts.countDocuments({ campaignId: id })).toBe(0)
})

test('a sign-up and newer views in the middle of a settlement in parts are lost neither', async () => {
  const { id } = await aRunningCampaign(app)
  const ids = []
  for (const _ of times(4, Boolean)) ids.push((await aSignUp(app, id)).id)
  for (const one of ids) await app.hear(counted(one, 1, { qualified: 100 }))
  // Dead after the first of two parts: two parts written, planned, one applied.
  const { world } = mortal(9)
  await expect(settle(id, FIRST, 2, world)).rejects.toThrow(Killed)
  expect((await store.byId(app.context(), id))?.plan).toMatchObject({ parts: 2, applied: 1 })
  const late = await aSignUp(app, id)
  for (const one of ids) await app.hear(counted(one, 2, { qualified: 150 }))
  await settle(id, FIRST, 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 400, signUps: 5, settledThrough: FIRST })
  await app.hear(counted(late.id, 1, { qualified: 7 }))
  await settle(id, addDays(FIRST, 1), 2)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 607, observedViews: 607 })
})

test('older totals that come late change nothing', async () => {
  const { id } = await aRunningCampaign(app)
  const one = await aSignUp(app, id)
  await app.hear(counted(one.id, 3, { qualified: 300 }))
  await app.hear(counted(one.id, 2, { qualified: 200 }), { times: 2 })
  await settle(id, FIRST, 500)
  expect(await store.byId(app.context(), id)).toMatchObject({ charged: 300, observedViews: 300 })
})

test('a campaign that nobody joined ends, keeps nothing back and is settled', async () => {
  const { id, said } = await aRunningCampaign(app)
  for (const day of times(12, (index) => addDays(FIRST, index))) await settle(id, day, 500)
  expect(await said('campaign.ended')).toMatchObject([{ status: 'failed', charged: 0, kept: 0 }])
  expect(await said('campaign.settled')).toHaveLength(1)
  expect((await store.byId(app.context(), id))?.nextSettlement).toBeUndefined()
})
