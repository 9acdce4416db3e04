import { AccountAdded, BrandRegistered, CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import { eventually, movableClock, person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { invitations } from '../store/invitations.ts'
import { expireInvitations } from './expire-invitations.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

async function anInvitation() {
  const [brand, creator] = [person('brand'), person('creator')]
  const accountId = crypto.randomUUID()
  await app.hear(AccountAdded.of({ accountId, creatorId: creator.id, network: 'tiktok', username: 'lea', version: 1 }))
  await app.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  const draft = { accountId, weeklyViewsGoal: 10_000, link: 'https://alpine.example', caption: 'Try', beginning: '2027-01-04' }
  const { id } = (await app.as(brand).post('/invitations', draft)).body
  const ref = { kind: 'invitation', id, brandId: brand.id } as const
  return {
    id,
    brand,
    creator,
    held: CreditsHeld.of({ ...ref, credits: 10_000 }),
    refused: CreditsRefused.of({ ...ref, missing: 3 }),
    seenByBrand: async () => (await app.as(brand).get('/invitations')).body.items,
    seenByCreator: async () => (await app.as(creator).get('/invitations')).body.items,
  }
}
const saidOf = async (type: string, id: string) => (await app.emitted(type)).filter(({ invitationId }) => invitationId === id)

test('the creator sees an invitation once its credits are held, and has 24 hours', async () => {
  const { id, held, seenByBrand, seenByCreator } = await anInvitation()
  expect(await seenByBrand()).toMatchObject([{ id, status: 'funding' }])
  expect(await seenByCreator()).toEqual([])
  await app.hear(held, { times: 2 })
  await app.hear(held)
  const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
  expect(await seenByCreator()).toMatchObject([{ id, status: 'pending', brandName: 'Alpine', amountCents: 200, expiresAt }])
  expect(await saidOf('invitation.sent', id)).toMatchObject([{ expiresAt, version: 2 }])
})

test('without credits the brand reads the missing number and the creator nothing', async () => {
  const { id, refused, held, seenByBrand, seenByCreator } = await anInvitation()
  await app.hear(refused)
  await app.hear(held)
  expect(await seenByBrand()).toMatchObject([{ status: 'failed', missingViews: 3 }])
  expect(await seenByCreator()).toEqual([])
  expect(await saidOf('invitation.failed', id)).toMatchObject([{ missingViews: 3 }])
})

test('the credits of a campaign with the same id are none of its business', async () => {
  const { held, seenByBrand } = await anInvitation()
  await app.hear({ ...held, data: { ...held.data, kind: 'campaign' } })
  expect(await seenByBrand()).toMatchObject([{ status: 'funding' }])
})

test('each sees only their own, and an admin none', async () => {
  const { held } = await anInvitation()
  await app.hear(held)
  expect((await app.as(person('creator')).get('/invitations')).body).toEqual({ items: [] })
  expect((await app.as(person('brand')).get('/invitations')).body).toEqual({ items: [] })
  expect(await app.as('admin').get('/invitations')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
})

test('after 24 hours it is over for both at once, and the night gives the credits back, once', async () => {
  const { id, held, seenByBrand, seenByCreator } = await anInvitation()
  const unfunded = await anInvitation()
  await app.hear(held)
  const sentAt = clock.now()
  clock.set(new Date(sentAt.getTime() + 86_399_999))
  expect(await seenByCreator()).toMatchObject([{ id }])
  clock.set(new Date(sentAt.getTime() + 86_400_000))
  expect(await seenByCreator()).toEqual([])
  expect(await seenByBrand()).toMatchObject([{ status: 'expired' }])
  expect(await saidOf('invitation.expired', id)).toEqual([])

  clock.set('2026-11-25T01:00:00Z') // 02:00 in Paris
  await eventually(async () => expect(await saidOf('invitation.expired', id)).toMatchObject([{ version: 3 }]))
  await Promise.allSettled([1, 2, 3].map(() => expireInvitations({ day: '2026-11-25' }, app.context())))
  expect(await saidOf('invitation.expired', id)).toHaveLength(1)
  expect(await unfunded.seenByBrand()).toMatchObject([{ status: 'funding' }])
})

test('a brand pages through its invitations, newest first', async () => {
  const { brand, creator } = await anInvitation()
  const accountId = crypto.randomUUID()
  await app.hear(AccountAdded.of({ accountId, creatorId: creator.id, network: 'tiktok', username: 'lea', version: 1 }))
  const draft = { accountId, weeklyViewsGoal: 1_000, link: 'https://alpine.example', caption: 'Second', beginning: '2027-01-04' }
  await app.as(brand).post('/invitations', draft)
  const first = (await app.as(brand).get('/invitations', { limit: 1 })).body
  const second = (await app.as(brand).get('/invitations', { limit: 1, cursor: first.next })).body
  expect([first.items[0].caption, second.items[0].caption, second.next]).toEqual(['Second', 'Try', undefined])
})

test('the lists and the nightly search go by an index', async () => {
  const [brandId, creatorId] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const filter of [{ brandId }, { creatorId, status: 'pending' as const }]) {
    const plan = await invitations.explain(app.context(), filter, { createdAt: -1, id: -1 })
    expect(plan).toContain('IXSCAN')
    expect(plan).not.toContain('SORT')
  }
  expect(await invitations.explain(app.context(), { status: 'pending', expiresAt: { $lte: clock.now() } }, { expiresAt: 1 })).not.toMatch(
    /COLLSCAN|SORT/,
  )
})
