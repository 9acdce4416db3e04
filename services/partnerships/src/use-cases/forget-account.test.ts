import { AccountAdded, AccountRemoved } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { createAccount, draftFor } from '../testing/create-invitation.ts'

const app = await startService(partnerships)
const invite = (accountId: string) => app.as(person('brand')).post('/invitations', draftFor(accountId))

test('rejects invitations to a removed account, even when `account.removed` arrives several times', async () => {
  const { accountId, ...facts } = await createAccount(app)
  expect((await invite(accountId)).status).toBe(201)
  await app.deliver(AccountRemoved.of({ accountId, ...facts }, { version: 2 }), { times: 2 })
  await app.deliver(AccountRemoved.of({ accountId, ...facts }, { version: 2 }))
  expect(await invite(accountId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await accounts.byId(app.context(), accountId)).toEqual({
    id: accountId,
    ...facts,
    version: 2,
    removed: true,
    removedAt: expect.any(Date),
  })
  expect(accounts.indexes).toContainEqual(expect.objectContaining({ key: { removedAt: 1 }, expireAfterSeconds: 90 * 86_400 }))
})

test('treats an account as removed even if `account.removed` arrives before `account.added`', async () => {
  const facts = { accountId: crypto.randomUUID(), creatorId: crypto.randomUUID(), network: 'tiktok', username: 'lea', version: 1 }
  await app.deliver(AccountRemoved.of(facts, { version: 2 }))
  await app.deliver(AccountAdded.of(facts))
  expect((await invite(facts.accountId)).status).toBe(404)
})
