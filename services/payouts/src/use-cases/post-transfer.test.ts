import { UserDeleted, UserWorkCleared } from '@reelfair/contracts'
import type { Person } from '@reelfair/testkit'
import { afterEach, expect, test, vi } from 'vitest'
import { auditLedger, checkLedger } from '../cli/check-ledger.ts'
import { resolveTransferReview } from '../cli/resolve-doubt.ts'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'
import { processNotice } from './receive-stripe-event.ts'

const { app, console, contextWithShortTimeout, anEarner, balanceOf, fill, sandbox, accountOf } = await startMoney()
await fill()
const { provider } = contextWithShortTimeout().ports

const work = () => processNextTransfer(contextWithShortTimeout())
const start = async (creator: Person) => (await app.as(creator).post('/transfers', {})).body.id as string
const shown = async () => (await app.as('admin').get('/admin/transfers')).body.items[0]
/** Makes a transfer that payouts did not request: in the same group, but with a different key. */
const made = async (transferId: string, creator: Person, amountCents: number) => {
  const ask = { key: crypto.randomUUID(), group: `transfer:${transferId}`, amountCents, destination: await accountOf(creator), transferId }
  const { transfer } = await provider.createTransfer(ask)
  await sandbox.deliveriesDone()
  return transfer.id
}

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  await console('events/rules', undefined, 'DELETE')
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('posts neither a second transfer in the same group nor its reversal, but flags the case for review', async () => {
  const creator = await anEarner(500)
  const id = await start(creator)
  expect(await work()).toBe('paid')
  const second = await made(id, creator, 500)
  expect(await balanceOf(creator)).toMatchObject({ earned: 500, paid: 500, payable: 0 })
  expect(await shown()).toMatchObject({
    status: 'completed',
    doubt: { code: 'transfer_paid_twice', sentence: expect.stringContaining('more than once'), stripeTransferIds: [second] },
  })
  expect((await app.as(creator).get('/transfers')).body.items[0]).not.toHaveProperty('doubt')
  expect(await checkLedger.run({}, app.context())).toContain(`- transfer ${id}: paid_twice, ${second}`)
  // Reversing the excess payment does not make the excess payable again.
  await console(`transfers/${second}/reverse`, { amount: 500 })
  await sandbox.deliveriesDone()
  expect(await balanceOf(creator)).toMatchObject({ earned: 500, paid: 500, payable: 0 })
  expect(await resolveTransferReview.run({ transferId: id }, app.context())).toContain('as checked')
  expect((await shown()).doubt).toBeUndefined()
  expect(await checkLedger.run({}, app.context())).not.toContain('by hand')
  expect(await resolveTransferReview.run({ transferId: id }, app.context())).toContain('needs no check')
})

test('posts the requested transfer, and flags other transfers found by the look-up for review', async () => {
  const creator = await anEarner(250)
  const id = await start(creator)
  await console('events/rules', { mode: 'drop', times: 100 })
  await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
  expect(await work()).toBe('unknown')
  // The other transfer is newer, so it is first in the list.
  const other = await made(id, creator, 251)
  app.clock.advance({ seconds: 31 })
  expect(await work()).toBe('found')
  expect(await balanceOf(creator)).toMatchObject({ paid: 250, payable: 0, inTransfer: 0 })
  expect(await shown()).toMatchObject({ status: 'completed', doubt: { code: 'transfer_other_payment', stripeTransferIds: [other] } })
})

test('of two identical transfers, posts the one that was not reversed', async () => {
  const creator = await anEarner(250)
  const id = await start(creator)
  await console('events/rules', { mode: 'drop', times: 100 })
  await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
  expect(await work()).toBe('unknown')
  const twin = await made(id, creator, 250)
  await console(`transfers/${twin}/reverse`, { amount: 250 })
  app.clock.advance({ seconds: 31 })
  expect(await work()).toBe('found')
  expect(await balanceOf(creator)).toMatchObject({ paid: 250, payable: 0, inTransfer: 0 })
  expect(await shown()).toMatchObject({ doubt: { code: 'transfer_paid_twice', stripeTransferIds: [twin] } })
})

test('waits for an operator, without retries, if the look-up finds only an unmatched transfer', async () => {
  const creator = await anEarner(250)
  const id = await start(creator)
  await console('events/rules', { mode: 'drop', times: 100 })
  await console('faults', { kind: 'rate_limit', method: 'POST', path: '/v1/transfers', times: 1 })
  expect(await work()).toBe('retry')
  const other = await made(id, creator, 251)
  app.clock.advance({ seconds: 31 })
  expect(await work()).toBe('unknown')
  app.clock.advance({ days: 3 })
  expect(await work()).toBeUndefined()
  expect((await app.as('admin').post('/admin/transfers/process', {})).body).toMatchObject({ errorCount: 0, remaining: 0 })
  expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, paid: 0 })
  expect(await shown()).toMatchObject({ status: 'pending', doubt: { code: 'transfer_other_payment', stripeTransferIds: [other] } })
  await resolveTransferReview.run({ transferId: id }, app.context())
  expect(await work()).toBe('paid')
  expect(await balanceOf(creator)).toMatchObject({ inTransfer: 0, paid: 250 })
})

test('makes no first attempt if an event has already reported an unmatched transfer', async () => {
  const creator = await anEarner(250)
  const id = await start(creator)
  await made(id, creator, 251)
  expect(await work()).toBeUndefined()
  expect(await shown()).toMatchObject({ status: 'pending', doubt: { code: 'transfer_other_payment' } })
})

test('flags the transfer for review and posts nothing when an event reports a payment after the transfer failed', async () => {
  const creator = await anEarner(400)
  const id = await start(creator)
  await console(`accounts/${await accountOf(creator)}`, { outcome: 'restricted' })
  await sandbox.deliveriesDone()
  expect(await work()).toBe('refused')
  await console(`accounts/${await accountOf(creator)}`, { outcome: 'complete' })
  const late = await made(id, creator, 400)
  expect(await balanceOf(creator)).toMatchObject({ payable: 400, paid: 0 })
  expect(await shown()).toMatchObject({ status: 'failed', doubt: { code: 'transfer_paid_after_failure', stripeTransferIds: [late] } })
})

test('alerts an operator when a transfer is reversed after a deletion’s final check, and posts the reversal once', async () => {
  const [checked, deleted, staying] = [await anEarner(300), await anEarner(300), await anEarner(300)]
  const context = contextWithShortTimeout()
  const error = vi.fn()
  const ctx = { ...context, connection: context.connection, log: { ...context.log, error } }
  await console('events/rules', { mode: 'drop', times: 100 })
  for (const creator of [checked, deleted, staying]) {
    const id = await start(creator)
    expect(await work()).toBe('paid')
    const user = { userId: creator.id, role: 'creator' } as const
    const clear = { ...user, attempt: 1, earnedCents: 0, waives: { credits: 0, cents: 0 } }
    if (creator === checked) await app.deliver(UserWorkCleared.of(clear))
    if (creator === deleted) await app.deliver(UserDeleted.of(user))
    const stripeId = (await shown()).stripeTransferId
    await console(`transfers/${stripeId}/reverse`, { amount: 120 })
    for (const notice of [crypto.randomUUID(), crypto.randomUUID()])
      await processNotice('platform', { id: notice, type: 'transfer.reversed', objectId: stripeId, account: undefined }, ctx)
    expect(await balanceOf(creator)).toMatchObject({ payable: 120 })
    const alert = [
      { transferId: id, amountCents: 120 },
      'transfer reversed during account deletion; the amount can no longer be transferred',
    ]
    expect(error.mock.calls).toEqual(creator === staying ? [] : [alert])
    error.mockClear()
  }
})
