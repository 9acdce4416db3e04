import {
  AccessRequested,
  AccountSeen,
  DataExportRequested,
  PartnershipSettled,
  UserDeleted,
  UserDeletionBlocked,
  UserDeletionRequested,
} from '@reelfair/contracts'
import { databaseUse, multiply, person, times, watchQueries } from '@reelfair/testkit'
import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { verification } from './app.ts'
import { deletion } from './store/erase-user.ts'
import { pictures } from './store/showcases.ts'
import { startConnecting } from './testing/start-connecting.ts'
import { startVerification, statsOf } from './testing/start-verification.ts'
import { userExport } from './use-cases/export-user.ts'
import { readNextShowcase } from './use-cases/read-showcase.ts'
import { refreshNextStats } from './use-cases/refresh-stats.ts'
import { verifyNextAccount } from './use-cases/verify-next-account.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const { app, add, verify, verified, send, workflow, downloads, answerTo } = await startVerification()

const AVATAR = 'https://scontent.cdninstagram.com/lea.png'

const settled = (creatorId: string) =>
  PartnershipSettled.of({
    ...{ partnershipId: crypto.randomUUID(), brandId: crypto.randomUUID(), creatorId, accountId: crypto.randomUUID(), version: 4 },
    ...{ status: 'completed', tier: 100, observed: 8_000, qualified: 6_000 },
    ...{ network: 'tiktok', username: 'lea', viewsGoal: 8_000, cents: 160, consumed: 8_000, returned: 0 },
    ...{ startsAt: '2026-11-01T12:00:00.000Z', settledAt: '2026-11-12T01:00:00.000Z' },
  })

test('uses an index for every query and reads at most three documents per result', {
  timeout: 1_800_000,
}, async () => {
  const { creator, id, username } = await verified()
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  const readShowcase = async () => {
    workflow.answersNext({ body: statsOf(username, { avatarUrl: AVATAR }) }, { body: { items: [] } })
    expect(await readNextShowcase(app.context())).toBe(true)
  }
  await readShowcase()
  workflow.answersNext({ body: { pending: true } })
  const other = await add(creator, 'lea.waits')
  await verify(creator, other)
  await verifyNextAccount(app.context())
  const waiting = workflow.requestsTo('/verify').at(-1)
  await add(person('creator'), 'somebody.else')
  await multiply(app, documents)
  // Skips `creator_networks`: a creator has one per network, and a copy would have an invalid code.
  await multiply(app, Math.min(200, documents / 3), { keep: [creator.id], leave: ['creator_networks'] })

  const ask = async () => {
    await app.as(creator).get('/accounts')
    const brand = app.as(person('brand'))
    const page = (await brand.get('/creators', { limit: 5 })).body
    await brand.get('/creators', { limit: 5, cursor: page.next })
    const saved = (await brand.post('/saved-searches', { name: 'Coffee', search: {} })).body
    await brand.get('/saved-searches')
    await brand.patch(`/saved-searches/${saved.id}`, { name: 'Tea' })
    await brand.del(`/saved-searches/${saved.id}`)
    const gone = person('creator')
    await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
    while (await deletion.worker.run(app.context()));
    await app.deliver(settled(creator.id))
    await app.deliver(UserDeletionRequested.of({ userId: creator.id, role: creator.role, attempt: 1 }))
    await app.deliver(UserDeletionBlocked.of({ userId: creator.id, attempt: 1 }))
    await app.deliver(AccessRequested.of({ accountId: id }))
    const seen = { isPublic: true, ageRestricted: false, seenAt: app.clock.now() }
    await app.deliver(AccountSeen.of({ ...seen, accountId: id, creatorId: creator.id }))
    await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: creator.id, role: 'creator' }))
    for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    const third = await add(creator, 'lea.third', 'tiktok')
    await app.as(creator).put('/codes/tiktok', {})
    await app.as(creator).put(`/accounts/${id}/collab`, { isOpen: true })
    await app.as('visitor').get(`/collab/${username}`)
    await verify(creator, third)
    await verifyNextAccount(app.context())
    await app.as(creator).post(`/accounts/${id}/stats`, {})
    app.clock.advance({ days: 8 })
    await app.as(creator).post(`/accounts/${id}/stats`, {})
    await refreshNextStats(app.context())
    await readShowcase()
    const [picture] = await pictures.find(app.context(), { creatorId: creator.id }, { limit: 1 })
    await app.as('visitor').get(`/pictures/${picture?.id}`)
    if (waiting) await send(answerTo(waiting, { verified: true }))
    await app.as(creator).del(`/accounts/${third}`)
  }
  const { queryCount, faults } = await databaseUse(app, verification, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(10)
})

test('uses an index for every query about connections', { timeout: 600_000 }, async () => {
  const { app, clock, connected, begin, visit, comeBack, renewAll } = await startConnecting()
  const { creator, id, network, externalId } = await connected('tiktok')
  await begin(creator, 'youtube')
  await multiply(app, Math.min(200, documents), { leave: ['creator_networks'] })
  const work = async () => {
    await app.as(creator).get('/accounts')
    clock.advance({ hours: 3 })
    await app.deliver(AccessRequested.of({ accountId: id }))
    await renewAll()
    await comeBack(creator, await visit(creator, { network, externalId }))
    await app.as(creator).del(`/accounts/${id}/connection`)
    await app.deliver(UserDeleted.of({ userId: creator.id, role: creator.role }))
    while (await deletion.worker.run(app.context()));
  }
  const { faults } = await databaseUse(app, verification, work)
  // The test above counts the round trips of all routes and events.
  expect(faults.filter((fault) => !fault.endsWith('not counted'))).toEqual([])
})
