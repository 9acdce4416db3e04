import {
  AccountUpdated,
  DataExportRequested,
  LogoRemoved,
  PartnershipPaymentChanged,
  SettingChanged,
  SignupCreated,
  UserDeleted,
  UserDeletionBlocked,
  UserDeletionRequested,
} from '@reelfair/contracts'
import { databaseUse, movableClock, multiply, person, startService, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from './app.ts'
import { deletion } from './store/erase-user.ts'
import { createAccount, createInvitation, draftFor, sendInvitation } from './testing/create-invitation.ts'
import { createPartnership, refreshed } from './testing/create-partnership.ts'
import { userExport } from './use-cases/export-user.ts'
import { settleDuePartnerships } from './use-cases/settle-day.ts'
import { startPartnerships } from './use-cases/start-partnerships.ts'
import { takeDueSteps } from './use-cases/take-due-steps.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock, workers: false })

test('uses an index for every query and reads at most three documents per result', {
  timeout: 1_800_000,
}, async () => {
  const { id, brand, creator, mediaId, count } = await createPartnership(app, clock)
  await sendInvitation(app, { brand, creator })
  await multiply(app, documents)
  for (const keep of [[brand.id], [creator.id]]) await multiply(app, Math.min(500, documents / 3), { keep })
  // Keeps the copies from expiring, starting and settling, because other tests cover that.
  const copies = { brandId: { $ne: brand.id } }
  await app.database
    .collection('invitations')
    .updateMany(copies, { $set: { status: 'rejected' }, $unset: { dueAt: 1, isOpen: 1, isUnanswered: 1 } })
  await app.database.collection('partnerships').updateMany(copies, { $unset: { nextSettlement: 1, isUnsettled: 1 } })

  const ask = async () => {
    for (const who of [brand, creator])
      for (const path of ['/invitations', '/partnerships'])
        for (const only of [{}, { only: path === '/invitations' ? 'open' : 'unsettled' }]) {
          const { next } = (await app.as(who).get(path, only)).body
          if (next) await app.as(who).get(path, { ...only, cursor: next })
        }
    await app.as(brand).get(`/invitations/${id}`)
    await app.as(brand).get(`/partnerships/${id}`)
    await app.as('admin').get('/admin/test-partnerships')
    const filters = Object.entries({ status: 'active', network: 'tiktok', brandId: brand.id, username: 'lea' })
    for (const one of filters)
      for (const other of filters) await app.as('admin').get('/admin/partnerships', Object.fromEntries([one, other]))
    await app.deliver(refreshed('2026-11-22'))
    const { accountId } = await createAccount(app)
    await app.as(brand).post('/invitations', draftFor(app, accountId, mediaId))
    for (const gone of [person('creator'), person('brand')]) {
      await app.as(gone).get('/deletion-obstacles')
      await app.deliver(UserDeletionRequested.of({ userId: gone.id, role: gone.role, attempt: 1 }))
      await app.deliver(UserDeletionBlocked.of({ userId: gone.id, attempt: 1 }))
      await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
      while (await deletion.worker.run(app.context()));
    }
    await app.deliver((await createInvitation(app)).refused)
    const [accepted, rejected, withdrawn] = [await sendInvitation(app), await sendInvitation(app), await sendInvitation(app)]
    for (const answer of [accepted.accept, rejected.reject, withdrawn.withdraw]) await answer()
    await app.deliver(LogoRemoved.of({ mediaId: withdrawn.mediaId, brandId: withdrawn.brand.id, version: 2 }))
    const account = { accountId: accepted.accountId, creatorId: accepted.creator.id, network: 'tiktok', username: 'lea', version: 2 }
    await app.deliver(AccountUpdated.of({ ...account, externalId: 'x', followers: 1, averageViews: 1, isPublic: true }))
    const joined = {
      signupId: crypto.randomUUID(),
      campaignId: crypto.randomUUID(),
      code: 'RF-A2345',
      link: 'https://a.example',
      windowDays: 14,
    }
    const span = { startsAt: clock.now(), endsAt: clock.now() }
    await app.deliver(SignupCreated.of({ ...account, externalId: 'x', brandId: brand.id, ...joined, ...span }))
    for (const { id, role } of [brand, creator]) {
      await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: id, role }))
      for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    }
    await app.deliver(SettingChanged.of({ key: 'review_hours', value: 48, validFrom: app.clock.now(), version: 1 }))
    await count({ qualified: 10_000 })
    await app.deliver(PartnershipPaymentChanged.of({ partnershipId: id, creatorId: creator.id, payment: 'payed', version: 1, cents: 1 }))
    clock.advance({ days: 2 })
    while (await takeDueSteps(app.context()));
    while (await startPartnerships(app.context()));
    await settleDuePartnerships('2026-11-23', app.context())
  }
  const { queryCount, faults } = await databaseUse(app, partnerships, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(5)
})
