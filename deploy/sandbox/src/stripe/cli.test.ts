/** Runs the real Stripe CLI against the sandbox, without internet access. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activeAccount, callConsole, openWithWebhooks, sale, type WebhookWorld } from '../../test/client.ts'

const wrapper = createRequire(createRequire(import.meta.url).resolve('@stripe/cli/package.json'))
const program = join(wrapper.resolve(`@stripe/cli-${process.platform}-${process.arch}/package.json`), '../bin/stripe')
/**
 * A proxy address without a listener, so that internet requests fail immediately. Loopback requests bypass the proxy.
 */
const NOWHERE = 'http://127.0.0.1:9'

let home = ''
let world: WebhookWorld
let run: (...args: string[]) => Promise<string>

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'reelfair-cli-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
beforeEach(async () => {
  world = await openWithWebhooks()
  const { sandbox } = world
  run = async (...args) => {
    const env = { HOME: home, PATH: process.env.PATH, STRIPE_CLI_TELEMETRY_OPTOUT: '1', HTTPS_PROXY: NOWHERE, HTTP_PROXY: NOWHERE }
    const { stdout } = await promisify(execFile)(program, [...args, '--api-base', sandbox.url, '--api-key', sandbox.stripe.secretKey], {
      env,
    })
    return stdout
  }
  return world.stop
})

const answer = async (...args: string[]) => JSON.parse(await run(...args))
/** The CLI's examples are in dollars. */
const inEuros = (...names: string[]) => names.flatMap((name) => ['--override', `${name}:currency=eur`])
const trigger = async (event: string, ...more: string[]) => expect(await run('trigger', event, ...more)).toContain('Trigger succeeded!')
const delivered = async (type: string): Promise<Record<string, unknown>[]> => {
  await world.sandbox.deliveriesDone()
  return world.hooks.received.filter((one) => one.type === type).map(({ raw }) => JSON.parse(raw).data.object)
}

test('supports get and post, and prints errors in Stripe’s format', async () => {
  expect(await answer('get', '/v1/balance')).toMatchObject({ object: 'balance', available: [{ amount: 0 }] })
  const { id } = await answer('post', '/v1/customers', '-d', 'email=ada@example.test', '-d', 'metadata[brandId]=b-1')
  expect(await world.stripe.customers.retrieve(id)).toMatchObject({ email: 'ada@example.test', metadata: { brandId: 'b-1' } })
  expect(await answer('get', '/v1/transfers/tr_none')).toMatchObject({ error: { code: 'resource_missing' } })
})

test('trigger checkout.session.completed creates a product and a price, then completes the payment', async () => {
  await trigger('checkout.session.completed', ...inEuros('price'), '--add', 'checkout_session:metadata[orderId]=order-7')
  expect(await delivered('checkout.session.completed')).toMatchObject([
    { payment_status: 'paid', amount_total: 3_000, metadata: { orderId: 'order-7' }, customer_details: { email: 'stripe@example.com' } },
  ])
  expect((await world.stripe.balance.retrieve()).pending).toMatchObject([{ amount: 3_000 - 70 }])
})

test('trigger simulates a delayed payment and an expired session', async () => {
  await trigger('checkout.session.async_payment_succeeded', ...inEuros('price'), '--remove', 'checkout_session:payment_method_types')
  expect(await delivered('checkout.session.completed')).toMatchObject([{ payment_status: 'unpaid' }])
  world.clock.advance({ days: 3 })
  expect(await delivered('checkout.session.async_payment_succeeded')).toMatchObject([{ payment_status: 'paid' }])
  await trigger('checkout.session.expired', ...inEuros('price'))
  expect(await delivered('checkout.session.expired')).toMatchObject([{ status: 'expired' }])
})

test('trigger transfer.created pays a connected account, and transfer.reversed takes the money back', async () => {
  const account = await activeAccount(world)
  const to = [...inEuros('payment_intent', 'transfer'), '--override', `transfer:destination=${account}`]
  await trigger('transfer.created', ...to, '--override', 'payment_intent:amount=3000')
  await trigger('transfer.reversed', ...to, '--override', 'payment_intent:amount=3000')
  expect(await delivered('transfer.created')).toMatchObject([{ amount: 1_000, destination: account }, { amount: 1_000 }])
  expect(await delivered('transfer.reversed')).toMatchObject([{ amount: 1_000, amount_reversed: 100 }])
  expect((await callConsole(world.sandbox, '/_sandbox/paid')).body).toMatchObject({ byDestination: { [account]: 1_900 } })
})

test('trigger account.updated notifies the Connect endpoint', async () => {
  await trigger('account.updated')
  expect(await delivered('account.updated')).toMatchObject([{ object: 'account', metadata: { foo: 'bar' } }])
  expect(world.hooks.received.find(({ type }) => type === 'account.updated')).toMatchObject({ path: '/webhooks/stripe/connect' })
})

test('supports resource commands for checkout sessions, transfers, reversals and accounts', async () => {
  const session = await world.stripe.checkout.sessions.create(sale())
  expect(await answer('checkout', 'sessions', 'retrieve', session.id)).toMatchObject({ id: session.id, status: 'open' })
  expect(await answer('checkout', 'sessions', 'expire', session.id)).toMatchObject({ status: 'expired' })
  const account = await activeAccount(world)
  await callConsole(world.sandbox, '/_sandbox/balance', { amount: 500 })
  const transfer: Stripe.Transfer = await answer('transfers', 'create', '--amount=300', '--currency=eur', `--destination=${account}`)
  expect(await answer('transfer_reversals', 'create', transfer.id, '--amount=50')).toMatchObject({ transfer: transfer.id, amount: 50 })
  expect(await answer('transfers', 'list')).toMatchObject({ data: [{ id: transfer.id, amount_reversed: 50 }] })
  expect(await answer('v2', 'core', 'accounts', 'retrieve', account)).toMatchObject({ id: account, applied_configurations: ['recipient'] })
})

test('finds an event with `events list` and sends it again with `events resend`', async () => {
  await world.stripe.customers.create({ email: 'a@b.test' })
  expect(await delivered('customer.created')).toHaveLength(1)
  const { data } = await answer('events', 'list', '--type=customer.created')
  expect(data).toMatchObject([{ type: 'customer.created', pending_webhooks: 0 }])
  expect(await answer('events', 'resend', data[0].id)).toMatchObject({ id: data[0].id })
  expect(await delivered('customer.created')).toHaveLength(2)
  expect(new Set(world.hooks.received.map(({ id }) => id)).size).toBe(1)
})
