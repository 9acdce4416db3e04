import { expect, test } from 'vitest'
import { deletionOf } from '../store/account-deletions.ts'
import { startIdentity } from '../users.fixture.ts'
import { deleteAgain } from './delete-again.ts'

const { app, user } = await startIdentity()
const again = (userId: string) => deleteAgain.run({ userId, credits: 12, cents: 71 }, app.context())

test('asks the services once to delete a creator or brand, with the amounts that the user gave up', async () => {
  for (const role of ['creator', 'brand'] as const) {
    const { id } = await user(role)
    for (const _ of [1, 2]) expect(await again(id)).toContain('pending')
    expect(await deletionOf(app.context(), id)).toMatchObject({ role, state: 'pending', waives: { credits: 12, cents: 71 } })
    expect((await app.emitted('user.deletion-requested')).filter(({ userId }) => userId === id)).toHaveLength(1)
  }
})

test('rejects unknown users, administrators and invalid amounts', async () => {
  await expect(again(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  await expect(again((await user('admin')).id)).rejects.toMatchObject({ code: 'deletion_by_command' })
  const { credits, cents } = deleteAgain.args
  expect([credits?.safeParse('-1').success, cents?.safeParse('x').success, cents?.safeParse('71').success]).toEqual([false, false, true])
})
