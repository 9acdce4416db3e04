import { AccountAdded } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { anAccount, draftFor } from '../testing/an-invitation.ts'

const app = await startService(partnerships)

test('an account may be invited as soon as its news has come, however often it comes', async () => {
  const brand = app.as(person('brand'))
  const unheard = crypto.randomUUID()
  expect((await brand.post('/invitations', draftFor(unheard))).status).toBe(404)
  const { accountId, ...facts } = await anAccount(app)
  await app.hear(AccountAdded.of({ accountId, ...facts }), { times: 2 })
  expect(await brand.post('/invitations', draftFor(accountId))).toMatchObject({
    status: 201,
    body: { creatorId: facts.creatorId, username: 'lea' },
  })
  expect(await accounts.byId(app.context(), accountId)).toEqual({ id: accountId, ...facts, removed: false })
})
