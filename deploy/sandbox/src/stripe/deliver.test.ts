import { eventually } from '@reelfair/testkit/eventually'
import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { callConsole, open, openWithWebhooks, type Received, type WebhookWorld } from '../../test/client.ts'

let world: WebhookWorld
beforeEach(async () => {
  world = await openWithWebhooks()
  return world.stop
})

const createCustomer = (name = 'a') => world.stripe.customers.create({ name })
const rule = (mode: string, more = {}) => callConsole(world.sandbox, '/_sandbox/events/rules', { mode, ...more })
const names = () => world.hooks.received.map(({ raw }) => JSON.parse(raw).data.object.name)
const verify = ({ raw, signature }: Received) =>
  world.stripe.webhooks.constructEvent(
    raw,
    signature,
    world.sandbox.stripe.webhookSecrets.platform,
    undefined,
    undefined,
    world.clock.now().getTime(),
  )
const undelivered = async () => (await world.stripe.events.list({ delivery_success: false })).data.map(({ type }) => type)

test('retries a failed delivery on schedule until the endpoint accepts it', async () => {
  world.hooks.answers.push(500, 503)
  await createCustomer()
  await eventually(() => expect(world.hooks.received).toHaveLength(1))
  await world.sandbox.deliveriesDone()
  expect(await undelivered()).toEqual(['customer.created'])
  world.clock.advance({ seconds: 5 })
  await eventually(() => expect(world.hooks.received).toHaveLength(2))
  await world.sandbox.deliveriesDone()
  world.clock.advance({ seconds: 30 })
  await eventually(() => expect(world.hooks.received).toHaveLength(3))
  expect(verify(world.hooks.received[2]!)).toMatchObject({
    type: 'customer.created',
    data: { object: { name: 'a' } } satisfies { object: Partial<Stripe.Customer> },
  })
  await world.sandbox.deliveriesDone()
  world.clock.advance({ days: 3 })
  await world.sandbox.deliveriesDone()
  expect(world.hooks.received).toHaveLength(3)
  expect(new Set(world.hooks.received.map(({ id }) => id)).size).toBe(1)
  expect(await undelivered()).toEqual([])
})

test.for([
  ['duplicate', 2],
  ['triplicate', 3],
] as const)('%s: delivers the same event %i times', async ([mode, times]) => {
  await rule(mode)
  await createCustomer()
  await createCustomer('next')
  await eventually(() => expect(world.hooks.received).toHaveLength(times + 1))
  await world.sandbox.deliveriesDone()
  expect(names().filter((name) => name === 'a')).toHaveLength(times)
})

test('late: delivers the event a day later', async () => {
  await rule('late')
  await createCustomer()
  await createCustomer('next')
  await eventually(() => expect(names()).toEqual(['next']))
  world.clock.advance({ days: 1 })
  await eventually(() => expect(names()).toEqual(['next', 'a']))
  expect(verify(world.hooks.received[1]!).type).toBe('customer.created')
})

test('reorder: delivers the event after the next event', async () => {
  await rule('reorder')
  await createCustomer('first')
  await createCustomer('second')
  await eventually(() => expect(names()).toEqual(['second', 'first']))
})

test('drop: never delivers the event, but lists it as undelivered', async () => {
  await rule('drop', { type: 'customer' })
  await createCustomer()
  await createCustomer('next')
  await eventually(() => expect(names()).toEqual(['next']))
  world.clock.advance({ days: 4 })
  await world.sandbox.deliveriesDone()
  expect(names()).toEqual(['next'])
  const { data } = await world.stripe.events.list({ delivery_success: false, types: ['customer.created'] })
  expect(data.map(({ data: { object } }) => (object as Stripe.Customer).name)).toEqual(['a'])
})

test.for(['bad_signature', 'old_timestamp'])('%s: sends a signature that the client rejects', async (mode) => {
  await rule(mode)
  await createCustomer()
  await eventually(() => expect(world.hooks.received).toHaveLength(1))
  expect(() => verify(world.hooks.received[0]!)).toThrow()
})

test('resends an event on request, even several times concurrently or with an invalid signature', async () => {
  await createCustomer()
  await eventually(() => expect(world.hooks.received).toHaveLength(1))
  const { id } = world.hooks.received[0]!
  const { body } = await callConsole(world.sandbox, `/_sandbox/events/${id}/deliver`, { times: 3, parallel: true })
  expect(body).toEqual([{ status: 200 }, { status: 200 }, { status: 200 }])
  await callConsole(world.sandbox, `/_sandbox/events/${id}/deliver`, { badSignature: true })
  expect(world.hooks.received.filter((one) => one.id === id)).toHaveLength(5)
  expect(() => verify(world.hooks.received[4]!)).toThrow()
})

test('delivers earlier events once the app’s origin is set', async () => {
  const early = await open()
  await early.stripe.customers.create({ name: 'early' })
  early.sandbox.setAppOrigin(world.hooks.origin)
  await eventually(() => expect(names()).toEqual(['early']))
  await early.sandbox.stop()
})

test('lists undelivered events from a cursor whose event has since been delivered', async () => {
  const { stripe, sandbox } = world
  await rule('drop', { times: 3 })
  for (const name of ['a', 'b', 'c']) await createCustomer(name)
  const list = async (more: Stripe.EventListParams = {}) =>
    (await stripe.events.list({ delivery_success: false, ...more })).data.map(({ id }) => id)
  const [newest = '', ...others] = await list()
  await callConsole(sandbox, `/_sandbox/events/${newest}/deliver`, {})
  expect(others).toHaveLength(2)
  expect(await list()).toEqual(others)
  expect(await list({ starting_after: newest })).toEqual(others)
  await expect(list({ starting_after: 'evt_none' })).rejects.toMatchObject({ code: 'resource_missing' })
})
