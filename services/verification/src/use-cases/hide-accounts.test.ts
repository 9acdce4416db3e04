import { UserDeletionBlocked, UserDeletionRequested } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startVerification } from '../testing/start-verification.ts'

const { app, verified } = await startVerification()

test('brands find no account while the creator’s deletion is pending (events twice and in any order)', async () => {
  const { creator, id, username } = await verified()
  const other = await verified()
  for (const one of [{ creator, id }, other]) await app.as(one.creator).put(`/accounts/${one.id}/collab`, { isOpen: true })
  const requested = (attempt: number) => UserDeletionRequested.of({ userId: creator.id, role: 'creator', attempt })
  const blocked = (attempt: number) => UserDeletionBlocked.of({ userId: creator.id, attempt })
  const found = async () => {
    const { items } = (await app.as(person('brand')).get('/creators')).body
    const isListed = items.some(({ accountId }: { accountId: string }) => accountId === id)
    return [isListed, (await app.as('visitor').get(`/collab/${username}`)).status]
  }
  expect(await found()).toEqual([true, 200])
  await app.deliver(requested(1), { times: 2 })
  expect(await found()).toEqual([false, 404])
  await app.deliver(blocked(1))
  await app.deliver(requested(1))
  expect(await found()).toEqual([true, 200])
  await app.deliver(blocked(2))
  await app.deliver(requested(2))
  expect(await found()).toEqual([true, 200])
  await app.deliver(requested(3))
  await app.deliver(blocked(2))
  expect(await found()).toEqual([false, 404])
  expect((await app.as('visitor').get(`/collab/${other.username}`)).status).toBe(200)
})
