import { AccountUpdated } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { accounts } from '../store/accounts.ts'
import { createAccount, draftFor, storeLogo } from '../testing/create-invitation.ts'

const app = await startService(partnerships)

test('allows invitations to verified accounts only, with their newest facts', async () => {
  const brand = person('brand')
  const mediaId = await storeLogo(app, brand.id)
  expect((await app.as(brand).post('/invitations', draftFor(app, crypto.randomUUID(), mediaId))).status).toBe(404)
  const { followers: _, averageViews: __, accountId, ...facts } = await createAccount(app)
  const updated = { ...facts, accountId, followers: 1, averageViews: null, username: 'Lea.New', version: 3 }
  await app.deliver(AccountUpdated.of(updated), { times: 2 })
  await app.deliver(AccountUpdated.of({ ...updated, username: 'lea.old', version: 2 }))
  expect(await app.as(brand).post('/invitations', draftFor(app, accountId, mediaId))).toMatchObject({
    status: 201,
    body: { creatorId: facts.creatorId, username: 'Lea.New' },
  })
  expect(await accounts.byId(app.context(), accountId)).toEqual({
    ...facts,
    id: accountId,
    username: 'Lea.New',
    usernameKey: 'lea.new',
    version: 3,
  })
})
