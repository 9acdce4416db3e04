import { randomUUID } from 'node:crypto'
import { AccessEnded, AccessRenewed, UserDeleted } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { metrics } from '../app.ts'
import { accesses, accessesOf, isDisconnected } from '../store/accesses.ts'
import { deletion } from '../store/erase-user.ts'
import { workflowEnv } from '../testing/start-metrics.ts'

const app = await startService(metrics, { env: workflowEnv, workers: false })

const connected = () => ({
  accountId: randomUUID(),
  creatorId: randomUUID(),
  network: 'tiktok' as const,
  externalId: `tt_${randomUUID()}`,
  username: 'lea',
  scopes: ['video.list'],
  sealedToken: 'sealed-1',
  expiresAt: '2026-11-21T14:00:00.000Z',
  version: 1,
})
const end = { endedAt: '2026-11-21T13:00:00.000Z', endedBy: 'creator' } as const

const copyOf = async ({ externalId }: { externalId: string }) => {
  const key = `tiktok:${externalId}`
  return (await accessesOf(app.context(), [key])).get(key)
}

test('keeps the token with the highest version, regardless of the order of events', async () => {
  const access = connected()
  await app.deliver(AccessRenewed.of(access, { version: 3, sealedToken: 'sealed-3' }), { times: 2 })
  await app.deliver(AccessRenewed.of(access))
  await app.deliver(AccessEnded.of(access, end, { version: 2 }))
  expect(await copyOf(access)).toMatchObject({ id: access.accountId, sealedToken: 'sealed-3', tokenVersion: 3, scopes: ['video.list'] })
})

test('deletes the token when the connection ends, and takes a token of a new connection', async () => {
  const access = connected()
  await app.deliver(AccessRenewed.of(access))
  await app.deliver(AccessEnded.of(access, end, { version: 2 }), { times: 2 })
  expect(await copyOf(access)).not.toHaveProperty('sealedToken')
  expect(isDisconnected(await copyOf(access))).toBe(true)
  await app.deliver(AccessRenewed.of(access, { version: 3 }))
  expect(await copyOf(access)).toMatchObject({ tokenVersion: 3, sealedToken: 'sealed-1' })
  expect(isDisconnected(await copyOf(access))).toBe(false)
  await app.deliver(AccessEnded.of(access, end, { version: 2 }))
  expect(isDisconnected(await copyOf(access))).toBe(false)
})

test('ignores a token whose end has arrived first', async () => {
  const access = connected()
  await app.deliver(AccessEnded.of(access, end, { version: 2 }))
  await app.deliver(AccessRenewed.of(access))
  expect(isDisconnected(await copyOf(access))).toBe(true)
})

test('takes the end of an interrupted renewal for a network that does not respond', async () => {
  const access = connected()
  await app.deliver(AccessRenewed.of(access))
  await app.deliver(AccessEnded.of(access, end, { version: 2, endedBy: 'interrupted' }))
  expect(await copyOf(access)).toMatchObject({ tokenVersion: 2, endedBy: 'interrupted' })
  expect(isDisconnected(await copyOf(access))).toBe(false)
})

test('uses the token of the creator who has connected the account last', async () => {
  const [former, latter] = [connected(), connected()]
  const { externalId } = latter
  await app.deliver(AccessRenewed.of(former, { externalId }))
  app.clock.advance({ minutes: 1 })
  await app.deliver(AccessRenewed.of(latter))
  expect(await copyOf(latter)).toMatchObject({ id: latter.accountId })
  await app.deliver(AccessEnded.of(latter, end, { version: 2 }))
  expect(await copyOf(latter)).toMatchObject({ id: former.accountId })
})

test('removes the tokens of a deleted creator, and stores none that arrives later', async () => {
  const access = connected()
  await app.deliver(AccessRenewed.of(access))
  await app.deliver(UserDeleted.of({ userId: access.creatorId, role: 'creator' }))
  while (await deletion.worker.run(app.context()));
  expect(await accesses.byId(app.context(), access.accountId)).toBeUndefined()
  await app.deliver(AccessRenewed.of(access, { version: 2 }))
  expect(await accesses.byId(app.context(), access.accountId)).toBeUndefined()
})
