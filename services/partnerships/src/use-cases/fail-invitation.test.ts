import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { ENDED_KEPT_DAYS } from '../domain/invitation.ts'
import { invitations } from '../store/invitations.ts'
import { anInvitation } from '../testing/an-invitation.ts'

const app = await startService(partnerships)

test('without credits the brand reads the missing number and the creator nothing, whatever is said later', async () => {
  const { id, refused, held, seenByBrand, seenByCreator, said } = await anInvitation(app)
  await app.hear(refused, { times: 2 })
  await app.hear(held)
  expect(await seenByBrand()).toMatchObject([{ status: 'failed', missingViews: 3 }])
  expect(await seenByCreator()).toEqual([])
  expect(await said('invitation.failed')).toMatchObject([{ missingViews: 3 }])
  expect((await invitations.byId(app.context(), id))?.endedAt).toBeInstanceOf(Date)
})

test('an index removes an invitation some days after it ended', () => {
  expect(invitations.indexes.find(({ key }) => 'endedAt' in key)).toMatchObject({ expireAfterSeconds: ENDED_KEPT_DAYS * 86_400 })
})

test('the refusal of a campaign with the same id is none of its business', async () => {
  const { refused, seenByBrand } = await anInvitation(app)
  await app.hear({ ...refused, data: { ...refused.data, kind: 'campaign' } })
  expect(await seenByBrand()).toMatchObject([{ status: 'funding' }])
})
