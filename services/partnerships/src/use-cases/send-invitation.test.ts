import { movableClock, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { createInvitation } from '../testing/create-invitation.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

test('shows an invitation to the creator for 24 hours after its credits are held', async () => {
  const { id, held, seenByBrand, seenByCreator, emitted } = await createInvitation(app)
  expect(await seenByBrand()).toMatchObject([{ id, status: 'funding' }])
  expect(await seenByCreator()).toEqual([])
  await app.deliver(held, { times: 2 })
  await app.deliver(held)
  const expiresAt = '2026-11-22T12:00:00.000Z'
  expect(await seenByCreator()).toMatchObject([{ id, status: 'pending', brandName: 'Alpine', amountCents: 200, expiresAt }])
  expect(await emitted('invitation.sent')).toMatchObject([{ expiresAt, version: 2 }])
})

test('shows creators neither the brand’s contact nor what it pays', async () => {
  const { held, seenByCreator } = await createInvitation(app)
  await app.deliver(held)
  const [seen] = await seenByCreator()
  expect(seen).toMatchObject({ brandName: 'Alpine' })
  expect(Object.keys(seen).filter((key) => /contact|credit|paid|price|email|phone|missing/i.test(key))).toEqual([])
})

test('ignores credits held for a campaign with the same id', async () => {
  const { held, seenByBrand } = await createInvitation(app)
  await app.deliver({ ...held, data: { ...held.data, kind: 'campaign' } })
  expect(await seenByBrand()).toMatchObject([{ status: 'funding' }])
})
