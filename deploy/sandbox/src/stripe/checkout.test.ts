import { eventually } from '@reelfair/testkit/eventually'
import { Stripe } from 'stripe'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { callConsole, openWithWebhooks, type Received, sale, type WebhookWorld } from '../../test/client.ts'

let world: WebhookWorld
beforeAll(async () => {
  world = await openWithWebhooks()
  return world.stop
})
beforeEach(async () => {
  await world.sandbox.deliveriesDone()
  world.hooks.received.length = 0
})

const types = () => world.hooks.received.map(({ type }) => type)
const post = (path: string, form: Record<string, string>) =>
  fetch(`${world.sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const buyer = { email: 'b@example.test', name: 'B', country: 'FR' }

test('creates a session, accepts a payment on its page and sends a signed event', async () => {
  const { stripe, sandbox } = world
  const session = await stripe.checkout.sessions.create(sale())
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 10_000, payment_intent: null })
  const page = await (await fetch(session.url!)).text()
  expect(page).toContain('100 credits')
  expect(page).toContain('€100.00')
  const answer = await post(`/checkout/${session.id}`, { ...buyer, card: '4242 4242 4242 4242' })
  expect(answer.headers.get('location')).toBe(`https://reelfair.test/purchase/success?session_id=${session.id}`)
  await eventually(() => expect(types()).toContain('checkout.session.completed'))
  const { raw, signature, path } = world.hooks.received.find(({ type }) => type === 'checkout.session.completed') as Received
  expect(path).toBe('/webhooks/stripe/platform')
  const secret = sandbox.stripe.webhookSecrets.platform
  const event = stripe.webhooks.constructEvent(raw, signature, secret, undefined, undefined, world.clock.now().getTime())
  expect(event.data.object).toMatchObject({ id: session.id, payment_status: 'paid', metadata: { orderId: 'order-1' } })
  expect(() => stripe.webhooks.constructEvent(raw, signature, sandbox.stripe.webhookSecrets.connect)).toThrow()
  const again = await stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items', 'payment_intent.latest_charge'] })
  const intent = again.payment_intent as Stripe.PaymentIntent
  expect(again.line_items?.data[0]?.description).toBe('100 credits')
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_000, transfer_group: 'credits:order-1' })
  expect(intent.latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 10_000 })
})

test('keeps the session open after a declined card and then accepts a valid card', async () => {
  const { id } = await world.stripe.checkout.sessions.create(sale())
  const refused = await post(`/checkout/${id}`, { ...buyer, card: '4000000000000002' })
  expect(refused.status).toBe(402)
  expect(await refused.text()).toContain('Your card was declined.')
  const open = await world.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  expect(open).toMatchObject({ status: 'open', payment_intent: { last_payment_error: { decline_code: 'generic_decline' } } })
  await post(`/checkout/${id}`, { ...buyer, card: '4242424242424242' })
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
})

test.for([
  ['complete', 'complete', 'paid'],
  ['fail', 'open', 'unpaid'],
] as const)('3D Secure result %s leaves the session %s and %s', async ([step, status, paid]) => {
  const { id } = await world.stripe.checkout.sessions.create(sale())
  const answer = await post(`/checkout/${id}`, { ...buyer, card: '4000002500003155' })
  expect(answer.headers.get('location')).toBe(`/checkout/${id}/authenticate`)
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
  expect(await (await fetch(`${world.sandbox.url}/checkout/${id}/authenticate`)).text()).toContain('Complete')
  await post(`/checkout/${id}/authenticate`, { step })
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status, payment_status: paid })
})

test.for([
  ['AT611904300234573201', 'checkout.session.async_payment_succeeded', 'paid'],
  ['AT861904300235473202', 'checkout.session.async_payment_failed', 'unpaid'],
] as const)('for a debit from %s, emits %s after three days', async ([iban, event, paid]) => {
  const { id } = await world.stripe.checkout.sessions.create(sale())
  await post(`/checkout/${id}`, { ...buyer, card: iban })
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  world.clock.advance({ days: 2, hours: 23 })
  await world.sandbox.deliveriesDone()
  expect(types()).not.toContain(event)
  world.clock.advance({ hours: 1 })
  await eventually(() => expect(types()).toContain(event))
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: paid })
})

test('expires a session on schedule or on request, and then rejects payments', async () => {
  const { stripe, clock } = world
  const byClock = await stripe.checkout.sessions.create(sale())
  const onDemand = await stripe.checkout.sessions.create(sale())
  expect((await stripe.checkout.sessions.expire(onDemand.id)).status).toBe('expired')
  await expect(stripe.checkout.sessions.expire(onDemand.id)).rejects.toThrow('Only Checkout Sessions with a status in ["open"]')
  clock.advance({ days: 1 })
  expect(await stripe.checkout.sessions.retrieve(byClock.id)).toMatchObject({ status: 'expired', url: null })
  expect((await post(`/checkout/${byClock.id}`, { ...buyer, card: '4242424242424242' })).status).toBe(410)
  await eventually(() => expect(types().filter((type) => type === 'checkout.session.expired')).toHaveLength(2))
})

test('keeps funds pending for seven days unless card 0077 was used, and deducts the fee', async () => {
  const { stripe, sandbox, clock } = world
  const start = await stripe.balance.retrieve()
  const buy = async (card: string) => {
    const { id } = await stripe.checkout.sessions.create(sale())
    await callConsole(sandbox, `/_sandbox/checkout/${id}`, { card })
  }
  const change = async () => {
    const { available, pending } = await stripe.balance.retrieve()
    return [available[0]!.amount - start.available[0]!.amount, pending[0]!.amount - start.pending[0]!.amount]
  }
  await buy('4000000000000077')
  expect(await change()).toEqual([9_825, 0])
  await buy('4242424242424242')
  expect(await change()).toEqual([9_825, 9_825])
  clock.advance({ days: 7 })
  const { available } = await stripe.balance.retrieve()
  expect(available[0]!.amount).toBeGreaterThanOrEqual(start.available[0]!.amount + 2 * 9_825)
  const newest = await stripe.balanceTransactions.list({ type: 'charge', limit: 1 })
  expect(newest.data[0]).toMatchObject({ amount: 10_000, fee: 175, net: 9_825, status: 'available' })
})

const line = (unit_amount: number) => [{ quantity: 1, price_data: { currency: 'eur', unit_amount, product_data: { name: 'x' } } }]
test.for([
  ['a missing success URL', { success_url: undefined }, 'parameter_missing', 'success_url'],
  ['a parameter of an older API version', { payment_method_types: ['card'] }, 'parameter_unknown', 'payment_method_types'],
  ['an unknown customer', { customer: 'cus_none' }, 'resource_missing', 'customer'],
  ['an amount below 50 cents', { line_items: line(49) }, 'amount_too_small', undefined],
  ['a fraction of a cent', { line_items: line(100.5) }, 'parameter_invalid_integer', 'line_items[0][price_data][unit_amount]'],
  ['an invalid URL', { success_url: 'nowhere' }, 'url_invalid', 'success_url'],
] as const)('refuses %s', async ([, change, code, param]) => {
  const refused = await world.stripe.checkout.sessions.create({ ...sale(), ...change } as never).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
  expect(refused).toMatchObject({ code, ...(param ? { param } : {}), requestId: expect.stringMatching(/^req_/) })
})

test('escapes the buyer’s input', async () => {
  const { id } = await world.stripe.checkout.sessions.create(sale())
  const page = await post(`/checkout/${id}`, { ...buyer, name: '"><script>alert(1)</script>', card: '1' })
  const text = await page.text()
  expect(text).toContain('Your card number is incorrect.')
  expect(text).not.toContain('<script>')
})
