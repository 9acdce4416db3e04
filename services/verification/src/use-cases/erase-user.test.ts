import { AccessRequested, DataExportRequested, UserDeleted } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { deletion } from '../store/erase-user.ts'
import { startConnecting } from '../testing/start-connecting.ts'
import { startVerification } from '../testing/start-verification.ts'
import { userExport } from './export-user.ts'

const { app } = await startVerification()
const stored = async (creatorId: string) => {
  const counts = ['accounts', 'attempts', 'creator_networks'].map((name) => app.database.collection(name).countDocuments({ creatorId }))
  return Promise.all(counts)
}

test('erases accounts, attempts and codes, and frees the username', async () => {
  const [creator, other] = [person('creator'), person('creator')]
  const add = (who: typeof creator) => app.as(who).post('/accounts', { network: 'instagram', username: 'lea.films' })
  const { id } = (await add(creator)).body
  await app.as(creator).post(`/accounts/${id}/verification`, { userAgent: 'Browser of Lea' })
  await add(other)
  expect(await stored(creator.id)).toEqual([1, 1, 1])
  await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }), { times: 2 })
  while (await deletion.worker.run(app.context()));
  expect(await stored(creator.id)).toEqual([0, 0, 0])
  expect(await stored(other.id)).toEqual([1, 0, 1])
})

test('exports connections without tokens, then erases them and revokes the consents at the network', async () => {
  const { app, clock, begin, connected, consentsOf, setLine } = await startConnecting()
  const { creator, externalId } = await connected('tiktok')
  await begin(creator, 'youtube')
  await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: creator.id, role: 'creator' }))
  while (await userExport.worker.run(app.context()));
  const exported = JSON.stringify(await app.emitted('data-export.part'))
  expect(exported).toContain('connections')
  const [consent] = await consentsOf(externalId)
  for (const secret of ['sealedGrant', 'sealedVerifier', consent?.accessToken]) expect(exported).not.toContain(secret)
  const count = async () =>
    Promise.all(['grants', 'connection_attempts'].map((name) => app.database.collection(name).countDocuments({ creatorId: creator.id })))
  expect(await count()).toEqual([1, 1])
  setLine('down')
  await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }))
  while (await deletion.worker.run(app.context()));
  expect(await count()).toEqual([0, 0])
  expect(await consentsOf(externalId)).toHaveLength(1)
  expect(JSON.stringify(await app.database.collection('revocations').find().toArray())).not.toContain(creator.id)
  setLine('up')
  clock.advance({ minutes: 1 })
  expect(await consentsOf(externalId)).toEqual([])
})

test('revokes a consent that was renewed while its creator was deleted', async () => {
  const { app, clock, connected, consentsOf, duringNextCall, renewAll } = await startConnecting()
  const { creator, id, externalId } = await connected('tiktok')
  clock.advance({ hours: 3 })
  await app.deliver(AccessRequested.of({ accountId: id }))
  duringNextCall(async () => {
    await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }))
    while (await deletion.worker.run(app.context()));
  })
  await renewAll()
  expect(await consentsOf(externalId)).toEqual([])
})
