import {
  AccountRemoved,
  DataExportRequested,
  SettingChanged,
  UserDeleted,
  UserDeletionBlocked,
  UserDeletionRequested,
} from '@reelfair/contracts'
import { databaseUse, movableClock, multiply, person, startService, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from './app.ts'
import { deletion } from './store/erase-user.ts'
import { createInvitation, draftFor } from './testing/create-invitation.ts'
import { expireInvitations } from './use-cases/expire-invitations.ts'
import { userExport } from './use-cases/export-user.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

test('uses an index for every query and reads at most three documents per result', {
  timeout: 1_800_000,
}, async () => {
  const { brand, creator, accountId, held } = await createInvitation(app)
  await app.deliver(held)
  await multiply(app, documents)
  for (const keep of [[brand.id], [creator.id]]) await multiply(app, Math.min(500, documents / 3), { keep })
  // Keeps the copied invitations from expiring, because another test covers expiry.
  await app.database.collection('invitations').updateMany({ brandId: { $ne: brand.id } }, { $set: { status: 'rejected' } })

  const ask = async () => {
    for (const who of [brand, creator]) {
      const { next } = (await app.as(who).get('/invitations')).body
      if (next) await app.as(who).get('/invitations', { cursor: next })
    }
    await app.as(brand).post('/invitations', draftFor(accountId))
    for (const gone of [person('creator'), person('brand')]) {
      await app.as(gone).get('/deletion-obstacles')
      await app.deliver(UserDeletionRequested.of({ userId: gone.id, role: gone.role, attempt: 1 }))
      await app.deliver(UserDeletionBlocked.of({ userId: gone.id, attempt: 1 }))
      await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
      while (await deletion.worker.run(app.context()));
    }
    const refused = await createInvitation(app)
    await app.deliver(refused.refused)
    const sent = await createInvitation(app)
    await app.deliver(sent.held)
    await app.deliver(
      AccountRemoved.of({ accountId: sent.accountId, creatorId: sent.creator.id, network: 'tiktok', username: 'lea', version: 2 }),
    )
    for (const { id, role } of [brand, creator]) {
      await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: id, role }))
      for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    }
    await app.deliver(SettingChanged.of({ key: 'review_hours', value: 48, validFrom: app.clock.now(), version: 1 }))
    clock.advance({ days: 2 })
    await expireInvitations({ day: '2026-11-23' }, app.context())
  }
  const { queryCount, faults } = await databaseUse(app, partnerships, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(5)
})
