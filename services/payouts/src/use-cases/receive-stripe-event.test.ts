import { randomBytes } from 'node:crypto'
import { times } from '@reelfair/testkit'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { auditLedger } from '../cli/check-ledger.ts'
import { OK, startMoney } from '../testing/start-money.ts'
import { processNextTransfer } from './process-transfer.ts'

const money = await startMoney()
const { app, console, aBrand, aCreator, anEarner, onboard, accountOf, balanceOf, creditsOf, fill, sandbox } = money
await fill()
const { webhookSecrets } = sandbox.stripe
const stripe = new Stripe('sk_test_x')
type Endpoint = keyof typeof webhookSecrets

interface Message {
  readonly endpoint: Endpoint
  readonly event: Record<string, unknown> & { id: string; type: string }
}
interface Sending {
  readonly secret?: string
  readonly secondsAgo?: number
  readonly body?: string
}

/** Sends a message as the provider would. */
async function send(
  { endpoint, event }: Message,
  { secret = webhookSecrets[endpoint], secondsAgo = 0, body = JSON.stringify(event) }: Sending = {},
) {
  const timestamp = Math.floor(app.clock.now().getTime() / 1000) - secondsAgo
  const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  const answer = await fetch(`${app.url}/webhooks/stripe/${endpoint}`, { method: 'POST', body, headers: { 'stripe-signature': header } })
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

/** What a type is about: something at the provider whose own message was lost, and whether it has taken effect here. */
interface Subject {
  readonly message: () => Message
  /** The same about somebody whom we do not know. */
  readonly stranger: () => Message
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
  await silently(async () => {
    if (card) await console(`checkout/${id}`, { card, email: 'b@reelfair.example', country: 'FR' })
    if (days > 0) app.clock.advance({ days })
  })
  return {
    message: () => snapshot(type, { id, object: 'checkout.session' }),
    stranger: () => snapshot(type, { id: 'cs_test_unknown', object: 'checkout.session' }),
    effects: async () => {
      const order = (await app.as(brand).get(`/credit-orders/${body.id}`)).body
      const { available } = await creditsOf(brand)
      expect(available, 'credits are booked for what is paid, once').toBe(order.status === 'paid' ? 10_000 : 0)
      return order.status === status ? 1 : 0
    },
  }
}

async function aTransfer(type: string, reversed: number): Promise<Subject> {
  const creator = await anEarner(300)
  await app.as(creator).post('/transfers', {})
  let id = ''
  await silently(async () => {
    await processNextTransfer(app.context())
    const [item] = (await app.as('admin').get('/admin/transfers')).body.items
    id = item.stripeTransferId
    if (reversed > 0) await console(`transfers/${id}/reverse`, { amount: reversed })
  })
  return {
    message: () => snapshot(type, { id, object: 'transfer' }),
    stranger: () => snapshot(type, { id: 'tr_unknown', object: 'transfer' }),
    effects: async () => {
      const { paid, payable } = await balanceOf(creator)
      expect(paid + payable).toBe(300)
      return reversed === 0 ? (paid === 300 ? 1 : 0) : payable / reversed
    },
  }
}

async function anAccount(make: (account: string) => Message): Promise<Subject> {
  const creator = await aCreator()
  await silently(() => onboard(creator))
  const account = await accountOf(creator)
  return {
    message: () => make(account),
    stranger: () => make('acct_unknown'),
    effects: async () => ((await app.as(creator).get('/payout-account')).body.status === 'active' ? 1 : 0),
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
  ['transfer.reversed', () => aTransfer('transfer.reversed', 100)],
  ['transfer.updated', () => aTransfer('transfer.updated', 100)],
  ['account.updated', () => anAccount(ofAccount('account.updated'))],
  ['capability.updated', () => anAccount(ofAccount('capability.updated'))],
  ['v2.core.account[requirements].updated', () => anAccount((account) => thin('v2.core.account[requirements].updated', account))],
  [
    'v2.core.account[configuration.recipient].capability_status_updated',
    () => anAccount((account) => thin('v2.core.account[configuration.recipient].capability_status_updated', account)),
  ],
]

describe.each(types)('%s', (_, make) => {
  test('once, twice, thrice in parallel, a day late: one effect', async () => {
    const subject = await make()
    expect(await subject.effects()).toBe(0)
    const message = subject.message()
    app.clock.advance({ days: 1 })
    expect(await Promise.all(times(3, () => send(message)))).toEqual([204, 204, 204])
    expect(await subject.effects()).toBe(1)
    expect(await send(message)).toBe(204)
    // Another message about the same thing finds it done.
    expect(await send(subject.message())).toBe(204)
    expect(await subject.effects()).toBe(1)
    await expect(auditLedger(app.context())).resolves.toBeDefined()
  })

  test('wrong signature, another endpoint’s secret, an old timestamp, changed bytes: refused without effect', async () => {
    const subject = await make()
    const message = subject.message()
    const other = message.endpoint === 'platform' ? webhookSecrets.connect : webhookSecrets.platform
    expect(await send(message, { secret: 'whsec_of_somebody_else' })).toBe(400)
    expect(await send(message, { secret: other })).toBe(400)
    expect(await send(message, { secondsAgo: 301 })).toBe(400)
    const unsigned = await fetch(`${app.url}/webhooks/stripe/${message.endpoint}`, { method: 'POST', body: JSON.stringify(message.event) })
    expect(unsigned.status).toBe(400)
    expect(await subject.effects()).toBe(0)
    expect(await send(message, { secondsAgo: 299 })).toBe(204)
    expect(await subject.effects()).toBe(1)
  })

  test('somebody else’s thing is taken and changes nothing; 1 MB is read, one byte more is not', async () => {
    const subject = await make()
    expect(await send(subject.stranger())).toBe(204)
    const message = subject.message()
    const text = JSON.stringify(message.event)
    const padded = (bytes: number) => text.slice(0, -1) + ' '.repeat(bytes - text.length) + text.slice(-1)
    expect(await send(message, { body: padded(1024 * 1024 + 1) })).toBe(413)
    expect(await subject.effects()).toBe(0)
    expect(await send(message, { body: padded(1024 * 1024) })).toBe(204)
    expect(await subject.effects()).toBe(1)
  })
})

test('a message before its cause does nothing, and the one after it does', async () => {
  const brand = await aBrand()
  const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
  const id = /\/checkout\/(\w+)/.exec(body.url)?.[1] ?? ''
  expect(await send(snapshot('checkout.session.completed', { id, object: 'checkout.session', payment_status: 'paid' }))).toBe(204)
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  await console(`checkout/${id}`, { card: OK, email: 'b@reelfair.example', country: 'FR' })
  await sandbox.deliveriesDone()
  expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
})

test('transfer.created before our own answer settles the item, and the worker finds it paid', async () => {
  const creator = await anEarner(200)
  await app.as(creator).post('/transfers', {})
  await console('faults', { kind: 'drop_after', method: 'POST', path: '/v1/transfers', times: 2 })
  expect(await processNextTransfer(app.context())).toBe('unknown')
  await sandbox.deliveriesDone()
  expect(await balanceOf(creator)).toMatchObject({ paid: 200, inTransfer: 0 })
  app.clock.advance({ days: 2 })
  expect(await processNextTransfer(app.context())).toBeUndefined()
})

test('unknown types and unknown endpoints', async () => {
  expect(await send(snapshot('invoice.paid', { id: 'in_1', object: 'invoice' }))).toBe(204)
  const nowhere = await fetch(`${app.url}/webhooks/stripe/constructor`, { method: 'POST', body: '{}' })
  expect(nowhere.status).toBe(404)
})

test('a connected account’s own checkout is none of ours', async () => {
  const subject = await anOrder(OK, 0, 'checkout.session.completed', 'paid')
  const { event } = subject.message()
  expect(await send({ endpoint: 'platform', event: { ...event, account: 'acct_other' } })).toBe(204)
  expect(await subject.effects()).toBe(0)
})

test('while the provider cannot be asked the message is not taken, and comes again', async () => {
  const subject = await anOrder(OK, 0, 'checkout.session.completed', 'paid')
  const message = subject.message()
  await console('faults', { kind: 'error', method: 'GET', path: '/v1/checkout/sessions', times: 1 })
  expect(await send(message)).toBe(500)
  expect(await send(message)).toBe(204)
  expect(await subject.effects()).toBe(1)
})
