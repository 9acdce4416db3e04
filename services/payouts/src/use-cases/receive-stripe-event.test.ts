import { randomBytes } from 'node:crypto'
import { times } from '@reelfair/testkit'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { auditLedger } from '../cli/check-ledger.ts'
import { OK, startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'
import { typesAt } from './receive-stripe-event.ts'

const money = await startMoney()
const { app, console, aBrand, aCreator, anEarner, onboard, accountOf, balanceOf, creditsOf, fill, sandbox } = money
await fill()
const { webhookSecrets } = sandbox.stripe
const stripe = new Stripe('sk_test_x')
const { hostname, port } = new URL(sandbox.url)
const stripeOfSandbox = new Stripe(sandbox.stripe.secretKey, { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
type Endpoint = keyof typeof webhookSecrets

interface Message {
  readonly endpoint: Endpoint
  readonly event: Record<string, unknown> & { id: string; type: string }
}
interface Sending {
  readonly secret?: string
  readonly secondsAgo?: number
  readonly body?: string
  readonly sent?: string
}

async function send(
  { endpoint, event }: Message,
  { secret = webhookSecrets[endpoint], secondsAgo = 0, body = JSON.stringify(event), sent = body }: Sending = {},
) {
  const timestamp = Math.floor(app.clock.now().getTime() / 1000) - secondsAgo
  const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  const answer = await fetch(`${app.url}/webhooks/stripe/${endpoint}`, {
    method: 'POST',
    body: sent,
    headers: { 'stripe-signature': header },
  })
  await answer.arrayBuffer()
  return answer.status
}

const eventId = () => `evt_${randomBytes(8).toString('hex')}`
const snapshot = (type: string, object: object, account?: string): Message => ({
  endpoint: account === undefined ? 'platform' : 'connect',
  event: {
    id: eventId(),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(app.clock.now().getTime() / 1000),
    type,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object },
    ...(account === undefined ? {} : { account }),
  },
})
const thin = (type: string, account: string): Message => ({
  endpoint: 'thin',
  event: {
    id: eventId(),
    object: 'v2.core.event',
    created: app.clock.now().toISOString(),
    type,
    livemode: false,
    related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
  },
})

/** A handled event type, with an object at the provider (whose own events are dropped) and its effect in payouts. */
interface Subject {
  readonly cause: () => Promise<unknown>
  readonly message: () => Message
  readonly unknown: () => Message
  readonly effects: () => Promise<number>
}

const silently = async (work: () => Promise<unknown>) => {
  await console('events/rules', { mode: 'drop', times: 50 })
  await work()
  await sandbox.deliveriesDone()
  await console('events/rules', undefined, 'DELETE')
}

async function anOrder(card: string | undefined, days: number, type: string, status: string): Promise<Subject> {
  const brand = await aBrand()
  const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
  const id = /\/checkout\/(\w+)/.exec(body.url)?.[1] ?? ''
  return {
    cause: () =>
      silently(async () => {
        if (card) await console(`checkout/${id}`, { card, email: 'b@reelfair.example', country: 'FR' })
        if (days > 0) app.clock.advance({ days })
      }),
    message: () => snapshot(type, { id, object: 'checkout.session' }),
    unknown: () => snapshot(type, { id: 'cs_test_unknown', object: 'checkout.session' }),
    effects: async () => {
      // The list shows the stored status, while a single order includes the provider's report.
      const [order] = (await app.as(brand).get('/credit-orders')).body.items
      const { available } = await creditsOf(brand)
      expect(available, 'credits are posted once for a paid order').toBe(order.status === 'paid' ? 10_000 : 0)
      return order.status === status ? 1 : 0
    },
  }
}

/**
 * A transfer whose events are dropped. If `reversed` is 0, payouts does not know of the payment; otherwise, `cause`
 * reverses that many cents.
 */
async function aTransfer(type: string, reversed: number): Promise<Subject> {
  const creator = await anEarner(300)
  const { body } = await app.as(creator).post('/transfers', {})
  let id = ''
  await silently(async () => {
    if (reversed === 0) await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
    // Earlier tests may have left transfers in the queue.
    while ((await processNextTransfer(app.context())) !== undefined);
    id = (await money.contextWithShortTimeout().ports.provider.findTransfers(`transfer:${body.id}`))[0]?.id ?? ''
  })
  return {
    cause: () => silently(async () => reversed > 0 && console(`transfers/${id}/reverse`, { amount: reversed })),
    message: () => snapshot(type, { id, object: 'transfer' }),
    unknown: () => snapshot(type, { id: 'tr_unknown', object: 'transfer' }),
    effects: async () => {
      const { paid, payable, inTransfer } = await balanceOf(creator)
      expect(paid + payable + inTransfer).toBe(300)
      return reversed === 0 ? (paid === 300 ? 1 : 0) : payable / reversed
    },
  }
}

async function anAccount(make: (account: string) => Message, status: 'active' | 'closed' = 'active'): Promise<Subject> {
  const creator = await aCreator()
  if (status === 'active') await app.as(creator).post('/payout-account/onboarding', {})
  else await onboard(creator)
  const account = await accountOf(creator)
  await app.as(creator).post('/payout-account/refresh', {})
  return {
    cause: () =>
      silently(() =>
        status === 'active' ? onboard(creator) : stripeOfSandbox.v2.core.accounts.close(account, { applied_configurations: ['recipient'] }),
      ),
    message: () => make(account),
    unknown: () => make('acct_unknown'),
    effects: async () => ((await app.as(creator).get('/payout-account')).body.status === status ? 1 : 0),
  }
}

const ofAccount = (type: string) => (account: string) => snapshot(type, { id: account, object: 'account' }, account)
const types: readonly (readonly [string, () => Promise<Subject>])[] = [
  ['checkout.session.completed', () => anOrder(OK, 0, 'checkout.session.completed', 'paid')],
  [
    'checkout.session.async_payment_succeeded',
    () => anOrder('AT611904300234573201', 4, 'checkout.session.async_payment_succeeded', 'paid'),
  ],
  ['checkout.session.async_payment_failed', () => anOrder('AT861904300235473202', 4, 'checkout.session.async_payment_failed', 'failed')],
  ['checkout.session.expired', () => anOrder(undefined, 2, 'checkout.session.expired', 'expired')],
  ['transfer.created', () => aTransfer('transfer.created', 0)],
  ['transfer.reversed', () => aTransfer('transfer.reversed', 100)],
  ['transfer.updated', () => aTransfer('transfer.updated', 100)],
  ['account.updated', () => anAccount(ofAccount('account.updated'))],
  ['capability.updated', () => anAccount(ofAccount('capability.updated'))],
  ['account.application.deauthorized', () => anAccount(ofAccount('account.application.deauthorized'), 'closed')],
  ['v2.core.account.closed', () => anAccount((account) => thin('v2.core.account.closed', account), 'closed')],
  ['v2.core.account[requirements].updated', () => anAccount((account) => thin('v2.core.account[requirements].updated', account))],
  [
    'v2.core.account[configuration.recipient].capability_status_updated',
    () => anAccount((account) => thin('v2.core.account[configuration.recipient].capability_status_updated', account)),
  ],
]

describe.each(types)('%s', (type, make) => {
  test('takes effect only once, even if the event arrives repeatedly, concurrently and a day late', async () => {
    const subject = await make()
    await subject.cause()
    expect(await subject.effects()).toBe(0)
    const message = subject.message()
    app.clock.advance({ days: 1 })
    expect(await Promise.all(times(3, () => send(message)))).toEqual([204, 204, 204])
    expect(await subject.effects()).toBe(1)
    expect(await send(message)).toBe(204)
    expect(await send(subject.message())).toBe(204)
    expect(await subject.effects()).toBe(1)
    await expect(auditLedger(app.context())).resolves.toBeDefined()
  })

  test('has no effect if it arrives before its cause, but the next event after the cause takes effect', async () => {
    const subject = await make()
    // Our own call causes `transfer.created`. The event takes effect even if it arrives before that call's response.
    const isCaused = type === 'transfer.created'
    expect(await send(subject.message())).toBe(204)
    expect(await subject.effects()).toBe(isCaused ? 1 : 0)
    await subject.cause()
    expect(await send(subject.message())).toBe(204)
    expect(await subject.effects()).toBe(1)
  })

  test('ignores events about unknown objects, for another endpoint or about another account', async () => {
    const subject = await make()
    await subject.cause()
    expect(await send(subject.unknown())).toBe(204)
    const { endpoint, event } = subject.message()
    const elsewhere: Endpoint = endpoint === 'platform' ? 'connect' : 'platform'
    if (endpoint !== 'thin') expect(await send({ endpoint: elsewhere, event })).toBe(204)
    if (endpoint === 'platform') expect(await send({ endpoint, event: { ...event, account: 'acct_other' } })).toBe(204)
    if (endpoint === 'connect') expect(await send({ endpoint, event: { ...event, account: 'acct_other' } })).toBe(204)
    expect(await subject.effects()).toBe(0)
  })
})

const endpoints = ['platform', 'connect', 'thin'] as const satisfies Endpoint[]
/** Signatures and sizes are checked before the type is read, so only the soak sends more than one type per endpoint. */
const typesPerEndpoint = Number(process.env.TYPES_PER_ENDPOINT ?? 1)
const signed = endpoints.flatMap((endpoint) =>
  typesAt(endpoint)
    .slice(0, typesPerEndpoint)
    .map((type) => ({ endpoint, type, make: new Map(types).get(type) ?? expect.unreachable(`${type} has no subject`) })),
)

describe.each(signed)('$type at the endpoint $endpoint', ({ endpoint, make }) => {
  test('rejects a wrong signature or secret, a timestamp too far from the clock, and a modified body', async () => {
    const subject = await make()
    await subject.cause()
    const message = subject.message()
    expect(message.endpoint).toBe(endpoint)
    const other = message.endpoint === 'platform' ? webhookSecrets.connect : webhookSecrets.platform
    expect(await send(message, { secret: 'whsec_of_somebody_else' })).toBe(400)
    expect(await send(message, { secret: other })).toBe(400)
    for (const secondsAgo of [301, -302]) expect(await send(message, { secondsAgo })).toBe(400)
    const unsigned = await fetch(`${app.url}/webhooks/stripe/${message.endpoint}`, {
      method: 'POST',
      body: JSON.stringify(message.event),
    })
    expect(unsigned.status).toBe(400)
    expect(await send(message, { sent: `${JSON.stringify(message.event)} ` })).toBe(400)
    expect(await subject.effects()).toBe(0)
    for (const secondsAgo of [299, -299]) expect(await send(message, { secondsAgo })).toBe(204)
    expect(await subject.effects()).toBe(1)
  })

  test('accepts a body of 1 MB and rejects one byte more', async () => {
    const subject = await make()
    await subject.cause()
    const message = subject.message()
    const text = JSON.stringify(message.event)
    const padded = (bytes: number) => text.slice(0, -1) + ' '.repeat(bytes - text.length) + text.slice(-1)
    expect(await send(message, { body: padded(1024 * 1024 + 1) })).toBe(413)
    expect(await subject.effects()).toBe(0)
    expect(await send(message, { body: padded(1024 * 1024) })).toBe(204)
    expect(await subject.effects()).toBe(1)
  })
})

test('has a test for every endpoint and every event type handled there', () => {
  expect(endpoints.toSorted()).toEqual(Object.keys(webhookSecrets).toSorted())
  expect(types.map(([type]) => type).toSorted()).toEqual(endpoints.flatMap(typesAt).toSorted())
  expect(new Set(signed.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints))
})

test('keeps the credits when a failure event arrives for a successful payment', async () => {
  const subject = await anOrder(OK, 0, 'checkout.session.completed', 'paid')
  await subject.cause()
  const success = subject.message()
  const failure = { ...success, event: { ...success.event, id: eventId(), type: 'checkout.session.async_payment_failed' } }
  expect(await send(failure)).toBe(204)
  expect(await subject.effects()).toBe(1)
  expect(await send(success)).toBe(204)
  expect(await send({ ...failure, event: { ...failure.event, id: eventId() } })).toBe(204)
  expect(await subject.effects()).toBe(1)
})

test('completes a transfer on `transfer.created` when the response to our own call was lost', async () => {
  while ((await processNextTransfer(app.context())) !== undefined);
  const creator = await anEarner(200)
  await app.as(creator).post('/transfers', {})
  await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
  expect(await processNextTransfer(app.context())).toBe('unknown')
  await sandbox.deliveriesDone()
  expect(await balanceOf(creator)).toMatchObject({ paid: 200, inTransfer: 0 })
  app.clock.advance({ days: 2 })
  expect(await processNextTransfer(app.context())).toBeUndefined()
})

test('accepts unknown event types, but not unknown endpoints', async () => {
  expect(await send(snapshot('invoice.paid', { id: 'in_1', object: 'invoice' }))).toBe(204)
  // The event reports that a creator returned, not what has changed. Changes have their own events, and the return page
  // refreshes the status.
  expect(await send(thin('v2.core.account_link.returned', 'acct_1'))).toBe(204)
  const nowhere = await fetch(`${app.url}/webhooks/stripe/constructor`, { method: 'POST', body: '{}' })
  expect(nowhere.status).toBe(404)
})

test('responds with 503 while the provider is unavailable, and processes the event when the provider sends it again', async () => {
  const subject = await anOrder(OK, 0, 'checkout.session.completed', 'paid')
  await subject.cause()
  const message = subject.message()
  await console('faults', { kind: 'error', method: 'GET', path: '/v1/checkout/sessions', times: 1 })
  expect(await send(message)).toBe(503)
  expect(await send(message)).toBe(204)
  expect(await subject.effects()).toBe(1)
})
