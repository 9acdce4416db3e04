/** A missing figure is unknown, never zero. */
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { queueMetrics } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import type { Work } from '../ports.ts'
import { countFailed } from '../store/tasks.ts'
import { points, runAllWorkers, startMetrics, untilPlanned } from '../testing/start-metrics.ts'

const { app, clock, anAccount, aSignup, latestTotals, emitted, publish, night, work, fault, noFaults, outside, ports } =
  await startMetrics()

async function aVideo(network: string) {
  const account = await anAccount({ network })
  const signup = await aSignup(account, { network })
  await publish(account, signup.code, points([1, 500], [25, 500], [26, 900]))
  return { ...signup, account }
}

test('retries an account after the pause that a 429 requires, without delaying other accounts', async () => {
  const [limited, other] = [await aVideo('tiktok'), await aVideo('instagram')]
  await fault({ kind: 'rate_limit', on: 'stats', network: 'tiktok', retryAfterS: 60, times: 1 })
  const day = await night()
  expect(await latestTotals(other.id)).toMatchObject({ qualified: 500 })
  expect(await emitted(limited.id)).toEqual([])
  const done = async () => (await app.emitted('refresh.completed')).filter((event) => event.day === day)
  expect(await done()).toEqual([])
  clock.advance({ seconds: 59 })
  await work()
  expect(await emitted(limited.id)).toEqual([])
  clock.advance({ seconds: 1 })
  await work()
  expect(await latestTotals(limited.id)).toMatchObject({ qualified: 500 })
  expect(await done()).toEqual([{ day, accounts: 2, failed: 0 }])
})

test('retries with increasingly long pauses during an outage, counts the account as failed, and recovers the next night', async () => {
  const { id } = await aVideo('youtube')
  await fault({ kind: 'error', on: 'videos', network: 'youtube', times: null })
  const day = await night()
  for (let minutes = 0; minutes < 95; minutes += 10) {
    clock.advance({ minutes: 10 })
    await work()
  }
  expect(await emitted(id)).toEqual([])
  expect(await countFailed(app.context(), day)).toBe(1)
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 1 })
  await noFaults()
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 900, excluded: [] })
})

test('shows an outage in the queue’s metrics until the account is read, and counts no planned reading', async () => {
  const { id } = await aVideo('instagram')
  await night()
  const { failures, ...calm } = await queueMetrics(app, 'readings')
  expect(calm).toEqual({ depth: 0, oldestAge: 0 })
  await fault({ kind: 'error', on: 'videos', network: 'instagram', times: null })
  await night()
  for (let minutes = 0; minutes < 60; minutes += 10) {
    clock.advance({ minutes: 10 })
    await work()
  }
  const during = await queueMetrics(app, 'readings')
  // Earlier tests' accounts are affected, too.
  expect(during.depth).toBeGreaterThanOrEqual(1)
  expect(during).toMatchObject({ oldestAge: 3_600, failures: failures + 7 * during.depth })
  await noFaults()
  clock.advance({ minutes: 10 })
  await work()
  expect(await latestTotals(id)).toMatchObject({ qualified: 900 })
  expect(await queueMetrics(app, 'readings')).toEqual({ depth: 0, oldestAge: 0, failures: during.failures })
  await night()
  expect(await queueMetrics(app, 'readings')).toEqual({ depth: 0, oldestAge: 0, failures: during.failures })
})

test('retries after an unreadable response', async () => {
  const { id } = await aVideo('youtube')
  await fault({ kind: 'broken', on: 'metrics', network: 'youtube', times: 1 })
  await night()
  clock.advance({ seconds: 10 })
  await work()
  expect(await latestTotals(id)).toMatchObject({ qualified: 500 })
})

test.each(['empty', 'missing'])('keeps the totals when figures are %s', async (kind) => {
  const { id } = await aVideo('instagram')
  await night()
  const before = await latestTotals(id)
  await fault({ kind, on: 'metrics', network: 'instagram', times: null })
  await night()
  await noFaults()
  const { observed, qualified, excluded } = await latestTotals(id)
  expect({ observed, qualified, excluded }).toEqual({ observed: before.observed, qualified: 500, excluded: [] })
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 900 })
})

test('counts late figures when they arrive', async () => {
  const { id } = await aVideo('tiktok')
  await fault({ kind: 'late', on: 'metrics', network: 'tiktok', hours: 30, times: null })
  await night()
  expect(await latestTotals(id)).toMatchObject({ observed: 0 })
  await night()
  expect((await latestTotals(id)).qualified).toBe(500)
  await noFaults()
  await night()
  expect(await latestTotals(id)).toMatchObject({ qualified: 900 })
})

test('gives up on an account whose figures cannot be stored, and stores the other readings', async () => {
  const [odd, fine] = [await aVideo('tiktok'), await aVideo('tiktok')]
  const { fetchVideoMetrics } = ports.social
  const oddly: Work = {
    ...app.context(),
    ports: {
      ...ports,
      social: {
        ...ports.social,
        fetchVideoMetrics: async (...asked) => {
          const said = await fetchVideoMetrics(...asked)
          const [video] = await outside<{ id: string }[]>(`accounts/${odd.account}/videos`)
          // Our schemas reject fractional views.
          return new Map([...said].map(([id, one]) => [id, id === video?.id ? { ...one, views: 0.5 } : one]))
        },
      },
    },
  }
  clock.set(nextInstantAt('00:00', clock.now()))
  const day = businessDayOf(clock.now())
  await untilPlanned(app, day)
  await runAllWorkers(oddly as ReturnType<typeof app.context>)
  expect(await latestTotals(fine.id)).toMatchObject({ qualified: 500 })
  expect(await emitted(odd.id)).toEqual([])
  for (let minutes = 0; minutes < 100; minutes += 10) {
    clock.advance({ minutes: 10 })
    await runAllWorkers(oddly as ReturnType<typeof app.context>)
  }
  expect((await app.emitted('refresh.completed')).find((event) => event.day === day)).toMatchObject({ failed: 1 })
  await night()
  expect(await latestTotals(odd.id)).toMatchObject({ qualified: 900 })
})

test('gives up immediately when the account does not exist', async () => {
  const { id } = await aSignup('tt_gone_for_good')
  const day = await night()
  expect(await emitted(id)).toEqual([])
  expect(await countFailed(app.context(), day)).toBe(1)
})
