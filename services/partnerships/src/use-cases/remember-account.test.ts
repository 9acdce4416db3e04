import { AccountAdded } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { createAccount, draftFor } from '../testing/create-invitation.ts'

const app = await startService(partnerships)

test('allows invitations to an account after `account.added`, even when the event arrives twice', async () => {
  const brand = app.as(person('brand'))
  const unknownId = crypto.randomUUID()
  expect((await brand.post('/invitations', draftFor(unknownId))).status).toBe(404)
  const { accountId, ...facts } = await createAccount(app)
  await app.deliver(AccountAdded.of({ accountId, ...facts }), { times: 2 })
  expect(await brand.post('/invitations', draftFor(accountId))).toMatchObject({
    status: 201,
    body: { creatorId: facts.creatorId, username: 'lea' },
  })
  expect(await accounts.byId(app.context(), accountId)).toEqual({ id: accountId, ...facts, removed: false })
})
