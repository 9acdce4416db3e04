import { type Person, times } from '@reelfair/testkit'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLedger } from '../cli/check-ledger.ts'
import { MOST_ATTEMPTS } from '../domain/transfer.ts'
import { startMoney } from '../testing/start-money.ts'
import { releaseCheckedEarning } from './earn.ts'
import { processNextTransfer, processTransferQueue } from './process-transfer.ts'

const { app, console, aCreator, impatient, anEarner, earn, onboard, balanceOf, fill, sandbox, accountOf, eventually } = await startMoney()
await fill()

interface Paid {
  readonly byDestination: Record<string, number>
  readonly reversed: number
}

const work = () => processNextTransfer(impatient())
const start = (creator: Person) => app.as(creator).post('/transfers', {})
const received = async (creator: Person) => (await console<Paid>('paid')).byDestination[await accountOf(creator)] ?? 0
const logsOf = async (transferId: string) => (await app.as('admin').get('/admin/transfer-logs', { transferId })).body.items
/** Works the queue off, over all the pauses. */
async function workAll(): Promise<void> {
  for (const _ of times(MOST_ATTEMPTS + 3, () => 0)) {
    while ((await work()) !== undefined);
    app.clock.advance({ hours: 6, minutes: 1 })
  }
}

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  while ((await work()) !== undefined);
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

describe('by hand', () => {
  test('takes 1.00 € and refuses 0.99 €', async () => {
    const poor = await anEarner(99)
    expect((await start(poor)).body).toMatchObject({ code: 'transfer_below_minimum', details: { minimum: 100, payable: 99 } })
    await earn(poor, 1)
    const { status, body } = await start(poor)
    expect([status, body]).toMatchObject([201, { amount: 100, status: 'pending', cause: 'manual', reversed: 0 }])
    expect(await balanceOf(poor)).toMatchObject({ payable: 0, inTransfer: 100, paid: 0, earned: 100 })
    expect(await work()).toBe('paid')
    expect(await balanceOf(poor)).toMatchObject({ payable: 0, inTransfer: 0, paid: 100, earned: 100 })
    expect(await received(poor)).toBe(100)
  })

  test('of ten clicks at once one transfers, with and without a key', async () => {
    const creator = await anEarner(500)
    const answers = await Promise.all(times(10, () => start(creator)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'transfer_below_minimum')).toHaveLength(9)
    await earn(creator, 300)
    const key = crypto.randomUUID()
    const same = await Promise.all(times(5, () => app.as(creator).post('/transfers', {}, { key })))
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
    expect(await balanceOf(creator)).toMatchObject({ payable: 0, inTransfer: 800 })
  })

  test('needs an account that is active', async () => {
    const creator = await aCreator()
    await earn(creator, 500)
    expect((await start(creator)).body.code).toBe('payout_account_missing')
    await onboard(creator, 'halfway')
    expect((await start(creator)).body.code).toBe('payout_account_not_active')
    expect(await balanceOf(creator)).toMatchObject({ payable: 500 })
  })

  test('who may: creators for themselves; the queue and its log are an admin’s', async () => {
    expect((await app.as('brand').post('/transfers', {})).status).toBe(403)
    expect((await app.as('creator').post('/transfers', { amountCents: 1 })).body.code).toBe('invalid_input')
    for (const who of ['creator', 'brand', 'visitor'] as const) {
      expect([401, 403]).toContain((await app.as(who).get('/admin/transfers')).status)
      expect([401, 403]).toContain((await app.as(who).get('/admin/transfer-logs')).status)
      expect([401, 403]).toContain((await app.as(who).post('/admin/transfers/process', {})).status)
    }
    expect((await app.as('admin').post('/sandbox/earnings', { creatorId: crypto.randomUUID(), cents: 1, reason: 'x' })).status).toBe(404)
  })
})

describe('whatever the provider does, a transfer is paid once', () => {
  // The provider's own message would settle it before we ask again.
  beforeEach(() => console('events/rules', { mode: 'drop', times: 1_000 }))
  afterEach(() => console('events/rules', undefined, 'DELETE'))

  test.each(['rate_limit', 'conflict', 'error', 'error_after', 'drop_before', 'drop_after', 'timeout_before', 'timeout_after'])(
    '%s, then well',
    async (kind) => {
      const creator = await anEarner(250)
      const { body } = await start(creator)
      // The client library asks a second time by itself, with the same key, when a connection is cut.
      await console('faults', { kind, method: 'POST', path: '/v1/transfers', times: kind.startsWith('drop') ? 2 : 1 })
      expect(await work()).not.toBe('paid')
      expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, payable: 0, paid: 0 })
      app.clock.advance({ seconds: 31 })
      expect(await work()).toMatch(/paid|found/)
      expect(await received(creator)).toBe(250)
      expect(await balanceOf(creator)).toMatchObject({ inTransfer: 0, payable: 0, paid: 250 })
      expect((await logsOf(body.id)).map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 1])
    },
  )

  test('an answer lost is found by the look-up after 24 h too, when the key is forgotten', async () => {
    const creator = await anEarner(250)
    await start(creator)
    await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
    expect(await work()).toBe('unknown')
    app.clock.advance({ hours: 30 })
    expect(await work()).toBe('found')
    expect(await received(creator)).toBe(250)
  })

  test('a look-up that gets no answer pays nothing', async () => {
    const creator = await anEarner(250)
    await start(creator)
    await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
    await work()
    await console('faults', { kind: 'error', method: 'GET', path: '/v1/transfers', times: 1 })
    app.clock.advance({ hours: 30 })
    expect(await work()).toBe('unknown')
    app.clock.advance({ hours: 7 })
    expect(await work()).toBe('found')
    expect(await received(creator)).toBe(250)
  })

  test('without money on the platform it waits, says why and until when, and is paid with a new key when there is some', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creator = await anEarner(250)
    await fill(-available)
    const { body } = await start(creator)
    expect(body.waiting).toBeUndefined()
    expect(await work()).toBe('retry')
    const until = expect.stringMatching(/^2\d{3}-/)
    const waiting = { code: 'transfer_waits_for_funds', sentence: expect.stringContaining('on its way'), until }
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ status: 'pending', waiting }])
    const french = (await app.as(creator).get('/transfers', undefined, { headers: { 'accept-language': 'fr' } })).body
    expect(french.items[0].waiting.sentence).toContain('en route')
    const [seen] = (await app.as('admin').get('/admin/transfers')).body.items
    expect(seen).toMatchObject({ id: body.id, waiting, creatorEmail: `${creator.id}@reelfair.example` })
    expect(seen.nextAttemptAt).toBe(seen.waiting.until)
    expect(Date.parse(seen.waiting.until) - app.clock.now().getTime()).toBeGreaterThan(20_000)
    expect((await app.emitted('transfer.postponed')).at(-1)).toMatchObject({ transferId: body.id, waitsFor: 'transfer_waits_for_funds' })
    await fill(1_000_000)
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(250)
    expect((await app.as(creator).get('/transfers')).body.items[0].waiting).toBeUndefined()
  })

  test('while the platform’s own funds are pending for a week nothing is given up', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creator = await anEarner(250)
    await fill(-available)
    await start(creator)
    for (const _ of times(8 * 4 + 12, () => 0)) {
      expect(await processNextTransfer(app.context())).toBe('retry')
      app.clock.advance({ hours: 6, minutes: 1 })
    }
    await fill(1_000_000)
    expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, payable: 0 })
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(250)
  })

  test('an account that was closed after the money had left: the answer lost is found, and nothing comes back', async () => {
    const creator = await anEarner(250)
    await start(creator)
    await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
    expect(await work()).toBe('unknown')
    await app
      .context()
      .connection.collection<{ _id: string }>('payout_accounts')
      .updateOne({ _id: creator.id }, { $set: { status: 'closed' } })
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('found')
    expect(await balanceOf(creator)).toMatchObject({ paid: 250, payable: 0, inTransfer: 0 })
  })

  test('a reversal before the answer is known: found, and booked with what was taken back', async () => {
    const creator = await anEarner(250)
    const { body } = await start(creator)
    await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
    expect(await work()).toBe('unknown')
    const [paid] = await impatient().ports.provider.findTransfers(`transfer:${body.id}`)
    await console(`transfers/${paid?.id}/reverse`, { amount: 100 })
    await console(`transfers/${paid?.id}/reverse`, { amount: 20 })
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('found')
    expect(await balanceOf(creator)).toMatchObject({ paid: 130, payable: 120, inTransfer: 0, earned: 250 })
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ status: 'completed', amount: 250, reversed: 120 }])
    expect(await received(creator)).toBe(130)
  })

  test('a transfer of somebody else’s making under its name is neither taken for it nor paid beside', async () => {
    const creator = await anEarner(250)
    await start(creator)
    await console('faults', { kind: 'rate_limit', method: 'POST', path: '/v1/transfers', times: 1 })
    expect(await work()).toBe('retry')
    app.clock.advance({ seconds: 31 })
    const foreign = { id: 'tr_1', group: 'x', amountCents: 251, destination: await accountOf(creator), reversedCents: 0 }
    expect(await processNextTransfer(impatient({ findTransfers: async () => [foreign] }))).toBe('unknown')
    expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, paid: 0 })
    expect(await received(creator)).toBe(0)
    // Once somebody has looked, it goes on as any other.
    app.clock.advance({ minutes: 2 })
    expect(await work()).toBe('paid')
  })

  test('whoever died with an item in hand loses it when the lease is over', async () => {
    const creator = await anEarner(250)
    await start(creator)
    const cut = impatient({ makeTransfer: () => Promise.reject(new Error('killed')) })
    await expect(processNextTransfer(cut)).rejects.toThrow('killed')
    expect(await work()).toBeUndefined()
    app.clock.advance({ seconds: 61 })
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(250)
  })

  test('eight workers at once pay each item once', async () => {
    const creators = await Promise.all(times(6, () => anEarner(200)))
    await Promise.all(creators.map(start))
    await Promise.all(
      times(8, async () => {
        while ((await work()) !== undefined);
      }),
    )
    for (const creator of creators) expect(await received(creator)).toBe(200)
  })
})

describe('refused', () => {
  test('an account that is not active any more gives the money back, with the reason in words', async () => {
    const creator = await anEarner(400)
    await start(creator)
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'restricted' })
    await sandbox.deliveriesDone()
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ payable: 400, inTransfer: 0, paid: 0 })
    const [transfer] = (await app.as(creator).get('/transfers')).body.items
    const failure = { code: 'transfer_account_not_active', sentence: expect.stringContaining('was not active at that moment') }
    expect(transfer).toMatchObject({ status: 'failed', failure })
    expect((await app.as(creator).get('/statement')).body.items[0]).toMatchObject({
      reason: 'transfer_failed',
      failure: transfer.failure.code,
    })
  })

  test('an account that was closed gives the money back too, and says so', async () => {
    const creator = await anEarner(400)
    await start(creator)
    const { hostname, port } = new URL(sandbox.url)
    const stripe = new Stripe(sandbox.stripe.secretKey, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
    await stripe.v2.core.accounts.close(await accountOf(creator), { applied_configurations: ['recipient'] })
    await sandbox.deliveriesDone()
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ payable: 400, inTransfer: 0, paid: 0 })
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ failure: { code: 'transfer_account_closed' } }])
    expect((await start(creator)).body.code).toBe('payout_account_closed')
    // A new account, under a number of its own, is paid.
    const before = await accountOf(creator)
    expect(await onboard(creator)).not.toBe(before)
    expect((await start(creator)).status).toBe(201)
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(400)
  })

  test('after the last attempt it is given up, once it is certain that nothing was paid', async () => {
    const creator = await anEarner(400)
    await start(creator)
    await console('faults', { kind: 'error', method: 'POST', path: '/v1/transfers', times: 100 })
    await workAll()
    expect(await balanceOf(creator)).toMatchObject({ payable: 400, inTransfer: 0 })
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([
      { status: 'failed', failure: { code: 'transfer_given_up' } },
    ])
    expect(await received(creator)).toBe(0)
  })
})

test('a reversal, in two parts, posts reversing entries: what was paid is what the provider kept', async () => {
  const creator = await anEarner(1_000)
  await start(creator)
  await work()
  const [{ stripeTransferId }] = (await app.as('admin').get('/admin/transfers')).body.items
  for (const [amount, paid] of [
    [300, 700],
    [700, 0],
  ]) {
    await console(`transfers/${stripeTransferId}/reverse`, { amount })
    await sandbox.deliveriesDone()
    await eventually(async () => expect(await balanceOf(creator)).toMatchObject({ paid, payable: 1_000 - (paid ?? 0), earned: 1_000 }))
  }
  expect((await app.as(creator).get('/statement')).body.items.map(({ reason }: { reason: string }) => reason)).toEqual([
    'transfer_reversed',
    'transfer_reversed',
    'transfer_paid',
    'transfer_started',
    'checked',
    'ended',
    'earned',
  ])
})

describe('an admin works the queue off', () => {
  const process = (input: object = {}) => app.as('admin').post('/admin/transfers/process', input)
  const since = expect.stringMatching(/^2\d{3}-/)

  test('and reads how it went', async () => {
    const creators = await Promise.all(times(3, () => anEarner(150)))
    await Promise.all(creators.map(start))
    await console('faults', { kind: 'rate_limit', method: 'POST', path: '/v1/transfers', times: 1 })
    const { status, body } = await process()
    expect([status, body]).toEqual([200, { successCount: 2, errorCount: 1, remaining: 0, since }])
    const page = (await app.as('admin').get('/admin/transfers', { limit: 3 })).body
    expect(page).toMatchObject({ waiting: 1 })
    expect(page.items.map((item: { status: string }) => item.status).toSorted()).toEqual(['completed', 'completed', 'pending'])
    expect((await app.as('admin').get('/admin/transfer-logs', { limit: 3 })).body.items).toContainEqual(
      expect.objectContaining({ outcome: 'retry', httpStatus: 429, body: expect.stringContaining('rate_limit') }),
    )
    // Its pause is not over: the admin's hand need not wait for it.
    expect((await process()).body).toMatchObject({ successCount: 1, errorCount: 0, remaining: 0 })
  })

  test('each item once, however often it fails; what another one has in hand is left alone', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creators = await Promise.all(times(3, () => anEarner(150)))
    await fill(-available)
    await Promise.all(creators.map(start))
    const cut = impatient({ makeTransfer: () => Promise.reject(new Error('killed')) })
    await expect(processNextTransfer(cut)).rejects.toThrow('killed')
    const { body } = await process()
    expect(body).toMatchObject({ successCount: 0, errorCount: 2, remaining: 0 })
    expect((await process({ since: body.since })).body).toMatchObject({ successCount: 0, errorCount: 0, remaining: 0, since: body.since })
    await fill(available)
    expect((await process()).body).toMatchObject({ successCount: 2, errorCount: 0 })
    app.clock.advance({ seconds: 61 })
    expect((await process()).body).toMatchObject({ successCount: 1, errorCount: 0 })
    for (const creator of creators) expect(await received(creator)).toBe(150)
  })

  test('for some seconds: where the provider is slow the answer says what is left, and the next request goes on', async () => {
    const creators = await Promise.all(times(4, () => anEarner(150)))
    await Promise.all(creators.map(start))
    const slow = impatient()
    const { makeTransfer } = slow.ports.provider
    const provider = {
      ...slow.ports.provider,
      makeTransfer: (ask: Parameters<typeof makeTransfer>[0]) => {
        app.clock.advance({ seconds: 3 })
        return makeTransfer(ask)
      },
    }
    const ctx = { ...slow, connection: slow.connection, log: slow.log, ports: { ...slow.ports, provider } } as never
    const first = await processTransferQueue({}, ctx)
    expect(first).toMatchObject({ successCount: 2, errorCount: 0, remaining: 2 })
    expect(await processTransferQueue({ since: first.since }, ctx)).toMatchObject({ successCount: 2, errorCount: 0, remaining: 0 })
  })
})

test('an earning that is held back says until when, and becomes payable then', async () => {
  const creator = await aCreator()
  await earn(creator, 700, 'Winter', 48)
  expect(await balanceOf(creator)).toMatchObject({
    held: 700,
    payable: 0,
    holdings: [{ amount: 700, subject: 'Winter', reason: 'final_checks', until: expect.any(String) }],
  })
  app.clock.advance({ hours: 49 })
  expect(await releaseCheckedEarning(app.context())).toBe(true)
  expect(await releaseCheckedEarning(app.context())).toBe(false)
  expect(await balanceOf(creator)).toMatchObject({ held: 0, payable: 700, holdings: [] })
  expect((await app.as(creator).get('/statement')).body.items.map(({ reason }: { reason: string }) => reason)).toEqual([
    'checked',
    'ended',
    'earned',
  ])
})
