import { DataExportRequested, UserDeleted } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { deletion } from '../store/erase-user.ts'
import { settledPartnership } from '../testing/settled-partnership.ts'
import { startVerification } from '../testing/start-verification.ts'
import { userExport } from './export-user.ts'

const { app, verified } = await startVerification()
const brand = person('brand')

const recordOf = async (username: string) => (await app.as(brand).get('/creators', { username })).body.items[0].record

test('shows brands the record of settled partnerships beside each of the creator’s accounts', async () => {
  const { creator } = await verified(person('creator'), 'lea.films')
  await verified(creator, 'lea.kitchen')
  const empty = { tiers: [], observed: 0, qualified: 0, daysToFirstVideo: null }
  expect(await recordOf('lea.films')).toEqual(empty)
  await app.deliver(settledPartnership(creator.id, { tier: 100, observed: 2_000, qualified: 2_000, settledAt: '2026-11-19T01:00:00.000Z' }))
  await app.deliver(settledPartnership(creator.id), { times: 2 })
  for (const username of ['lea.films', 'lea.kitchen'])
    expect(await recordOf(username)).toEqual({ tiers: [50, 100], observed: 10_000, qualified: 8_000, daysToFirstVideo: 2 })
  await verified(person('creator'), 'tom.films')
  expect(await recordOf('tom.films')).toEqual(empty)
})

test('exports a creator’s record, erases it with the account, and stores nothing afterwards', async () => {
  const { creator } = await verified(person('creator'), 'zoe.films')
  await app.deliver(settledPartnership(creator.id))
  await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: creator.id, role: 'creator' }))
  while (await userExport.worker.run(app.context()));
  const parts = (await app.emitted('data-export.part')) as { json: string }[]
  expect(parts.map(({ json }) => json).join('')).toMatch(/"partnershipRecord": \[\n\{[^\n]*"tier":50/)
  const stored = () => app.database.collection('records').countDocuments({ _id: creator.id as never })
  expect(await stored()).toBe(1)
  await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }))
  while (await deletion.worker.run(app.context()));
  await app.deliver(settledPartnership(creator.id))
  expect(await stored()).toBe(0)
})
