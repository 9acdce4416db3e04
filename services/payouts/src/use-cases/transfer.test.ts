import { expireLeases, failUntilSetAside, operate, type Person, queueMetrics, recordingLog, setAside, times } from '@reelfair/testkit'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { MAX_ATTEMPTS } from '../domain/transfer.ts'
import { type Provider, ProviderFault } from '../ports.ts'
import { startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'

const {
  app,
  console,
  aCreator,
  contextWithShortTimeout,
  claimNextAndDie,
  anEarner,
  earn,
  onboard,
  balanceOf,
  fill,
  sandbox,
  accountOf,
  eventually,
} = await startMoney()
await fill()

interface Paid {
  readonly byDestination: Record<string, number>
  readonly reversed: number
}

const work = () => processNextTransfer(contextWithShortTimeout())
const start = (creator: Person) => app.as(creator).post('/transfers', {})
const received = async (creator: Person) => (await console<Paid>('paid')).byDestination[await accountOf(creator)] ?? 0
const logsOf = async (transferId: string) => (await app.as('admin').get('/admin/transfer-logs', { transferId })).body.items
const { hostname, port } = new URL(sandbox.url)
const stripe = new Stripe(sandbox.stripe.secretKey, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
async function startWithoutResponse(kind: 'drop_before' | 'drop_after') {
  const creator = await anEarner(250)
  const { body } = await start(creator)
  await console('faults', { kind, method: 'POST', path: '/v1/transfers', times: 2 })
  expect(await work()).toBe('unknown')
  return { creator, id: body.id as string }
}
async function close(creator: Person): Promise<void> {
  await stripe.v2.core.accounts.close(await accountOf(creator), { applied_configurations: ['recipient'] })
  await sandbox.deliveriesDone()
}
async function workAll(): Promise<void> {
  for (const _ of times(MAX_ATTEMPTS + 8, () => 0)) {
    while ((await work()) !== undefined);
    app.clock.advance({ hours: 6, minutes: 1 })
  }
}

afterEach(async () => {
  await console('faults', undefined, 'DELETE')
  while ((await work()) !== undefined);
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

describe('transfers started by a creator', () => {
  test('accepts €1.00 and refuses €0.99', async () => {
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

  test('starts one transfer for ten concurrent clicks, with and without an idempotency key', async () => {
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

  test('requires an active payout account', async () => {
    const creator = await aCreator()
    await earn(creator, 500)
    expect((await start(creator)).body.code).toBe('payout_account_missing')
    await onboard(creator, 'halfway')
    expect((await start(creator)).body.code).toBe('payout_account_not_active')
    expect(await balanceOf(creator)).toMatchObject({ payable: 500 })
  })

  test('lets creators transfer only their own money, and shows the queue and its log only to admins', async () => {
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

describe('pays a transfer only once, whatever the provider does', () => {
  // Otherwise, the provider's own event would complete the transfer before the next attempt.
  beforeEach(() => console('events/rules', { mode: 'drop', times: 1_000 }))
  afterEach(() => console('events/rules', undefined, 'DELETE'))

  test.each(['rate_limit', 'conflict', 'error', 'error_after', 'drop_before', 'drop_after', 'timeout_before', 'timeout_after'])(
    'pays once after the fault %s',
    async (kind) => {
      const creator = await anEarner(250)
      const { body } = await start(creator)
      // The client library retries once with the same key when a connection breaks.
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

  test('finds a transfer whose response was lost, even after the provider has forgotten the key', async () => {
    const { creator } = await startWithoutResponse('drop_after')
    app.clock.advance({ hours: 30 })
    expect(await work()).toBe('found')
    expect(await received(creator)).toBe(250)
  })

  test('pays nothing if the look-up gets no response', async () => {
    const { creator } = await startWithoutResponse('drop_after')
    await console('faults', { kind: 'error', method: 'GET', path: '/v1/transfers', times: 1 })
    app.clock.advance({ hours: 30 })
    expect(await work()).toBe('unknown')
    app.clock.advance({ hours: 7 })
    expect(await work()).toBe('found')
    expect(await received(creator)).toBe(250)
  })

  test('waits for platform funds, shows the reason and when the wait ends, and then pays with a new key', async () => {
    const { available } = await console<{ available: number }>('balance')
    const creator = await anEarner(250)
    await fill(-available)
    const { body } = await start(creator)
    expect(body.waiting).toBeUndefined()
    expect(await work()).toBe('retry')
    const until = expect.stringMatching(/^2\d{3}-/)
    const waiting = { code: 'transfer_waits_for_funds', sentence: expect.stringContaining('hasn’t reached our account'), until }
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ status: 'pending', waiting }])
    const french = (await app.as(creator).get('/transfers', undefined, { headers: { 'accept-language': 'fr' } })).body
    expect(french.items[0].waiting.sentence).toContain('ne sont pas encore arrivés')
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

  test.each(['Stripe’s errors', 'missing funds'])('shows %s in the queue’s metrics until the transfer is paid', async (what) => {
    const creator = await anEarner(250)
    await start(creator)
    const { available } = await console<{ available: number }>('balance')
    if (what === 'missing funds') await fill(-available)
    else await console('faults', { kind: 'error', method: 'POST', path: '/v1/transfers', times: 3 })
    const { failures } = await queueMetrics(app, 'transfers')
    for (const _ of times(3, () => 0)) {
      expect(await work()).not.toBe('paid')
      app.clock.advance({ minutes: 5 })
    }
    const during = await queueMetrics(app, 'transfers')
    expect(during).toEqual({ depth: 1, oldestAge: expect.closeTo(15 * 60, -1), failures: failures + 3 })
    if (what === 'missing funds') await fill(available)
    expect(await work()).toBe('paid')
    expect(await queueMetrics(app, 'transfers')).toEqual({ depth: 0, oldestAge: 0, failures: failures + 3 })
  })

  test('does not give up even if the platform’s own funds stay pending for a week', async () => {
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

  test('finds a payment whose response was lost, even if the account was restricted afterwards', async () => {
    const { creator } = await startWithoutResponse('drop_after')
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'restricted' })
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('found')
    expect(await balanceOf(creator)).toMatchObject({ paid: 250, payable: 0, inTransfer: 0 })
  })

  test('returns the money only once when the account was closed between two attempts', async () => {
    const { creator } = await startWithoutResponse('drop_before')
    await close(creator)
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ paid: 0, payable: 250, inTransfer: 0 })
    expect(await received(creator)).toBe(0)
  })

  test('keeps the money in transit while an earlier call may still pay a disconnected account', async () => {
    const { creator } = await startWithoutResponse('drop_before')
    // The provider does not store this response, so an earlier call may still result in a payment.
    const gone = new ProviderFault({ kind: 'refused', code: 'account_invalid', httpStatus: 403, stored: false, body: '' }, undefined)
    const refused = () => processNextTransfer(contextWithShortTimeout({ createTransfer: () => Promise.reject(gone) }))
    app.clock.advance({ seconds: 31 })
    expect(await refused()).toBe('unknown')
    expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, payable: 0 })
    app.clock.advance({ hours: 26 })
    expect(await refused()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ inTransfer: 0, payable: 250 })
  })

  test('posts a payment together with reversals that were made before its response was known', async () => {
    const { creator, id } = await startWithoutResponse('drop_after')
    const [paid] = await contextWithShortTimeout().ports.provider.findTransfers(`transfer:${id}`)
    await console(`transfers/${paid?.id}/reverse`, { amount: 100 })
    await console(`transfers/${paid?.id}/reverse`, { amount: 20 })
    app.clock.advance({ seconds: 31 })
    expect(await work()).toBe('found')
    expect(await balanceOf(creator)).toMatchObject({ paid: 130, payable: 120, inTransfer: 0, earned: 250 })
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ status: 'completed', amount: 250, reversed: 120 }])
    expect(await received(creator)).toBe(130)
  })

  test('releases a dead process’s transfer when its lease expires, regardless of the product’s clock', async () => {
    const creator = await anEarner(250)
    await start(creator)
    await claimNextAndDie()
    app.clock.advance({ days: 2 })
    expect(await work()).toBeUndefined()
    await expireLeases(app)
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(250)
  })

  test('ignores a refusal that reaches a worker after its lease expired', async () => {
    const creator = await anEarner(250)
    await start(creator)
    const asked = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<never>()
    const late = processNextTransfer(
      contextWithShortTimeout({
        createTransfer: () => {
          asked.resolve()
          return refused.promise
        },
      }),
    )
    await asked.promise
    await expireLeases(app)
    const { createTransfer } = contextWithShortTimeout().ports.provider
    const next = processNextTransfer(
      contextWithShortTimeout({
        createTransfer: async (ask) => {
          refused.reject(new ProviderFault({ kind: 'refused', stored: true, body: '' }, undefined))
          await late
          expect(await balanceOf(creator)).toMatchObject({ inTransfer: 250, payable: 0 })
          return createTransfer(ask)
        },
      }),
    )
    expect([await late, await next]).toEqual(['refused', 'paid'])
    expect(await balanceOf(creator)).toMatchObject({ inTransfer: 0, payable: 0, paid: 250 })
  })

  test('sets aside a transfer that always throws, pays all others, and looks the transfer up before retrying it', async () => {
    const [poisoned, ...others] = [await anEarner(250), await anEarner(250), await anEarner(250)] as const
    const { body } = await start(poisoned)
    for (const creator of others) await start(creator)
    const { createTransfer } = contextWithShortTimeout().ports.provider
    const broken = contextWithShortTimeout({
      // The provider pays, then our own code throws.
      createTransfer: async (ask) => {
        const made = await createTransfer(ask)
        if (ask.transferId === body.id) throw new TypeError('broken')
        return made
      },
      findTransfers: () => Promise.reject(new TypeError('broken')),
    })
    const { log, alarms } = recordingLog()
    const ctx = { ...broken, connection: broken.connection, log }
    while ((await processNextTransfer(ctx)) !== undefined);
    for (const creator of others) expect(await received(creator)).toBe(250)
    await failUntilSetAside(app, () => processNextTransfer(ctx))
    expect(alarms()).toEqual([setAside('transfers', body.id)])
    expect(await work()).toBeUndefined()
    expect(await balanceOf(poisoned)).toMatchObject({ inTransfer: 250, paid: 0 })

    expect(await operate(payouts, app, 'payouts-queue-dead')).toContain(`transfers  ${body.id}  TypeError: broken`)
    expect(await operate(payouts, app, 'payouts-queue-retry', { queue: 'transfers', item: body.id })).toBe('1 put back.')
    expect(await work()).toBe('found')
    expect(await received(poisoned)).toBe(250)
  })

  test('pays each transfer exactly once with eight concurrent workers', async () => {
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

describe('refused transfers', () => {
  test('returns the money and explains why if the account is no longer active', async () => {
    const creator = await anEarner(400)
    await start(creator)
    await console(`accounts/${await accountOf(creator)}`, { outcome: 'restricted' })
    await sandbox.deliveriesDone()
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ payable: 400, inTransfer: 0, paid: 0 })
    const [transfer] = (await app.as(creator).get('/transfers')).body.items
    const failure = { code: 'transfer_account_not_active', sentence: expect.stringContaining('wasn’t active at the time of the transfer') }
    expect(transfer).toMatchObject({ status: 'failed', failure })
    expect((await app.as(creator).get('/statement')).body.items[0]).toMatchObject({
      reason: 'transfer_failed',
      failure: transfer.failure.code,
    })
  })

  test('returns the money and explains why if the account was closed', async () => {
    const creator = await anEarner(400)
    await start(creator)
    await close(creator)
    expect(await work()).toBe('refused')
    expect(await balanceOf(creator)).toMatchObject({ payable: 400, inTransfer: 0, paid: 0 })
    expect((await app.as(creator).get('/transfers')).body.items).toMatchObject([{ failure: { code: 'transfer_account_closed' } }])
    expect((await start(creator)).body.code).toBe('payout_account_closed')
    const before = await accountOf(creator)
    expect(await onboard(creator)).not.toBe(before)
    expect((await start(creator)).status).toBe(201)
    expect(await work()).toBe('paid')
    expect(await received(creator)).toBe(400)
  })

  test('fails a transfer after the last attempt, but only once no earlier call can still result in a payment', async () => {
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

  test('does not give up right after an unanswered call, even on an admin’s request', async () => {
    const creator = await anEarner(400)
    await start(creator)
    await console('faults', { kind: 'error', method: 'POST', path: '/v1/transfers', times: MAX_ATTEMPTS - 1 })
    for (const _ of times(MAX_ATTEMPTS - 1, () => 0)) {
      expect(await work()).toBe('unknown')
      app.clock.advance({ hours: 6, minutes: 1 })
    }
    // The call gets no response and reaches the provider only later.
    const asked: Parameters<Provider['createTransfer']>[0][] = []
    const { provider } = contextWithShortTimeout().ports
    const lost = new ProviderFault({ kind: 'unknown', stored: false, body: '' }, undefined)
    const slow = contextWithShortTimeout({
      createTransfer: (ask) => {
        asked.push(ask)
        return Promise.reject(lost)
      },
    })
    expect(await processNextTransfer(slow)).toBe('unknown')
    expect((await app.as('admin').post('/admin/transfers/process', {})).body).toMatchObject({
      successCount: 0,
      pendingCount: 1,
      errorCount: 0,
    })
    expect(await balanceOf(creator)).toMatchObject({ payable: 0, inTransfer: 400 })
    await provider.createTransfer(asked[0]!)
    app.clock.advance({ hours: 6, minutes: 1 })
    expect(await work()).toBe('found')
    expect(await received(creator)).toBe(400)
    expect(await balanceOf(creator)).toMatchObject({ payable: 0, inTransfer: 0, paid: 400 })
  })
})

test('posts a reversing entry for each part of a reversal', async () => {
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
