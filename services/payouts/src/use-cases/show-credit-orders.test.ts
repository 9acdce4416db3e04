import { expect, test } from 'vitest'
import { OK, startMoney } from '../testing/start-money.ts'

const money = await startMoney()
const { app, console, aBrand, creditsOf, sandbox } = money

async function anOrderWithLostEvents() {
  await console('events/rules', { mode: 'drop', times: 100 })
  const brand = await aBrand()
  const { body: order } = await app.as(brand).post('/credit-orders', { package: 'growth' })
  const session = /\/checkout\/(\w+)/.exec(order.url)?.[1] ?? ''
  return {
    brand,
    order,
    pay: async (card: string) => {
      await console(`checkout/${session}`, { card, email: 'b@reelfair.example', country: 'FR' })
      await sandbox.deliveriesDone()
    },
    shown: async () => (await app.as(brand).get(`/credit-orders/${order.id}`)).body,
  }
}
const storedStatus = async (id: string) =>
  (await app.context().connection.collection<{ _id: string; status: string }>('orders').findOne({ _id: id }))?.status

test('shows an unpaid order as open, with its payment page', async () => {
  const { order, shown } = await anOrderWithLostEvents()
  expect(await shown()).toMatchObject({ status: 'open', payment: 'none', url: order.url })
})

test('shows a paid order as processing, and stores nothing, if the payment event was lost', async () => {
  const { brand, order, pay, shown } = await anOrderWithLostEvents()
  await pay(OK)
  const answer = await shown()
  expect(answer).toMatchObject({ status: 'processing', payment: 'received' })
  expect(answer).not.toHaveProperty('url')
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  expect(await storedStatus(order.id)).toBe('open')
})

test('distinguishes a pending debit from a received payment', async () => {
  const { pay, shown } = await anOrderWithLostEvents()
  await pay('AT611904300234573201')
  expect(await shown()).toMatchObject({ status: 'processing', payment: 'under_way' })
})

test.each(['error', 'slow'])('responds quickly, without a payment status, if the provider fails (%s)', async (kind) => {
  const { order, pay, shown } = await anOrderWithLostEvents()
  await pay(OK)
  await console('faults', { kind, path: '/v1/checkout/sessions', times: 1, delayMs: 20_000 })
  const began = performance.now()
  const answer = await shown()
  await console('faults', undefined, 'DELETE')
  expect(performance.now() - began).toBeLessThan(3_700)
  expect(answer).toMatchObject({ id: order.id, status: 'open' })
  expect(answer).not.toHaveProperty('payment')
})

test('limits the request rate, so a brand cannot flood the provider with calls', async () => {
  const { brand, order } = await anOrderWithLostEvents()
  const answers = await Promise.all(Array.from({ length: 70 }, () => app.as(brand).get(`/credit-orders/${order.id}`)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
})
