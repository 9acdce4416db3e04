import { countBy, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { workflowEnv } from '../testing/start-verification.ts'

const app = await startService(verification, { env: workflowEnv })
const add = async (who: Parameters<typeof app.as>[0], username = 'lea') =>
  (await app.as(who).post('/accounts', { network: 'tiktok', username })).body.id

test('removes an unverified account, emits `account.removed` and allows another account', async () => {
  const creator = person('creator')
  const [first] = [await add(creator, 'one'), await add(creator, 'two'), await add(creator, 'three')]
  expect(await app.as(creator).del(`/accounts/${first}`)).toMatchObject({ status: 204, body: undefined })
  expect((await app.as(creator).get('/accounts')).body.items).toHaveLength(2)
  expect(await app.emitted('account.removed')).toContainEqual({
    accountId: first,
    creatorId: creator.id,
    network: 'tiktok',
    username: 'one',
    version: 2,
  })
  expect((await app.as(creator).post('/accounts', { network: 'tiktok', username: 'four' })).status).toBe(201)
})

test('treats another creator’s account and a removed account as missing', async () => {
  const creator = person('creator')
  const id = await add(creator)
  expect(await app.as(person('creator')).del(`/accounts/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await app.as(creator).del(`/accounts/${id}`)).status).toBe(204)
  expect((await app.as(creator).del(`/accounts/${id}`)).status).toBe(404)
  expect((await app.as(creator).del('/accounts/none')).status).toBe(400)
})

test('rejects the removal of a verified account', async () => {
  const creator = person('creator')
  const id = await add(creator)
  await app
    .context()
    .connection.collection<{ _id: string }>('accounts')
    .updateOne({ _id: id }, { $set: { status: 'verified', verifiedAt: new Date() } })
  expect(await app.as(creator).del(`/accounts/${id}`)).toMatchObject({ status: 409, body: { code: 'account_verified' } })
})

test('allows only one more account when 20 concurrent requests remove the same account', async () => {
  const creator = person('creator')
  const id = await add(creator, 'one')
  await add(creator, 'two')
  await add(creator, 'three')
  const answers = await Promise.all(times(20, () => app.as(creator).del(`/accounts/${id}`)))
  expect(countBy(answers, 'status')[204]).toBe(1)
  const added = await Promise.all(times(5, (index) => app.as(creator).post('/accounts', { network: 'tiktok', username: `new${index}` })))
  expect(countBy(added, 'status')).toEqual({ 201: 1, 409: 4 })
})
