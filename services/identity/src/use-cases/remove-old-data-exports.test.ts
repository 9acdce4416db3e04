import { DataExportPart, SERVICES } from '@reelfair/contracts'
import { eventually, movableClock, type Person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { dataExportParts, dataExports } from '../store/data-exports.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'
import { removeOldDataExports } from './remove-old-data-exports.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const { app, user } = await startIdentity({ clock, workers: false })
// The service's own job may run at the same time.
const remove = () => eventually(() => removeOldDataExports({ day: '2026-11-28' }, app.context()))
const partCount = (id: string) => dataExportParts.count(app.context(), { id: { $gt: id, $lt: `${id};` } }, 1_000)

async function anExport(services: readonly (typeof SERVICES)[number][], parts = 1) {
  const { id, role } = await user('creator')
  const me: Person = { id, role, complete: true, sessionId: crypto.randomUUID() }
  const exportId: string = (await app.as(me).post('/data-exports')).body.id
  for (const service of services)
    for (const index of times(parts, (n) => n))
      await app.deliver(DataExportPart.of({ exportId, service, index, last: index === parts - 1, json: index === 0 ? '{}' : ' ' }))
  const latest = async () => (await app.as(me).get('/data-exports/latest')).body.latest
  return {
    me,
    exportId,
    latest,
    read: async () => (await app.as(me).post(`/data-exports/${exportId}/file`, { password: PASSWORD })).status,
  }
}

test('deletes a file with all its parts seven days after it became ready', async () => {
  const { exportId, latest, read } = await anExport(SERVICES, 4)
  expect(await latest()).toMatchObject({ state: 'ready' })
  clock.advance({ days: 7, ms: -1 })
  await remove()
  expect([await read(), await partCount(exportId)]).toEqual([200, 24])
  clock.advance({ ms: 1 })
  expect([await read(), await latest()]).toEqual([404, undefined])
  await remove()
  expect([await partCount(exportId), await dataExports.byId(app.context(), exportId)]).toEqual([0, undefined])
})

test('gives up on an export after seven days, stores no later part and allows another request', async () => {
  const { me, exportId, latest } = await anExport(['metrics', 'payouts'])
  clock.advance({ days: 7 })
  expect(await latest()).toMatchObject({ state: 'preparing', isLate: true })
  await remove()
  expect(await latest()).toMatchObject({ state: 'failed', arrived: [] })
  await app.deliver(DataExportPart.of({ exportId, service: 'identity', index: 0, last: true, json: '{}' }))
  expect(await partCount(exportId)).toBe(0)
  expect((await app.as(me).post('/data-exports')).status).toBe(201)
  clock.advance({ days: 7 })
  await remove()
  expect(await dataExports.byId(app.context(), exportId)).toBeUndefined()
})
