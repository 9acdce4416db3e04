import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { insertRefresh } from '../store/refreshes.ts'
import { workflowEnv } from '../testing/start-metrics.ts'

const start = (at: string) => startService(metrics, { clock: movableClock(at), env: workflowEnv })

test('returns only the next refresh, at midnight in Paris, if none has run yet', async () => {
  const app = await start('2026-11-21T12:00:00Z')
  const answer = await app.as('creator').get('/readings/latest')
  expect(answer).toMatchObject({ status: 200, body: { nextAt: '2026-11-21T23:00:00.000Z' } })
  expect(answer.body).not.toHaveProperty('last')
})

test('returns the start of the latest completed refresh, but only to signed-in users', async () => {
  const app = await start('2026-11-21T12:00:00Z')
  const [older, newer] = [new Date('2026-11-19T23:00:00Z'), new Date('2026-11-20T23:00:00Z')]
  const late = new Date('2026-11-21T00:59:00Z')
  const row = { plannedThrough: '', failed: 0 }
  await app.context().transact(async (tx) => {
    await insertRefresh(tx, { ...row, id: '2026-11-21', state: 'done', startedAt: newer, completedAt: late, accounts: 2 })
    await insertRefresh(tx, { ...row, id: '2026-11-20', state: 'done', startedAt: older, completedAt: older, accounts: 1 })
    await insertRefresh(tx, {
      ...row,
      id: '2026-11-22',
      state: 'missed',
      isMissed: true,
      startedAt: newer,
      completedAt: newer,
      accounts: 0,
    })
    await insertRefresh(tx, { ...row, id: '2026-11-23', state: 'planning', startedAt: newer, accounts: 5 })
  })
  for (const who of ['creator', 'brand', 'incomplete-brand', 'admin'] as const) {
    expect((await app.as(who).get('/readings/latest')).body.last).toEqual({ day: '2026-11-21', at: newer.toISOString(), accounts: 2 })
  }
  expect((await app.as('visitor').get('/readings/latest')).status).toBe(401)
})

test('schedules the next refresh 23 hours later when summer time begins', async () => {
  const app = await start('2026-03-28T23:00:00Z')
  expect((await app.as('admin').get('/readings/latest')).body.nextAt).toBe('2026-03-29T22:00:00.000Z')
})
