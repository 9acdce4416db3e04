import { PartnershipPaymentChanged } from '@reelfair/contracts'
import { movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { partnerships as store } from '../store/partnerships.ts'
import { draftFor, sendInvitation } from '../testing/create-invitation.ts'
import { createPartnership, refreshed } from '../testing/create-partnership.ts'
import { settleDay } from './settle-day.ts'

const NOON = '2026-11-21T12:00:00Z'
const clock = movableClock(NOON)
const app = await startService(partnerships, { clock, workers: false, env: { SETTLEMENT_PATIENCE_SECONDS: '0' } })
const begin = async (draft: object = {}) => {
  clock.set(NOON)
  return createPartnership(app, clock, draft)
}

test('ends with the tier that was reached, holds the pay, and settles after the final checks', async () => {
  const { id, brand, creator, count, settleUntil, seen, seenByCreator, emitted } = await begin()
  await count({ qualified: 6_200 }, '2026-11-27')
  await settleUntil('2026-11-28')
  expect(await seen()).toMatchObject({ status: 'active', tier: 50, count: { qualified: 6_200 }, decisions: [] })
  expect((await app.as(brand).get('/partnerships')).body.totalViews).toBe(6_200)
  await settleUntil('2026-11-29')
  const pay = { tier: 50, cents: 100 }
  expect(await seen()).toMatchObject({ status: 'completed_at_50', payements: 'pending', payableAt: '2026-12-01T01:00:00.000Z' })
  expect(await emitted('partnership.ended')).toMatchObject([{ ...pay, status: 'completed_at_50', payableAt: '2026-12-01T01:00:00.000Z' }])
  await count({ qualified: 6_100, removed: 100, isFinal: 'checks' }, '2026-12-01')
  await settleUntil('2026-12-01')
  await settleUntil('2026-12-02')
  const [settled] = await emitted('partnership.settled')
  expect(settled).toMatchObject({
    partnershipId: id,
    ...pay,
    consumed: 5_000,
    returned: 5_000,
    qualified: 6_100,
    status: 'completed_at_50',
  })
  expect(await emitted('partnership.settled')).toHaveLength(1)
  const view = await seenByCreator()
  expect(view.decisions).toMatchObject([
    { isFinal: false, qualified: 6_200 },
    { isFinal: true, qualified: 6_100, removed: 100 },
  ])
  expect([view.code, (await seen()).code]).toEqual([expect.stringMatching(/^RF-/), undefined])
  for (const other of [person('brand'), person('creator')]) expect((await app.as(other).get(`/partnerships/${id}`)).status).toBe(404)
  expect((await app.as('admin').get(`/partnerships/${id}`, { brandId: brand.id })).body).toMatchObject({ id })
  expect((await app.as(brand).get('/partnerships')).body.totalViews).toBe(6_100)
  expect((await app.as(creator).get('/partnerships')).body).not.toHaveProperty('totalViews')
  for (const who of [brand, creator]) {
    expect((await app.as(who).get('/partnerships')).body.items).toMatchObject([{ id }])
    expect((await app.as(who).get('/partnerships', { only: 'unsettled' })).body.items).toEqual([])
  }
})

test('shows invited creators how many of the brand’s settled partnerships paid', async () => {
  const paid = await begin()
  await paid.count({ qualified: 2_500, isFinal: 'checks' }, '2026-12-01')
  const unpaid = await createPartnership(app, clock, {}, {}, paid.brand)
  await unpaid.count({ qualified: 2_499, isFinal: 'checks' }, '2026-12-01')
  const { id, creator } = await sendInvitation(app, { brand: paid.brand })
  const shownTo = async (who: typeof creator) => (await app.as(who).get(`/invitations/${id}`)).body
  expect(await shownTo(creator)).not.toHaveProperty('brandRecord')
  await paid.settleUntil('2026-12-01')
  await paid.settleUntil('2026-12-02')
  expect((await shownTo(creator)).brandRecord).toEqual({ settled: 2, paid: 1 })
  expect(await shownTo(paid.brand)).not.toHaveProperty('brandRecord')
  expect((await app.as(paid.brand).get('/partnerships')).body.totalViews).toBe(4_999)
})

test('completes at the first settlement with 100 %, and the brand may then invite the account again', async () => {
  const { brand, accountId, mediaId, count, settleUntil, seen, emitted } = await begin()
  const again = () => app.as(brand).post('/invitations', draftFor(app, accountId, mediaId))
  await count({ qualified: 10_000 })
  expect((await again()).body.code).toBe('invitation_open')
  await settleUntil('2026-11-22')
  expect(await seen()).toMatchObject({ status: 'completed', endedAt: '2026-11-22T01:00:00.000Z' })
  expect(await emitted('partnership.ended')).toMatchObject([{ tier: 100, cents: 200 }])
  expect((await again()).status).toBe(201)
})

test('settles missed days in their order, once, even when two replicas run at the same time', async () => {
  const some = [await begin(), await begin(), await begin()]
  for (const { count } of some) await count({ qualified: 2_600, isFinal: 'checks' }, '2026-12-01')
  clock.set('2026-12-03T04:00:00Z')
  await app.deliver(refreshed('2026-12-03'))
  await Promise.all(times(2, () => settleDay({ day: '2026-12-03' }, app.context() as never)))
  for (const { seen, emitted } of some) {
    expect(await seen()).toMatchObject({ status: 'completed_at_25', settledAt: '2026-12-01T01:00:00.000Z' })
    expect([(await emitted('partnership.ended')).length, (await emitted('partnership.settled')).length]).toEqual([1, 1])
  }
})

test('a partnership that cannot be settled delays no other and is settled in a later run', async () => {
  const [broken, sound] = [await begin(), await begin()]
  for (const { count } of [broken, sound]) await count({ qualified: 10_000 })
  const raw = store.native(app.context().connection)
  await raw.updateOne({ _id: broken.id }, { $set: { stray: 'field' } })
  await broken.settleUntil('2026-11-22')
  expect(await sound.seen()).toMatchObject({ status: 'completed' })
  await raw.updateOne({ _id: broken.id }, { $unset: { stray: 1 } })
  await broken.settleUntil('2026-11-23')
  expect(await broken.seen()).toMatchObject({ status: 'completed', endedAt: '2026-11-22T01:00:00.000Z' })
})

test('stores the newest totals in any order, and none for a sign-up', async () => {
  const { count, seen } = await begin()
  const first = await count({ qualified: 1_000 })
  await count({ qualified: 3_000 })
  await app.deliver(first)
  expect((await seen()).count).toMatchObject({ qualified: 3_000 })
  const signUp = { ...(first.data as object), subject: 'campaign', assignmentId: crypto.randomUUID() }
  await app.deliver({ ...first, data: signUp })
})

test('keeps the newest state of the payment in any order, and shows it live', async () => {
  const { id, brand, creator, count, settleUntil, seen, emitted } = await begin()
  await count({ qualified: 10_000, isFinal: 'checks' }, '2026-11-22')
  await settleUntil('2026-11-22')
  const changed = (payment: string, version: number) =>
    PartnershipPaymentChanged.of({
      ...{ partnershipId: id, creatorId: creator.id, payment, version, cents: 200 },
      ...(payment === 'payed' && { paidAt: '2026-11-24T01:05:00.000Z' }),
    })
  const before = (await emitted('partnership.counted')).length
  await app.deliver(changed('payed', 2))
  await app.deliver(changed('pending', 1), { times: 2 })
  expect(await seen()).toMatchObject({ payements: 'payed', paidAt: '2026-11-24T01:05:00.000Z' })
  expect((await emitted('partnership.counted')).slice(before)).toMatchObject([{ brandId: brand.id, creatorId: creator.id }])
  await app.deliver(changed('pending', 3))
  expect(await seen()).toMatchObject({ payements: 'pending' })
  expect((await seen()).paidAt).toBeUndefined()
})
