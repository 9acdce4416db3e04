import { MAX_FAILURES } from '@reelfair/service-kit/testing'
import { eventually, movableClock, operate, recordingLog, setAside, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { insertInvitation, invitations } from '../store/invitations.ts'
import { createInvitation } from '../testing/create-invitation.ts'
import { expireInvitations } from './expire-invitations.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

test('shows an invitation as expired after 24 hours, and emits `invitation.expired` once, in the nightly job', async () => {
  const { id, held, seenByBrand, seenByCreator, emitted } = await createInvitation(app)
  const unfunded = await createInvitation(app)
  await app.deliver(held)
  clock.set('2026-11-22T11:59:59.999Z')
  expect(await seenByCreator()).toMatchObject([{ id }])
  clock.set('2026-11-22T12:00:00Z')
  expect(await seenByCreator()).toEqual([])
  expect(await seenByBrand()).toMatchObject([{ status: 'expired' }])
  expect(await emitted('invitation.expired')).toEqual([])

  clock.set('2026-11-25T01:00:00Z') // 02:00 in Paris.
  await eventually(async () => expect(await emitted('invitation.expired')).toMatchObject([{ version: 3 }]))
  await Promise.allSettled([1, 2, 3].map(() => expireInvitations({ day: '2026-11-25' }, app.context())))
  expect(await emitted('invitation.expired')).toHaveLength(1)
  expect((await invitations.byId(app.context(), id))?.endedAt).toBeInstanceOf(Date)
  expect(await unfunded.seenByBrand()).toMatchObject([{ status: 'funding' }])
})

test('expires all overdue invitations in several batches, but none that can still be answered', async () => {
  const { id, held } = await createInvitation(app)
  await app.deliver(held)
  const { version: _, ...invitation } = (await invitations.byId(app.context(), id)) ?? expect.unreachable()
  const brandId = crypto.randomUUID()
  await app.context().transact(async (tx) => {
    for (let n = 0; n < 201; n++) {
      await insertInvitation(tx, { ...invitation, version: 1, id: crypto.randomUUID(), brandId, expiresAt: clock.now() })
    }
  })
  await expireInvitations({ day: '2026-11-26' }, app.context())
  expect(await invitations.count(app.context(), { brandId, status: 'expired' }, 300)).toBe(201)
  expect(await invitations.byId(app.context(), id)).toMatchObject({ status: 'pending' })
})

test('sets aside an invitation that cannot expire, raises an alarm, expires all others and lets an operator retry', async () => {
  const { id, held } = await createInvitation(app)
  await app.deliver(held)
  const { version: _, ...invitation } = (await invitations.byId(app.context(), id)) ?? expect.unreachable()
  const brandId = crypto.randomUUID()
  const [poisoned = '', other = ''] = times(2, () => crypto.randomUUID()).sort()
  await app.context().transact(async (tx) => {
    for (const one of [poisoned, other]) await insertInvitation(tx, { ...invitation, version: 1, id: one, brandId, expiresAt: clock.now() })
  })
  const rows = app.database.collection<{ _id: string }>('invitations')
  await rows.updateOne({ _id: poisoned }, { $set: { stray: true } })
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  const ctx = { ...context, connection, log }
  const day = '2026-11-26'
  await expireInvitations({ day }, ctx)
  const statusOf = async (one: string) => (await invitations.byId(ctx, one))?.status
  expect([await statusOf(poisoned), await statusOf(other)]).toEqual(['pending', 'expired'])
  for (const _ of times(MAX_FAILURES, () => 0)) {
    clock.advance({ minutes: 31 })
    await expireInvitations({ day }, ctx)
  }
  expect(alarms()).toEqual([setAside('overdue-invitations', poisoned)])
  await rows.updateOne({ _id: poisoned }, { $unset: { stray: true } })
  expect(await operate(partnerships, app, 'partnerships-queue-retry', { queue: 'overdue-invitations' })).toBe('1 put back.')
  await expireInvitations({ day }, ctx)
  expect(await statusOf(poisoned)).toBe('expired')
})

test('uses an index to find overdue invitations', async () => {
  const plan = await invitations.explain(app.context(), { status: 'pending', expiresAt: { $lte: clock.now() } }, { expiresAt: 1 })
  expect(plan).not.toMatch(/COLLSCAN|SORT/)
})
