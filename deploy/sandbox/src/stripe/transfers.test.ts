import { eventually } from '@reelfair/testkit/eventually'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeAccount, callConsole, clientOf, open, recipient } from '../../test/client.ts'
import type { paid } from '../console/api.ts'

let world: Awaited<ReturnType<typeof open>>
let account = ''
beforeAll(async () => {
  world = await open()
  account = await activeAccount(world)
  await callConsole(world.sandbox, '/_sandbox/balance', { amount: 100_000 })
})
afterAll(() => world.sandbox.stop())

const available = async () => (await world.stripe.balance.retrieve()).available[0]!.amount
const accountHas = async (stripeAccount = account) => (await world.stripe.balance.retrieve({}, { stripeAccount })).available[0]!.amount
const to = (amount: number, more: Partial<Stripe.TransferCreateParams> = {}) => ({ amount, currency: 'eur', destination: account, ...more })

test('moves the amount immediately and finds the transfer by its group', async () => {
  const [before, had] = [await available(), await accountHas()]
  const transfer = await world.stripe.transfers.create(to(1_234, { transfer_group: 'item:1', metadata: { itemId: '1' } }))
  expect(transfer).toMatchObject({ amount: 1_234, reversed: false, destination: account, metadata: { itemId: '1' } })
  expect([await available(), await accountHas()]).toEqual([before - 1_234, had + 1_234])
  const found = await world.stripe.transfers.list({ transfer_group: 'item:1' })
  expect(found.data.map(({ id }) => id)).toEqual([transfer.id])
  expect((await world.stripe.transfers.list({ transfer_group: 'item:none' })).data).toEqual([])
  const expanded = await world.stripe.transfers.retrieve(transfer.id, { expand: ['balance_transaction', 'destination'] })
  expect(expanded).toMatchObject({ balance_transaction: { net: -1_234 }, destination: { object: 'account', id: account } })
})

test('refuses a transfer above the balance and changes nothing', async () => {
  const before = await available()
  const refused = await world.stripe.transfers.create(to(before + 1)).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(refused).toMatchObject({ code: 'balance_insufficient', statusCode: 400 })
  expect(await available()).toBe(before)
})

test('refuses transfers to restricted, closed and unknown accounts', async () => {
  const { id } = await world.stripe.v2.core.accounts.create(recipient)
  await expect(world.stripe.transfers.create(to(100, { destination: id }))).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  await world.stripe.v2.core.accounts.close(id, { applied_configurations: ['recipient'] })
  await expect(world.stripe.transfers.create(to(100, { destination: id }))).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(world.stripe.transfers.create(to(100, { destination: 'acct_none' }))).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(world.stripe.transfers.create(to(0))).rejects.toMatchObject({ code: 'parameter_invalid_integer' })
})

test('reverses a transfer partially, then fully, but never beyond its amount', async () => {
  const { id } = await world.stripe.transfers.create(to(1_000))
  const [before, had] = [await available(), await accountHas()]
  expect(await world.stripe.transfers.createReversal(id, { amount: 300 })).toMatchObject({ amount: 300, transfer: id })
  await expect(world.stripe.transfers.createReversal(id, { amount: 701 })).rejects.toThrow('greater than unreversed amount')
  expect(await world.stripe.transfers.createReversal(id)).toMatchObject({ amount: 700 })
  await expect(world.stripe.transfers.createReversal(id)).rejects.toThrow('already fully reversed')
  expect(await world.stripe.transfers.retrieve(id)).toMatchObject({ reversed: true, amount_reversed: 1_000 })
  expect([await available(), await accountHas()]).toEqual([before + 1_000, had - 1_000])
})

test('lists transfers page by page, newest first', async () => {
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) made.push((await world.stripe.transfers.create(to(10, { transfer_group: 'pages' }))).id)
  const first = await world.stripe.transfers.list({ transfer_group: 'pages', limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ id: made[4] }, { id: made[3] }] })
  const all: string[] = []
  for await (const { id } of world.stripe.transfers.list({ transfer_group: 'pages', limit: 2 })) all.push(id)
  expect(all).toEqual(made.toReversed())
})

test('replays the response for an idempotency key, rejects different parameters, and deletes the key after 24 hours', async () => {
  const { stripe, clock } = world
  const options = { idempotencyKey: 'transfer:1' }
  const first = await stripe.transfers.create(to(77), options)
  const again = await stripe.transfers.create(to(77), options)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(stripe.transfers.create(to(78), options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  clock.advance({ hours: 24 })
  expect((await stripe.transfers.create(to(77), options)).id).not.toBe(first.id)
})

test('stores endpoint errors under the idempotency key, but not parameter errors', async () => {
  const { stripe, sandbox } = world
  const more = (await available()) + 100
  const options = { idempotencyKey: 'transfer:2' }
  await expect(stripe.transfers.create(to(more), options)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await callConsole(sandbox, '/_sandbox/balance', { amount: 1_000 })
  await expect(stripe.transfers.create(to(more), options)).rejects.toMatchObject({ code: 'balance_insufficient' })
  const wrong = { idempotencyKey: 'transfer:3' }
  await expect(stripe.transfers.create(to(0), wrong)).rejects.toMatchObject({ code: 'parameter_invalid_integer' })
  expect(await stripe.transfers.create(to(5), wrong)).toMatchObject({ amount: 5 })
})

const group = (name: string) => world.stripe.transfers.list({ transfer_group: name }).then(({ data }) => data.length)

test('returns 409 while a request with the same key is running', async () => {
  const { stripe, sandbox } = world
  await callConsole(sandbox, '/_sandbox/faults', { kind: 'slow', path: '/v1/transfers', method: 'POST', delayMs: 3_000 })
  const options = { idempotencyKey: 'transfer:4' }
  const params = to(9, { transfer_group: 'in use' })
  const first = stripe.transfers.create(params, options)
  await eventually(async () => expect(await group('in use')).toBe(1))
  await expect(stripe.transfers.create(params, options)).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(await first).toMatchObject({ amount: 9 })
  expect((await stripe.transfers.create(params, options)).id).toBe((await first).id)
})

test.for([
  ['rate_limit', 429, 0],
  ['error', 500, 0],
  ['error_after', 500, 1],
  ['conflict', 409, 0],
  ['timeout_before', undefined, 0],
  ['timeout_after', undefined, 1],
  ['drop_before', undefined, 0],
  ['drop_after', undefined, 1],
] as const)('fault %s: returns status %s, with %i transfers before the retry and one after it', async ([kind, status, made]) => {
  const { sandbox } = world
  const stripe = clientOf(sandbox, { timeout: 300 })
  // The SDK retries a call once when its connection is dropped.
  await callConsole(sandbox, '/_sandbox/faults', { kind, path: '/v1/transfers', method: 'POST', times: kind.startsWith('drop') ? 2 : 1 })
  const options = { idempotencyKey: `fault:${kind}` }
  const params = to(11, { transfer_group: `fault:${kind}` })
  const failed = await stripe.transfers.create(params, options).catch((error: unknown) => error)
  if (status) expect(failed).toMatchObject({ statusCode: status })
  else expect(failed).toBeInstanceOf(Stripe.errors.StripeConnectionError)
  expect(await group(`fault:${kind}`)).toBe(made)
  const again = stripe.transfers.create(params, options)
  // If a call succeeds, its result is stored under the key, even if the response is a 500.
  if (kind === 'error_after') await expect(again).rejects.toMatchObject({ statusCode: 500 })
  else expect(await again).toMatchObject({ amount: 11 })
  expect(await group(`fault:${kind}`)).toBe(1)
})

test('makes only one transfer when the SDK retries after a lost response', async () => {
  const { sandbox } = world
  await callConsole(sandbox, '/_sandbox/faults', { kind: 'drop_after', path: '/v1/transfers' })
  const stripe = clientOf(sandbox, { maxNetworkRetries: 2 })
  await stripe.transfers.create(to(12, { transfer_group: 'lost' }))
  expect(await group('lost')).toBe(1)
})

test('reports paid totals that match the account’s balance', async () => {
  const { body } = await callConsole<ReturnType<typeof paid>>(world.sandbox, '/_sandbox/paid')
  expect(body.byDestination[account]).toBe(await accountHas())
  expect(body.transferred - body.reversed).toBe(body.byDestination[account])
})

test.for([
  ['no key', '', 401],
  ['another key', 'Bearer sk_test_other', 401],
] as const)('refuses a request with %s', async ([, authorization, status]) => {
  const answer = await fetch(`${world.sandbox.url}/v1/balance`, { headers: { authorization } })
  expect(answer.status).toBe(status)
  expect(await answer.text()).not.toContain('sk_test_other')
})
