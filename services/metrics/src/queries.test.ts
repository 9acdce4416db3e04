import {
  AccessEnded,
  AccessRenewed,
  AccountUpdated,
  AccountVerified,
  DataExportRequested,
  SettingChanged,
  UserDeleted,
} from '@reelfair/contracts'
import { databaseUse, multiply, person, times, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from './app.ts'
import { deletion } from './store/erase-user.ts'
import { points, startMetrics } from './testing/start-metrics.ts'
import { userExport } from './use-cases/export-user.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const { app, anAccount, aSignup, aPartnership, publish, night, work, endCampaign, endPartnership } = await startMetrics()

test('uses an index for every query and reads at most three documents per result', {
  timeout: 1_800_000,
}, async () => {
  const account = await anAccount()
  const signup = await aSignup(account)
  await publish(account, signup.code, points([0, 0], [100, 9_000]))
  await publish(account, signup.code, points([0, 0], [100, 900]), { logo: 'unknown' })
  // These words look like codes, so the service looks them up.
  await publish(account, `RF lands, rf-party: ${signup.code}`, points([0, 0], [100, 900]))
  await night()
  await night()
  await multiply(app, documents, { leave: ['refreshes'] })
  for (const keep of [[signup.creator.id], [signup.campaignId], [signup.brand.id]])
    await multiply(app, Math.min(500, documents / 3), { keep, leave: ['refreshes'] })
  // The nightly refresh must not read the copies, because this test measures only the queries that find due work.
  const rows = app.database
  await rows.collection('assignments').updateMany({ _id: { $ne: signup.id as never } }, { $set: { isOpen: false } })
  await rows.collection('reviews').updateMany({ assignmentId: { $ne: signup.id } }, { $set: { state: 'decided' } })
  await rows.collection('tasks').updateMany({ state: 'open' }, { $set: { state: 'done' } })

  const ask = async () => {
    for (const who of [signup.creator, signup.brand])
      for (const what of ['videos', 'history', 'observations', 'reviews']) {
        const { next } = (await app.as(who).get(`/assignments/${signup.id}/${what}`)).body
        if (next) await app.as(who).get(`/assignments/${signup.id}/${what}`, { cursor: next })
      }
    for (const [who, path] of [
      [signup.creator, '/videos'],
      [signup.brand, `/campaigns/${signup.campaignId}/videos`],
      [signup.brand, '/reviews'],
      [signup.brand, '/nights'],
      [signup.creator, '/readings/latest'],
      ['admin', '/admin/reviews'],
    ] as const) {
      const { next } = (await app.as(who).get(path)).body
      if (next) await app.as(who).get(path, { cursor: next })
    }
    for (const { id, role } of [signup.brand, signup.creator]) {
      await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: id, role }))
      for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    }
    await app.deliver(SettingChanged.of({ key: 'review_hours', value: 48, validFrom: app.clock.now(), version: 1 }))
    await aSignup(await anAccount())
    const partnership = await aPartnership(await anAccount())
    for (const gone of [person('creator'), person('brand')]) {
      await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
      while (await deletion.worker.run(app.context()));
    }
    const facts = { network: 'tiktok', externalId: 'x', username: 'lea', followers: 9_000, averageViews: null, isPublic: true } as const
    const verified = { accountId: crypto.randomUUID(), creatorId: person('creator').id, ...facts, version: 2 }
    await app.deliver(AccountVerified.of(verified))
    await app.deliver(AccountUpdated.of(verified, { version: 3, username: 'lea.films' }))
    const access = { scopes: [], sealedToken: 'sealed', expiresAt: app.clock.now().toISOString() }
    await app.deliver(AccessRenewed.of(verified, { ...access, version: 1 }))
    await app.deliver(AccessEnded.of(verified, { endedAt: app.clock.now(), endedBy: 'network', version: 2 }))
    await night()
    await endCampaign(signup.campaignId, signup.brand.id, app.clock.now())
    await endPartnership(partnership.id, partnership.brand.id, app.clock.now())
    await work()
    app.clock.advance({ hours: 49 })
    await work()
  }
  const { queryCount, faults } = await databaseUse(app, metrics, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(30)
})
