import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { anInvitation } from '../testing/an-invitation.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

test('the creator sees an invitation once its credits are held, and has 24 hours', async () => {
  const { id, held, seenByBrand, seenByCreator, said } = await anInvitation(app)
  expect(await seenByBrand()).toMatchObject([{ id, status: 'funding' }])
  expect(await seenByCreator()).toEqual([])
  await app.hear(held, { times: 2 })
  await app.hear(held)
  const expiresAt = '2026-11-22T12:00:00.000Z'
  expect(await seenByCreator()).toMatchObject([{ id, status: 'pending', brandName: 'Alpine', amountCents: 200, expiresAt }])
  expect(await said('invitation.sent')).toMatchObject([{ expiresAt, version: 2 }])
})

test('the credits of a campaign with the same id are none of its business', async () => {
  const { held, seenByBrand } = await anInvitation(app)
  await app.hear({ ...held, data: { ...held.data, kind: 'campaign' } })
  expect(await seenByBrand()).toMatchObject([{ status: 'funding' }])
})
