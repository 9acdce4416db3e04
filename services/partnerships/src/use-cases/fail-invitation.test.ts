import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { ENDED_KEPT_DAYS } from '../domain/invitation.ts'
import { invitations } from '../store/invitations.ts'
import { createInvitation } from '../testing/create-invitation.ts'

const app = await startService(partnerships)

test('fails an invitation without enough credits, shows the missing views only to the brand and ignores later events', async () => {
  const { id, refused, held, seenByBrand, seenByCreator, emitted } = await createInvitation(app)
  await app.deliver(refused, { times: 2 })
  await app.deliver(held)
  expect(await seenByBrand()).toMatchObject([{ status: 'failed', missingViews: 3 }])
  expect(await seenByCreator()).toEqual([])
  expect(await emitted('invitation.failed')).toMatchObject([{ missingViews: 3 }])
  expect((await invitations.byId(app.context(), id))?.endedAt).toBeInstanceOf(Date)
})

test('uses a TTL index to delete ended invitations', () => {
  expect(invitations.indexes.find(({ key }) => 'endedAt' in key)).toMatchObject({ expireAfterSeconds: ENDED_KEPT_DAYS * 86_400 })
})

test('ignores credits refused for a campaign with the same id', async () => {
  const { refused, seenByBrand } = await createInvitation(app)
  await app.deliver({ ...refused, data: { ...refused.data, kind: 'campaign' } })
  expect(await seenByBrand()).toMatchObject([{ status: 'funding' }])
})
