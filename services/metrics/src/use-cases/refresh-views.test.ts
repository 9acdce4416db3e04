import { AccountAdded } from '@reelfair/contracts'
import { eventually, movableClock, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { refreshViews } from './refresh-views.ts'

const added = () =>
  AccountAdded.of({ accountId: crypto.randomUUID(), creatorId: crypto.randomUUID(), network: 'tiktok', username: 'lea', version: 1 })

test('before the first night there is no last reading, and the next one is at midnight in Paris', async () => {
  const app = await startService(metrics, { clock: movableClock('2026-11-21T12:00:00Z') })
  const answer = await app.as('creator').get('/readings/latest')
  expect(answer).toMatchObject({ status: 200, body: { nextAt: '2026-11-21T23:00:00.000Z' } })
  expect(answer.body).not.toHaveProperty('last')
})

test('at midnight in Paris the day is read, all are told, and everybody signed in may know', async () => {
  const clock = movableClock('2026-11-21T22:59:59Z')
  const app = await startService(metrics, { clock })
  await app.hear(added())
  await app.hear(added())
  clock.set('2026-11-21T23:00:00Z')
  const reading = { day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 2 }
  await eventually(async () => expect(await app.emitted('reading.completed')).toEqual([reading]))
  for (const who of ['creator', 'brand', 'incomplete-brand', 'admin'] as const) {
    expect((await app.as(who).get('/readings/latest')).body).toEqual({ last: reading, nextAt: '2026-11-22T23:00:00.000Z' })
  }
})

test('in the night in which summer time begins the next midnight is 23 hours away', async () => {
  const app = await startService(metrics, { clock: movableClock('2026-03-28T23:00:00Z') })
  expect((await app.as('admin').get('/readings/latest')).body.nextAt).toBe('2026-03-29T22:00:00.000Z')
})

test('one day is read once, however many runs there are at once', async () => {
  const app = await startService(metrics)
  await Promise.allSettled(times(5, () => refreshViews({ day: '2026-11-22' }, app.context())))
  await refreshViews({ day: '2026-11-22' }, app.context())
  expect((await app.emitted('reading.completed')).filter(({ day }) => day === '2026-11-22')).toHaveLength(1)
})
