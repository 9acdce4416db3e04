import { randomUUID } from 'node:crypto'
import { finalReadingAt, instantOf } from '@reelfair/rules'
import { httpProvider } from '@reelfair/social'
import { expireLeases, person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Work } from '../ports.ts'
import { refreshOf } from '../store/refreshes.ts'
import { tasksOf } from '../store/tasks.ts'
import { points, runAllWorkers, startMetrics, untilPlanned } from '../testing/start-metrics.ts'
import { finishRefreshes } from './finish-refreshes.ts'
import { refreshViews } from './refresh-views.ts'

const LATER = { timeout: 120_000 }
const done = async ({ app }: Awaited<ReturnType<typeof startMetrics>>) => app.emitted('refresh.completed')

test('plans one refresh at midnight in Paris despite concurrent runs, and completes it after reading all accounts', async () => {
  const world = await startMetrics('2026-11-21T22:59:59Z')
  const { app, clock, anAccount, aSignup, work } = world
  for (const account of [await anAccount(), await anAccount(), await anAccount()]) await aSignup(account)
  clock.set('2026-11-21T23:00:00Z')
  await Promise.allSettled(times(5, () => refreshViews({ day: '2026-11-22' }, app.context())))
  await untilPlanned(app, '2026-11-22')
  expect(await done(world)).toEqual([])
  await Promise.all([work(), work()])
  expect(await done(world)).toEqual([{ day: '2026-11-22', accounts: 3, failed: 0 }])
  expect((await app.as('creator').get('/readings/latest')).body).toEqual({
    last: { day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 3 },
    nextAt: '2026-11-22T23:00:00.000Z',
  })
})

test('completes a refresh without accounts immediately', async () => {
  const world = await startMetrics()
  const day = await world.night()
  expect(await done(world)).toEqual([{ day, accounts: 0, failed: 0 }])
})

test.each([
  ['summer time begins', 23, '2026-03-28T12:00:00Z', '2026-03-29', '2026-03-30'],
  ['summer time ends', 25, '2026-10-24T12:00:00Z', '2026-10-25', '2026-10-26'],
])('counts the views of the whole day when %s (%i hours)', async (_, hours, start, day, next) => {
  const world = await startMetrics(start)
  const { clock, anAccount, aSignup, publish, latestTotals, night } = world
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 30 })
  clock.set(instantOf(day, '00:00'))
  await publish(account, code, points([100, 10_000]))
  expect(await night()).toBe(next)
  expect((await done(world)).map((event) => event.day)).toEqual([day, next])
  // 100 views an hour, plus the five minutes after midnight.
  expect(await latestTotals(id)).toMatchObject({ qualified: hours * 100 + 8 })
})

test('completes every day in order after a week of downtime, with correct totals', async () => {
  const world = await startMetrics()
  const { app, clock, anAccount, aSignup, publish, latestTotals, night, work } = world
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 30 })
  await publish(account, code, points([400, 4_000]))
  const first = await night()
  clock.advance({ days: 7 })
  await untilPlanned(app, '2026-11-29')
  await work()
  expect((await done(world)).map(({ day, accounts }) => [day, accounts])).toEqual([
    [first, 1],
    ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map((day) => [day, 0]),
    ['2026-11-29', 1],
  ])
  // 10 views an hour since 12:00 UTC on the 21st.
  expect(await latestTotals(id)).toMatchObject({ qualified: (11 + 7 * 24) * 10, excluded: [] })
  expect((await app.as('creator').get('/readings/latest')).body.last.day).toBe('2026-11-29')
})

test('counts views only once when the clock jumps ahead during a reading', async () => {
  const { app, clock, anAccount, aSignup, publish, latestTotals, emitted, work, ports } = await startMetrics()
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 30 })
  await publish(account, code, points([1, 900]))
  let isMoved = false
  const { fetchAccountStats } = ports.social
  const jumping: Work = {
    ...app.context(),
    ports: {
      ...ports,
      social: {
        ...ports.social,
        fetchAccountStats: async (...asked: Parameters<typeof fetchAccountStats>) => {
          const answer = await fetchAccountStats(...asked)
          if (!isMoved) {
            isMoved = true
            clock.advance({ days: 1 })
            await untilPlanned(app, '2026-11-23')
            // The lease expires, so another worker reads the account. The next night reads it again.
            await expireLeases(app)
            await work()
          }
          return answer
        },
      },
    },
  }
  clock.set(instantOf('2026-11-22', '00:01'))
  await untilPlanned(app, '2026-11-22')
  await runAllWorkers(jumping as ReturnType<typeof app.context>)
  expect(isMoved).toBe(true)
  expect(await latestTotals(id)).toMatchObject({ observed: 900, qualified: 900 })
  expect((await emitted(id)).map(({ revision }) => revision)).toEqual([1, 2])
  const [task] = await tasksOf(app.context(), [`2026-11-22:tiktok:${account}`])
  expect(task).toMatchObject({ state: 'done', tries: 2 })
  expect(task).not.toHaveProperty('dueAt')
  expect(task).not.toHaveProperty('queue')
  expect((await app.emitted('refresh.completed')).map(({ day, failed }) => [day, failed])).toEqual([
    ['2026-11-22', 0],
    ['2026-11-23', 0],
  ])
})

/** Fails the nth transaction as if the process had died, before or after the commit. */
function dyingAt(ctx: Work, nth: number, when: 'before' | 'after'): Work {
  let count = 0
  return {
    ...ctx,
    transact: async (work) => {
      count += 1
      if (count === nth && when === 'before') throw new Killed()
      const result = await ctx.transact(work)
      if (count >= nth) throw new Killed()
      return result
    },
  }
}
class Killed extends Error {}

test('reaches the same totals when workers are killed at every commit', LATER, async () => {
  const { app, clock, anAccount, aSignup, publish, latestTotals, emitted, work, sandbox } = await startMetrics()
  const { url, token } = sandbox.social
  const ports = { social: httpProvider({ url, token }), needsConsent: () => false }
  const account = await anAccount()
  const { id, code, endsAt } = await aSignup(account, { days: 3 })
  await publish(account, code, points([30, 720], [75, 720], [200, 2_000]), { logo: 'unknown' })
  const ctx: Work = { ...app.context(), ports }
  let killed = 0
  const survive = async (day: string | undefined, at: Date) => {
    clock.set(at)
    if (day !== undefined) await untilPlanned(app, day)
    for (let nth = 1; nth <= 4; nth += 1)
      for (const when of ['before', 'after'] as const) {
        await runAllWorkers(dyingAt(ctx, nth, when) as ReturnType<typeof app.context>).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
          killed += 1
        })
        clock.advance({ minutes: 3 })
        await expireLeases(app)
      }
    await work()
  }
  await survive('2026-11-22', instantOf('2026-11-22', '00:00'))
  await survive('2026-11-23', instantOf('2026-11-23', '00:00'))
  await survive(undefined, endsAt)
  await survive(undefined, finalReadingAt(endsAt))
  expect(killed).toBeGreaterThan(10)
  expect(await latestTotals(id)).toMatchObject({ isFinal: 'checks', observed: 720, qualified: 720, inReview: 0, excluded: [] })
  const all = await emitted(id)
  expect(all.map(({ revision }) => revision)).toEqual(all.map((_, index) => index + 1))
  expect(all.filter(({ isFinal }) => isFinal === 'checks')).toHaveLength(1)
})

test('resumes an interrupted plan', LATER, async () => {
  const { app, clock, work, aSignup } = await startMetrics()
  for (let index = 0; index < 3; index += 1) await aSignup(`tt_${index}`)
  clock.set(instantOf('2026-11-22', '00:00'))
  await untilPlanned(app, '2026-11-22')
  const dying = dyingAt(app.context(), 1, 'after')
  await expect(refreshViews({ day: '2026-11-30' }, dying)).rejects.toThrow(Killed)
  expect(await refreshOf(app.context(), '2026-11-30')).toMatchObject({ state: 'planning', accounts: 0 })
  await refreshViews({ day: '2026-11-30' }, app.context())
  await refreshViews({ day: '2026-11-30' }, app.context())
  expect(await refreshOf(app.context(), '2026-11-30')).toMatchObject({ state: 'reading', accounts: 3, plannedThrough: '' })
  await work()
})

test('leaves a completed refresh unchanged when a delayed plan resumes', async () => {
  const world = await startMetrics()
  const { app, night } = world
  const day = await night()
  let isFirst = true
  const stale: Work = {
    ...app.context(),
    transact: async (work) => {
      const now = await app.context().transact(work)
      const before = isFirst ? { ...now, state: 'planning' } : now
      isFirst = false
      return before
    },
  }
  await refreshViews({ day }, stale)
  expect(await refreshOf(app.context(), day)).toMatchObject({ state: 'done' })
  await world.work()
  expect(await done(world)).toHaveLength(1)
})

test('reads an account with several sign-ups once per night', async () => {
  const world = await startMetrics()
  const account = await world.anAccount()
  const [creator, brand] = [person('creator'), person('brand')]
  for (let index = 0; index < 4; index += 1) await world.aSignup(account, { creator, brand, campaignId: randomUUID() })
  const day = await world.night()
  expect(await done(world)).toEqual([{ day, accounts: 1, failed: 0 }])
})

test('completes missed days only after the final readings that were due', async () => {
  const world = await startMetrics()
  const { app, clock, anAccount, aSignup, publish, work } = world
  const account = await anAccount()
  const { id, code } = await aSignup(account, { days: 2 })
  await publish(account, code, points([400, 4_000]))
  clock.advance({ days: 8 })
  await untilPlanned(app, '2026-11-29')
  await finishRefreshes(app.context())
  expect(await done(world)).toEqual([])
  await work()
  expect(await world.latestTotals(id)).toMatchObject({ isFinal: 'checks', qualified: 480 })
  expect(await done(world)).toHaveLength(8)
})

test('reads each account once with 6 concurrent workers', LATER, async () => {
  const { app, anAccount, aSignup, publish, emitted, clock } = await startMetrics()
  const ids: string[] = []
  for (let index = 0; index < 24; index += 1) {
    const account = await anAccount()
    const { id, code } = await aSignup(account)
    await publish(account, code, points([1, 100 + index], [400, 100 + index]))
    ids.push(id)
  }
  clock.set(instantOf('2026-11-22', '00:05'))
  await untilPlanned(app, '2026-11-22')
  await Promise.all(times(6, () => runAllWorkers(app.context())))
  for (const [index, id] of ids.entries()) expect(await emitted(id)).toMatchObject([{ revision: 1, qualified: 100 + index }])
  expect(await app.emitted('refresh.completed')).toEqual([{ day: '2026-11-22', accounts: 24, failed: 0 }])
})
