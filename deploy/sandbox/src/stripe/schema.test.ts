/** Every answer has the shape that the pinned SDK's own types give it: what a type demands is there, and nothing that it does not know. */
import { resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import * as generator from 'typescript-json-schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeAccount, console, open, receiver, recipient, sale } from '../../test/client.ts'

const TYPES = {
  Customer: 'Stripe.Customer',
  Session: 'Stripe.Checkout.Session',
  LineItem: 'Stripe.LineItem',
  PaymentIntent: 'Stripe.PaymentIntent',
  Charge: 'Stripe.Charge',
  BalanceTransaction: 'Stripe.BalanceTransaction',
  Balance: 'Stripe.Balance',
  Transfer: 'Stripe.Transfer',
  TransferReversal: 'Stripe.TransferReversal',
  AccountV1: 'Stripe.Account',
  AccountLinkV1: 'Stripe.AccountLink',
  LoginLink: 'Stripe.LoginLink',
  AccountV2: 'Stripe.V2.Core.Account',
  AccountLinkV2: 'Stripe.V2.Core.AccountLink',
} as const
type Name = keyof typeof TYPES

let validators: Record<Name, ValidateFunction>
let world: Awaited<ReturnType<typeof open>>
let hooks: Awaited<ReturnType<typeof receiver>>

/** What stands for a missing `deleted` is an empty choice, which nothing could satisfy; a Decimal goes over the wire as text. */
const mended = (key: string, value: { anyOf?: unknown[] }) => {
  if (key.endsWith('_decimal')) return { type: ['string', 'null'] }
  return Array.isArray(value?.anyOf) && value.anyOf.length === 0 ? { not: {} } : value
}

function makeValidators(): Record<Name, ValidateFunction> {
  const file = resolve(import.meta.dirname, '../../test/schema-types.ts')
  const program = generator.getProgramFromFiles([file], {
    strict: true,
    skipLibCheck: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    types: [],
    noEmit: true,
  })
  const made = generator.buildGenerator(program, { required: true, noExtraProps: true, strictNullChecks: true, ignoreErrors: true })
  if (!made) throw new Error('the types of the SDK could not be read')
  const names = Object.keys(TYPES) as Name[]
  const schema = JSON.parse(JSON.stringify(made.getSchemaForSymbols(names.map((name) => `Checked${name}`))), mended)
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addSchema(schema, 'stripe')
  return Object.fromEntries(names.map((name) => [name, ajv.compile({ $ref: `stripe#/definitions/Checked${name}` })])) as Record<
    Name,
    ValidateFunction
  >
}

beforeAll(async () => {
  validators = makeValidators()
  hooks = await receiver()
  world = await open({ appOrigin: hooks.origin })
}, 120_000)
afterAll(async () => {
  await world.sandbox.stop()
  await hooks.stop()
})

/** What the API answers, as it goes over the wire. */
async function raw(path: string): Promise<unknown> {
  const answer = await fetch(`${world.sandbox.url}${path}`, { headers: { authorization: `Bearer ${world.sandbox.stripe.secretKey}` } })
  expect(answer.status).toBe(200)
  return answer.json()
}

function faultsOf(name: Name, value: unknown): string[] {
  const validate = validators[name]
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

test('each object that the API answers', async () => {
  const { stripe, sandbox } = world
  const customer = await stripe.customers.create({ email: 'a@b.test', name: 'A', address: { country: 'FR' } })
  const session = await stripe.checkout.sessions.create(sale({ customer: customer.id, automatic_tax: { enabled: true } }))
  const seen: [Name, unknown][] = [
    ['Customer', await raw(`/v1/customers/${customer.id}`)],
    ['Session', await raw(`/v1/checkout/sessions/${session.id}`)],
  ]
  for (const card of ['4000000000000002', '4000002500003155', '4000000000000077']) {
    await console(sandbox, `/_sandbox/checkout/${session.id}`, { card })
    const now = (await raw(`/v1/checkout/sessions/${session.id}?expand[0]=payment_intent.latest_charge.balance_transaction`)) as Record<
      string,
      never
    >
    seen.push(['Session', now], ['PaymentIntent', now.payment_intent])
    const { latest_charge } = now.payment_intent as unknown as { latest_charge: unknown }
    if (latest_charge) seen.push(['Charge', latest_charge])
  }
  const account = await activeAccount(world)
  const transfer = await stripe.transfers.create({ amount: 500, currency: 'eur', destination: account, transfer_group: 'g' })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 100 })
  const first = async (path: string) => ((await raw(path)) as { data: unknown[] }).data[0]
  const loginLink = await stripe.accounts.createLoginLink(account)
  const urls = { refresh_url: 'https://a.test', return_url: 'https://a.test' }
  const linkV2 = await stripe.v2.core.accountLinks.create({ account, use_case: { type: 'account_onboarding', account_onboarding: urls } })
  const linkV1 = await stripe.accountLinks.create({ account, type: 'account_onboarding', ...urls })
  const include = ['configuration.recipient', 'requirements', 'identity', 'defaults', 'future_requirements']
    .map((one, at) => `include[${at}]=${one}`)
    .join('&')
  for (const outcome of ['restricted', 'pending', 'rejected', 'underage', 'halfway', 'complete']) {
    await console(sandbox, `/_sandbox/accounts/${account}`, { outcome })
    seen.push(['AccountV2', await raw(`/v2/core/accounts/${account}?${include}`)], ['AccountV1', await raw(`/v1/accounts/${account}`)])
  }
  seen.push(
    ['LineItem', await first(`/v1/checkout/sessions/${session.id}/line_items`)],
    ['Balance', await raw('/v1/balance')],
    ['BalanceTransaction', await first('/v1/balance_transactions?type=charge')],
    ['Transfer', await raw(`/v1/transfers/${transfer.id}`)],
    ['TransferReversal', await raw(`/v1/transfers/${transfer.id}/reversals/${reversal.id}`)],
    ['AccountV2', await raw(`/v2/core/accounts/${account}`)],
    ['LoginLink', { ...loginLink }],
    ['AccountLinkV2', { ...linkV2 }],
    ['AccountLinkV1', { ...linkV1 }],
  )
  expect(new Set(seen.map(([name]) => name))).toEqual(new Set(Object.keys(TYPES)))
  for (const [name, value] of seen) expect({ name, faults: faultsOf(name, value) }).toEqual({ name, faults: [] })
})

test('what the events carry', async () => {
  await world.stripe.v2.core.accounts.create(recipient)
  await world.sandbox.deliveriesDone()
  const carried: Record<string, Name> = {
    customer: 'Customer',
    'checkout.session': 'Session',
    payment_intent: 'PaymentIntent',
    charge: 'Charge',
    transfer: 'Transfer',
    account: 'AccountV1',
    balance: 'Balance',
  }
  const objects = hooks.received
    .map(({ raw: body }) => JSON.parse(body).data?.object)
    .filter((object) => object && object.object in carried)
  expect(objects.length).toBeGreaterThan(10)
  for (const object of objects)
    expect({ type: object.object, faults: faultsOf(carried[object.object]!, object) }).toEqual({ type: object.object, faults: [] })
})

test('the check finds a field that is missing, one too many and one of the wrong kind', async () => {
  const balance = (await raw('/v1/balance')) as Record<string, unknown>
  const { pending: _, ...less } = balance
  expect(faultsOf('Balance', balance)).toEqual([])
  expect(faultsOf('Balance', less).join()).toContain('pending')
  expect(faultsOf('Balance', { ...balance, invented: 1 }).join()).toContain('invented')
  expect(faultsOf('Balance', { ...balance, livemode: 'no' }).join()).toContain('boolean')
})
