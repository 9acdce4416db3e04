import { UserDeleted } from '@reelfair/contracts'
import { person } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { deletion } from '../store/erase-user.ts'
import { startVerification } from '../testing/start-verification.ts'

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
