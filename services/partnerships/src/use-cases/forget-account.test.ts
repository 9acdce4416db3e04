import { AccountAdded, AccountRemoved } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { anAccount, draftFor } from '../testing/an-invitation.ts'

const app = await startService(partnerships)
const invite = (accountId: string) => app.as(person('brand')).post('/invitations', draftFor(accountId))

test('an account that was taken away can be invited no more, however often its end is told', async () => {
  const { accountId, ...facts } = await anAccount(app)
  expect((await invite(accountId)).status).toBe(201)
  await app.hear(AccountRemoved.of({ accountId, ...facts }, { version: 2 }), { times: 2 })
  await app.hear(AccountRemoved.of({ accountId, ...facts }, { version: 2 }))
  expect(await invite(accountId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await accounts.byId(app.context(), accountId)).toEqual({
    id: accountId,
    ...facts,
    version: 2,
    removed: true,
    removedAt: expect.any(Date),
  })
  expect(accounts.indexes).toMatchObject([{ key: { removedAt: 1 }, expireAfterSeconds: 90 * 86_400 }])
})

test('one whose end arrives before its beginning stays away', async () => {
  const facts = { accountId: crypto.randomUUID(), creatorId: crypto.randomUUID(), network: 'tiktok', username: 'lea', version: 1 }
  await app.hear(AccountRemoved.of(facts, { version: 2 }))
  await app.hear(AccountAdded.of(facts))
  expect((await invite(facts.accountId)).status).toBe(404)
})
