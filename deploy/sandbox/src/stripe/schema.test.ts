/** Checks that every response has all required fields and no unknown fields, according to the pinned SDK's types. */
import { stringify } from 'qs'
import { beforeAll, expect, test } from 'vitest'
import { activeAccount, callConsole, openWithWebhooks, recipient, sale, type WebhookWorld } from '../../test/client.ts'
import { openTypes } from '../../test/type-faults.ts'
import { endpoints } from './api.ts'

type Name =
  | 'Customer'
  | 'Session'
  | 'LineItem'
  | 'Product'
  | 'Price'
  | 'PaymentMethod'
  | 'PaymentIntent'
  | 'Charge'
  | 'BalanceTransaction'
  | 'Balance'
  | 'Transfer'
  | 'TransferReversal'
  | 'AccountV1'
  | 'DeletedAccount'
  | 'AccountLinkV1'
  | 'LoginLink'
  | 'AccountV2'
  | 'AccountLinkV2'
  | 'Event'
  | 'EventV2'
  | 'List'
  | 'ListV2'
  | 'Refusal'

const typeFaults = openTypes()
let world: WebhookWorld

beforeAll(async () => {
  world = await openWithWebhooks()
  return world.stop
})

/** Fetches without the SDK, which would convert the response. */
async function raw(path: string): Promise<unknown> {
  const answer = await fetch(`${world.sandbox.url}${path}`, { headers: { authorization: `Bearer ${world.sandbox.stripe.secretKey}` } })
  expect(answer.status).toBe(200)
  return answer.json()
}

const faultsOf = (name: Name, value: unknown): string[] => typeFaults(`Checked${name}`, value)

const expectValid = (name: Name, value: unknown) => expect({ name, faults: faultsOf(name, value) }).toEqual({ name, faults: [] })

test('returns valid sessions, intents and charges at each payment step, and valid accounts in each state', async () => {
  const { stripe, sandbox } = world
  const customer = await stripe.customers.create({ email: 'a@b.test', name: 'A', address: { country: 'FR' } })
  const session = await stripe.checkout.sessions.create(sale({ customer: customer.id, automatic_tax: { enabled: true } }))
  for (const card of ['4000000000000002', '4000002500003155', '4000000000000077']) {
    await callConsole(sandbox, `/_sandbox/checkout/${session.id}`, { card })
    const now = (await raw(`/v1/checkout/sessions/${session.id}?expand[0]=payment_intent.latest_charge.balance_transaction`)) as Record<
      string,
      never
    >
    expectValid('Session', now)
    expectValid('PaymentIntent', now.payment_intent)
    const { latest_charge } = now.payment_intent as unknown as { latest_charge: unknown }
    if (latest_charge) expectValid('Charge', latest_charge)
  }
  const account = await activeAccount(world)
  const include = ['configuration.recipient', 'requirements', 'identity', 'defaults', 'future_requirements']
    .map((one, at) => `include[${at}]=${one}`)
    .join('&')
  for (const outcome of ['restricted', 'pending', 'rejected', 'underage', 'halfway', 'complete']) {
    await callConsole(sandbox, `/_sandbox/accounts/${account}`, { outcome })
    expectValid('AccountV2', await raw(`/v2/core/accounts/${account}?${include}`))
    expectValid('AccountV1', await raw(`/v1/accounts/${account}`))
  }
})

type Body = Record<string, unknown>
type Shape = Name | { readonly list: Name } | { readonly listV2: Name }
interface Trial {
  readonly shape: Shape
  readonly path?: string
  readonly body?: Body
}

async function trials(): Promise<Record<string, Trial>> {
  const { stripe, sandbox } = world
  const customer = await stripe.customers.create({ email: 'a@b.test' })
  const product = await stripe.products.create({ name: 'Views' })
  const price = await stripe.prices.create({ product: product.id, unit_amount: 5_000, currency: 'eur' })
  const method = await stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: { iban: 'AT611904300234573201' } })
  const paid = await stripe.checkout.sessions.create(sale())
  await callConsole(sandbox, `/_sandbox/checkout/${paid.id}`, { card: '4000000000000077' })
  const [toConfirm, toExpire] = [await stripe.checkout.sessions.create(sale()), await stripe.checkout.sessions.create(sale())]
  const account = await activeAccount(world)
  const [toClose, toDelete] = [await activeAccount(world), await activeAccount(world)]
  const transfer = await stripe.transfers.create({ amount: 500, currency: 'eur', destination: account, transfer_group: 'g' })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 100 })
  const { latest_charge, id: intent } = (await stripe.paymentIntents.list()).data.find(({ status }) => status === 'succeeded')!
  const transaction = (await stripe.balanceTransactions.list()).data[0]!.id
  const event = (await stripe.events.list()).data[0]!.id
  const thin = (await stripe.v2.core.events.list()).data[0]!.id
  const urls = { refresh_url: 'https://a.test/1', return_url: 'https://a.test/2' }
  return {
    'POST /v1/customers': { shape: 'Customer', body: { email: 'c@b.test' } },
    'GET /v1/customers': { shape: { list: 'Customer' } },
    'GET /v1/customers/:id': { shape: 'Customer', path: customer.id },
    'POST /v1/customers/:id': { shape: 'Customer', path: customer.id, body: { name: 'Ida' } },
    'POST /v1/checkout/sessions': {
      shape: 'Session',
      body: { mode: 'payment', success_url: 'https://a.test', line_items: [{ price: price.id, quantity: 2 }] },
    },
    'GET /v1/checkout/sessions': { shape: { list: 'Session' } },
    'GET /v1/checkout/sessions/:id': { shape: 'Session', path: paid.id },
    'GET /v1/checkout/sessions/:id/line_items': { shape: { list: 'LineItem' }, path: paid.id },
    'POST /v1/checkout/sessions/:id/expire': { shape: 'Session', path: toExpire.id },
    'GET /v1/payment_intents': { shape: { list: 'PaymentIntent' } },
    'GET /v1/payment_intents/:id': { shape: 'PaymentIntent', path: intent },
    'POST /v1/payment_intents': {
      shape: 'PaymentIntent',
      body: { amount: 900, currency: 'eur', payment_method: 'pm_card_visa', confirm: true },
    },
    'GET /v1/charges': { shape: { list: 'Charge' } },
    'GET /v1/charges/:id': { shape: 'Charge', path: String(latest_charge) },
    'GET /v1/balance': { shape: 'Balance' },
    'GET /v1/balance_transactions': { shape: { list: 'BalanceTransaction' } },
    'GET /v1/balance_transactions/:id': { shape: 'BalanceTransaction', path: transaction },
    'POST /v1/transfers': { shape: 'Transfer', body: { amount: 100, currency: 'eur', destination: account } },
    'GET /v1/transfers': { shape: { list: 'Transfer' } },
    'GET /v1/transfers/:id': { shape: 'Transfer', path: transfer.id },
    'POST /v1/transfers/:id': { shape: 'Transfer', path: transfer.id, body: { description: 'x' } },
    'POST /v1/transfers/:id/reversals': { shape: 'TransferReversal', path: transfer.id, body: { amount: 10 } },
    'GET /v1/transfers/:id/reversals': { shape: { list: 'TransferReversal' }, path: transfer.id },
    'GET /v1/transfers/:id/reversals/:reversal': { shape: 'TransferReversal', path: `${transfer.id} ${reversal.id}` },
    'POST /v2/core/accounts': { shape: 'AccountV2', body: recipient as Body },
    'GET /v2/core/accounts': { shape: { listV2: 'AccountV2' } },
    'GET /v2/core/accounts/:id': { shape: 'AccountV2', path: account },
    'POST /v2/core/accounts/:id': { shape: 'AccountV2', path: account, body: { contact_email: 'n@b.test' } },
    'POST /v2/core/accounts/:id/close': { shape: 'AccountV2', path: toClose },
    'POST /v2/core/account_links': {
      shape: 'AccountLinkV2',
      body: { account, use_case: { type: 'account_onboarding', account_onboarding: urls } },
    },
    'POST /v1/accounts': { shape: 'AccountV1', body: { type: 'express', country: 'FR' } },
    'GET /v1/accounts/:id': { shape: 'AccountV1', path: account },
    'POST /v1/accounts/:id': { shape: 'AccountV1', path: account, body: { metadata: { a: 'b' } } },
    'DELETE /v1/accounts/:id': { shape: 'DeletedAccount', path: toDelete },
    'POST /v1/accounts/:id/login_links': { shape: 'LoginLink', path: account },
    'POST /v1/account_links': { shape: 'AccountLinkV1', body: { account, type: 'account_onboarding', ...urls } },
    'POST /v1/products': { shape: 'Product', body: { name: 'More views' } },
    'GET /v1/products': { shape: { list: 'Product' } },
    'GET /v1/products/:id': { shape: 'Product', path: product.id },
    'POST /v1/prices': { shape: 'Price', body: { product: product.id, unit_amount: 100, currency: 'eur' } },
    'GET /v1/prices': { shape: { list: 'Price' } },
    'GET /v1/prices/:id': { shape: 'Price', path: price.id },
    'POST /v1/payment_methods': { shape: 'PaymentMethod', body: { type: 'card', card: { token: 'tok_visa' } } },
    'GET /v1/payment_methods/:id': { shape: 'PaymentMethod', path: method.id },
    'GET /v1/payment_pages/:id': { shape: 'Session', path: toConfirm.id },
    'POST /v1/payment_pages/:id/confirm': { shape: 'Session', path: toConfirm.id, body: { payment_method: method.id } },
    'GET /v1/events': { shape: { list: 'Event' } },
    'GET /v1/events/:id': { shape: 'Event', path: event },
    'POST /v1/events/:id/retry': { shape: 'Event', path: event },
    'GET /v2/core/events': { shape: { listV2: 'EventV2' } },
    'GET /v2/core/events/:id': { shape: 'EventV2', path: thin },
  }
}

async function call(name: string, ids = '', body: Body = {}, key = world.sandbox.stripe.secretKey) {
  const [method = '', pattern = ''] = name.split(' ')
  const given = ids.split(' ')
  const path = pattern.replace(/:\w+/g, () => given.shift() ?? '')
  const form = stringify(body)
  const json = path.startsWith('/v2/')
  const answer = await fetch(`${world.sandbox.url}${path}${method === 'POST' || form === '' ? '' : `?${form}`}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    ...(method === 'POST' ? { body: json ? JSON.stringify(body) : form } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

test('returns objects and lists that match the SDK’s types from every endpoint', async () => {
  const all = await trials()
  expect(Object.keys(all).sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort())
  for (const [name, { shape, path, body: given }] of Object.entries(all)) {
    const { status, body } = await call(name, path, given)
    expect({ name, status, error: body.error }).toEqual({ name, status: 200, error: undefined })
    if (typeof shape === 'string') expectValid(shape, body)
    else {
      const rows = body.data as unknown[]
      expectValid('list' in shape ? 'List' : 'ListV2', body)
      expect({ name, rows: rows.length > 0 }).toEqual({ name, rows: true })
      for (const row of rows) expectValid('list' in shape ? shape.list : shape.listV2, row)
    }
  }
})

test('returns errors in Stripe’s format from every endpoint', async () => {
  for (const { method, path } of endpoints) {
    const name = `${method} ${path}`
    const refused = async (expected: number, answer: ReturnType<typeof call>) => {
      const { status, body } = await answer
      expect({ name, status }).toEqual({ name, status: expected })
      expectValid('Refusal', body)
    }
    await refused(401, call(name, 'x x', {}, 'sk_test_wrong'))
    await refused(400, call(name, 'x x', { invented: '1' }))
    // A POST reports missing parameters before an unknown id, so this test requires 404 only for GET requests.
    if (path.includes(':') && method === 'GET') await refused(404, call(name, 'x x'))
    await callConsole(world.sandbox, '/_sandbox/faults', { kind: 'rate_limit' })
    await refused(429, call(name, 'x x'))
  }
  expectValid(
    'Refusal',
    (await call('POST /v1/payment_intents', '', { amount: 900, currency: 'eur', payment_method: 'pm_card_chargeDeclined', confirm: true }))
      .body,
  )
  expectValid('Refusal', (await call('GET /v1/refunds')).body)
})

test('emits events whose payloads match the SDK’s types', async () => {
  await world.stripe.v2.core.accounts.create(recipient)
  await world.sandbox.deliveriesDone()
  const carried: Record<string, Name> = {
    customer: 'Customer',
    product: 'Product',
    price: 'Price',
    'checkout.session': 'Session',
    payment_intent: 'PaymentIntent',
    charge: 'Charge',
    transfer: 'Transfer',
    account: 'AccountV1',
    balance: 'Balance',
  }
  const objects = world.hooks.received
    .map(({ raw: body }) => JSON.parse(body).data?.object)
    .filter((object) => object && object.object in carried)
  expect(objects.length).toBeGreaterThan(10)
  for (const object of objects)
    expect({ type: object.object, faults: faultsOf(carried[object.object]!, object) }).toEqual({ type: object.object, faults: [] })
})

test('detects missing, unknown and wrongly typed fields', async () => {
  const balance = (await raw('/v1/balance')) as Record<string, unknown>
  const { pending: _, ...less } = balance
  expect(faultsOf('Balance', balance)).toEqual([])
  expect(faultsOf('Balance', less).join()).toContain('pending')
  expect(faultsOf('Balance', { ...balance, invented: 1 }).join()).toContain('invented')
  expect(faultsOf('Balance', { ...balance, livemode: 'no' }).join()).toContain('boolean')
})

test('detects wrong values in unions, lists, literals and index types', async () => {
  const { id } = await world.stripe.customers.create({ email: 'a@b.test', address: { country: 'FR' }, metadata: { a: 'b' } })
  const customer = (await raw(`/v1/customers/${id}`)) as Record<string, unknown>
  const balance = (await raw('/v1/balance')) as Record<string, unknown>
  const customerFaults = (changes: object) => faultsOf('Customer', { ...customer, ...changes }).join()
  const balanceFaults = (changes: object) => faultsOf('Balance', { ...balance, ...changes }).join()
  expect(customerFaults({})).toBe('')
  expect(customerFaults({ email: 1 })).toMatch(/\/email: expected .*string/)
  expect(customerFaults({ default_source: { object: 'card' } })).toMatch(/\/default_source\/\w+: missing/)
  expect(customerFaults({ address: { ...(customer.address as object), country: 1 } })).toMatch(/\/address\/country: expected .*string/)
  expect(customerFaults({ metadata: { a: 1 } })).toBe('CheckedCustomer/metadata/a: expected string')
  expect(balanceFaults({ object: 'account' })).toBe('CheckedBalance/object: expected "balance"')
  expect(balanceFaults({ pending: {} })).toBe('CheckedBalance/pending: expected a list')
  expect(balanceFaults({ pending: [{ amount: '1', currency: 'eur' }] })).toBe('CheckedBalance/pending/0/amount: expected number')
})
