import { AccountAdded } from '@reelfair/contracts'
import { eventually, movableClock, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { accountFacts } from '../testing/account-facts.ts'
import { refreshViews } from './refresh-views.ts'

test('at midnight in Paris the day is read, and all are told', async () => {
  const clock = movableClock('2026-11-21T22:59:59Z')
  const app = await startService(metrics, { clock })
  await app.hear(AccountAdded.of(accountFacts()))
  await app.hear(AccountAdded.of(accountFacts()))
  clock.set('2026-11-21T23:00:00Z')
  const reading = { day: '2026-11-22', at: '2026-11-21T23:00:00.000Z', accounts: 2 }
  await eventually(async () => expect(await app.emitted('reading.completed')).toEqual([reading]))
  expect((await app.as('creator').get('/readings/latest')).body).toEqual({ last: reading, nextAt: '2026-11-22T23:00:00.000Z' })
})

test('one day is read once, however many runs there are at once', async () => {
  const app = await startService(metrics)
  await Promise.allSettled(times(5, () => refreshViews({ day: '2026-11-22' }, app.context())))
  await refreshViews({ day: '2026-11-22' }, app.context())
  expect((await app.emitted('reading.completed')).filter(({ day }) => day === '2026-11-22')).toHaveLength(1)
})
