import { setTimeout as pause } from 'node:timers/promises'
import { RefreshCompleted } from '@reelfair/contracts'
import { movableClock, startService } from '@reelfair/testkit'
import { beforeEach, expect, test, vi } from 'vitest'
import { defineConfig, defineService, keeps, refreshCopy, userDeletion } from './index.ts'

const DAY = '2026-11-21'
const refreshes = refreshCopy()
const clock = movableClock('2026-11-21T01:00:00Z')
const definition = defineService({
  name: 'reader',
  config: defineConfig({}),
  collections: [refreshes.collection],
  subscribes: [refreshes.subscription],
  userDeletion: userDeletion([keeps(refreshes.collection, 'business days and counts')]),
})
const app = await startService(definition, { clock })
const log = { warn: vi.fn(), error: vi.fn() }
const completed = (failed: number) => RefreshCompleted.of({ day: DAY, accounts: 4, failed })
const waitFor = (patienceMs = 0) => refreshes.waitFor(DAY, { ...app.context(), log: log as never }, patienceMs)

beforeEach(async () => {
  await app.database.collection('refreshes').deleteMany({})
  vi.clearAllMocks()
  clock.set('2026-11-21T01:00:00Z')
})

test('returns once the day is read, and keeps the first figures of a repeated event', async () => {
  const waiting = waitFor()
  await app.deliver(completed(0), { times: 2 })
  await app.deliver(completed(3))
  await waiting
  expect(await app.database.collection('refreshes').find().toArray()).toMatchObject([{ _id: DAY, accounts: 4, failed: 0 }])
  expect([log.warn, log.error].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('warns about accounts that could not be read', async () => {
  await app.deliver(completed(2))
  await waitFor()
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ day: DAY, accounts: 4, failed: 2 }, expect.stringContaining('incomplete'))
})

test('stops waiting at 04:00 with an error, but never before its patience runs out', async () => {
  clock.set('2026-11-21T03:00:00Z')
  const start = performance.now()
  await waitFor(300)
  expect(performance.now() - start).toBeGreaterThanOrEqual(300)
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ day: DAY }, expect.stringContaining('missed its deadline'))
})

test('waits until 04:00 even without patience', async () => {
  clock.set('2026-11-21T02:59:59Z')
  const waiting = waitFor()
  await pause(300)
  expect(log.error).not.toHaveBeenCalled()
  clock.set('2026-11-21T03:00:00Z')
  await waiting
  expect(log.error).toHaveBeenCalledOnce()
})
