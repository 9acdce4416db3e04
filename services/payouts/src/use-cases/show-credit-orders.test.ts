import { expect, test } from 'vitest'
import { OK, startMoney } from '../testing/start-money.ts'

const money = await startMoney()
const { app, console, aBrand, creditsOf, sandbox } = money

/** An order whose payment's messages are lost, as when the provider cannot reach us. */
async function anUnheardOrder() {
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

test('nobody has paid: the provider says so, and the page may be opened again', async () => {
  const { order, shown } = await anUnheardOrder()
  expect(await shown()).toMatchObject({ status: 'open', payment: 'none', url: order.url })
})

test('the provider has the money but its message is lost: the order is under way, cannot be paid again, and nothing is booked or written', async () => {
  const { brand, order, pay, shown } = await anUnheardOrder()
  await pay(OK)
  const answer = await shown()
  expect(answer).toMatchObject({ status: 'processing', payment: 'received' })
  expect(answer).not.toHaveProperty('url')
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  expect(await storedStatus(order.id)).toBe('open')
})

test('a debit that takes days is under way, and is told from money that is there', async () => {
  const { pay, shown } = await anUnheardOrder()
  await pay('AT611904300234573201')
  expect(await shown()).toMatchObject({ status: 'processing', payment: 'under_way' })
})

test.each(['error', 'slow'])('with the provider away (%s) the answer comes soon and claims nothing of the payment', async (kind) => {
  const { order, pay, shown } = await anUnheardOrder()
  await pay(OK)
  await console('faults', { kind, path: '/v1/checkout/sessions', times: 1, delayMs: 20_000 })
  const began = performance.now()
  const answer = await shown()
  await console('faults', undefined, 'DELETE')
  expect(performance.now() - began).toBeLessThan(3_700)
  expect(answer).toMatchObject({ id: order.id, status: 'open' })
  expect(answer).not.toHaveProperty('payment')
})

test('who asks too often waits, so that nobody can make us ask the provider without end', async () => {
  const { brand, order } = await anUnheardOrder()
  const answers = await Promise.all(Array.from({ length: 70 }, () => app.as(brand).get(`/credit-orders/${order.id}`)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
})
