import { countBy, listeningLog, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { MOST_UNPAID_A_DAY } from '../domain/order.ts'
import { ProviderFault } from '../ports.ts'
import { insertOrder, orders } from '../store/orders.ts'
import { OK, startMoney } from '../testing/start-money.ts'
import { orderCredits } from './order-credits.ts'
import { settleOrderIn } from './settle-order.ts'

const money = await startMoney()
const { app, console, aBrand, creditsOf, sandbox } = money

async function anOrder(name = 'growth') {
  const brand = await aBrand()
  const { status, body } = await app.as(brand).post('/credit-orders', { package: name })
  expect(status).toBe(201)
  const session = /\/checkout\/(\w+)/.exec(body.url)?.[1] ?? ''
  const orderOf = async () => (await app.as(brand).get(`/credit-orders/${body.id}`)).body
  const pay = async (card: string, more: object = {}) => {
    const answer = await console(`checkout/${session}`, { card, email: 'b@reelfair.example', country: 'FR', ...more }).catch(
      (error: Error) => error,
    )
    await sandbox.deliveriesDone()
    return answer
  }
  return { brand, order: body, session, orderOf, pay }
}

test('an order opens a payment page and books nothing', async () => {
  const { brand, order } = await anOrder('starter')
  expect(order).toMatchObject({ package: 'starter', credits: 10_000, priceCents: 300, status: 'open' })
  expect(order.url).toContain(sandbox.url)
  expect(await creditsOf(brand)).toEqual({ available: 0, held: 0, spent: 0 })
})

test('the signed message of a paid page books the credits, once, and says so', async () => {
  const { brand, order, orderOf, pay } = await anOrder()
  await pay(OK)
  expect(await orderOf()).toMatchObject({ status: 'paid', paidAt: expect.any(String) })
  expect((await orderOf()).url).toBeUndefined()
  expect(await creditsOf(brand)).toEqual({ available: 50_000, held: 0, spent: 0 })
  expect((await app.emitted('credits.purchased')).filter(({ brandId }) => brandId === brand.id)).toEqual([
    { orderId: order.id, brandId: brand.id, package: 'growth', credits: 50_000, priceCents: 1_400 },
  ])
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('the return page asks and never books: with the message lost the credits wait until it is caught up', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await console('events/rules', { mode: 'drop', times: 20 })
  await pay(OK)
  await console('events/rules', undefined, 'DELETE')
  expect(await orderOf()).toMatchObject({ status: 'processing', payment: 'received' })
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  await catchUpWebhooks.run({}, app.context())
  await catchUpWebhooks.run({}, app.context())
  expect(await orderOf()).toMatchObject({ status: 'paid' })
  expect(await creditsOf(brand)).toMatchObject({ available: 50_000 })
})

test('another amount than was asked for is booked by nobody: catching up names it, and takes all others', async () => {
  const strange = await anOrder()
  const sound = await anOrder()
  await console('events/rules', { mode: 'drop', times: 40 })
  await strange.pay(OK)
  await sound.pay(OK)
  await console('events/rules', undefined, 'DELETE')
  const orders = app.context().connection.collection<{ _id: string }>('orders')
  const price = (priceCents: number) => orders.updateOne({ _id: strange.order.id }, { $set: { priceCents } })
  await price(1_500)
  await expect(catchUpWebhooks.run({}, app.context())).rejects.toThrow(
    `somebody has to look at these:\n- order ${strange.order.id} costs 1500 eur cents, and 1400 eur were paid`,
  )
  expect(await creditsOf(strange.brand)).toMatchObject({ available: 0 })
  expect(await creditsOf(sound.brand)).toMatchObject({ available: 50_000 })
  await price(1_400)
  await catchUpWebhooks.run({}, app.context())
  expect(await creditsOf(strange.brand)).toMatchObject({ available: 50_000 })
})

test('a declined card leaves the page open, and another one pays', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('4000000000000002')
  expect(await orderOf()).toMatchObject({ status: 'open' })
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  await pay(OK)
  expect(await creditsOf(brand)).toMatchObject({ available: 50_000 })
})

test('3-D Secure pays when it is passed and not when it fails', async () => {
  const passed = await anOrder()
  await passed.pay('4000002500003155', { authenticate: 'complete' })
  expect(await passed.orderOf()).toMatchObject({ status: 'paid' })
  const failed = await anOrder()
  await failed.pay('4000002500003155', { authenticate: 'fail' })
  expect(await failed.orderOf()).toMatchObject({ status: 'open' })
  expect(await creditsOf(failed.brand)).toMatchObject({ available: 0 })
})

test('a delayed payment is under way, then books', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('AT611904300234573201')
  expect(await orderOf()).toMatchObject({ status: 'processing' })
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  app.clock.advance({ days: 4 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'paid' }))
  expect(await creditsOf(brand)).toMatchObject({ available: 50_000 })
})

test('a delayed payment that does not come fails the order and books nothing', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('AT861904300235473202')
  app.clock.advance({ days: 4 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'failed' }))
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
})

/** Orders of today, as many as given, of one brand. */
async function plant({ brand, order }: Awaited<ReturnType<typeof anOrder>>, count: number, status: 'open' | 'paid') {
  const { id: _, version: __, ...stored } = (await orders.byId(app.context(), order.id)) ?? expect.unreachable()
  await app.context().transact(async (tx) => {
    for (const id of times(count, () => crypto.randomUUID())) await insertOrder(tx, { ...stored, id, status, brandId: brand.id })
  })
}

test('a brand may leave fifty orders of a business day unpaid; paid ones do not count, a repeat is answered, and the next day has room', async () => {
  const first = await anOrder()
  const { brand } = first
  const key = crypto.randomUUID()
  const order = (options = {}) => app.as(brand).post('/credit-orders', { package: 'starter' }, options)
  await plant(first, MOST_UNPAID_A_DAY - 2, 'open')
  await plant(first, 3, 'paid')
  const last = await order({ key })
  expect(last.status).toBe(201)
  const limit = MOST_UNPAID_A_DAY
  expect(await order()).toMatchObject({
    status: 409,
    body: { code: 'unpaid_limit_reached', details: { limit }, detail: expect.stringContaining('unpaid orders') },
  })
  expect((await order({ headers: { 'accept-language': 'fr' } })).body.detail).toContain('commandes impayées')
  await app
    .context()
    .connection.collection('requests')
    .updateMany({}, { $unset: { answer: 1 } })
  expect((await order({ key })).body).toEqual(last.body)
  expect((await app.as(await aBrand()).post('/credit-orders', { package: 'starter' })).status).toBe(201)
  app.clock.advance({ days: 1 })
  expect((await order()).status).toBe(201)
})

test('concurrent orders exceed the limit at most by their number, and the next one is refused', async () => {
  const first = await anOrder()
  await plant(first, MOST_UNPAID_A_DAY - 2, 'open')
  const order = () => app.as(first.brand).post('/credit-orders', { package: 'starter' })
  const { 201: placed = 0, 409: refused = 0 } = countBy(await Promise.all(times(5, order)), 'status')
  expect([placed >= 1, placed + refused]).toEqual([true, 5])
  expect(await order()).toMatchObject({ status: 409, body: { code: 'unpaid_limit_reached' } })
})

test('an index removes an expired order after thirty days; one that gets its page after all stays', async () => {
  expect(orders.indexes.find(({ key }) => 'expiredAt' in key)).toMatchObject({ expireAfterSeconds: 30 * 86_400 })
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  const stored = async () => (await orders.find(app.context(), { brandId: brand.id }, { limit: 2 }))[0]
  await console('faults', { kind: 'rate_limit', method: 'POST', path: '/v1/checkout/sessions', times: 2 })
  expect((await order()).body.code).toBe('provider_unavailable')
  await console('faults', undefined, 'DELETE')
  expect(await stored()).toMatchObject({ status: 'expired', expiredAt: expect.any(Date) })
  expect((await order()).status).toBe(201)
  expect(await stored()).toMatchObject({ status: 'open' })
  expect((await stored())?.expiredAt ?? undefined).toBeUndefined()
})

test('raises an alarm when a payment arrives whose order is missing', async () => {
  const { log, alarms } = listeningLog()
  const ctx = { ...money.impatient(), log }
  const payment = { paid: true, page: 'complete', failed: false, amountCents: 1_400, currency: 'eur' } as const
  const settle = (paid: boolean) =>
    app.context().transact((tx) => settleOrderIn(tx, { orderId: crypto.randomUUID(), payment: { ...payment, paid } }, ctx))
  await settle(false)
  expect(alarms()).toEqual([])
  await settle(true)
  expect(alarms()).toMatchObject([{ msg: 'paid order is missing' }])
})

test('a page that nobody used expires', async () => {
  const { order, orderOf } = await anOrder()
  app.clock.advance({ days: 2 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'expired' }))
  const stored = () => orders.byId(app.context(), order.id)
  await money.eventually(async () => expect(await stored()).toMatchObject({ status: 'expired', expiredAt: expect.any(Date) }))
})

test('the same request again answers with the same order', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const first = await app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  const second = await app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  expect(second.body).toEqual(first.body)
  expect((await app.as(brand).get('/credit-orders')).body.items).toHaveLength(1)
})

test('who may: a brand with a complete registration, its own orders alone, and no package that is not sold', async () => {
  const { order } = await anOrder()
  expect((await app.as(await aBrand()).get(`/credit-orders/${order.id}`)).status).toBe(404)
  expect((await app.as('creator').post('/credit-orders', { package: 'starter' })).status).toBe(403)
  expect((await app.as('incomplete-brand').post('/credit-orders', { package: 'starter' })).body.code).toBe('brand_incomplete')
  expect((await app.as('visitor').post('/credit-orders', { package: 'starter' })).status).toBe(401)
  for (const wrong of [{ package: 'huge' }, { package: 'starter', priceCents: 1 }, { package: { $ne: '' } }])
    expect((await app.as('brand').post('/credit-orders', wrong)).body.code).toBe('invalid_input')
})

test('without the provider it says so, and the order is over', async () => {
  const brand = await aBrand()
  await console('faults', { kind: 'error', path: '/v1/checkout/sessions', times: 1 })
  const { status, body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ status: 'expired' }])
})

test('the statement has a line for each movement', async () => {
  const { brand, order, pay } = await anOrder('starter')
  await pay(OK)
  expect((await app.as(brand).get('/credits/statement')).body).toEqual({
    items: [
      {
        id: expect.any(String),
        at: expect.any(String),
        reason: 'purchase',
        subject: order.id,
        package: 'starter',
        available: 10_000,
        held: 0,
        spent: 0,
        availableAfter: 10_000,
      },
    ],
  })
})

const SESSIONS = '/v1/checkout/sessions'
const FRENCH = { 'accept-language': 'fr' }
const failing = (kind: string, times = 1) => console('faults', { kind, method: 'POST', path: SESSIONS, times })

test.each(['rate_limit', 'error', 'conflict', 'drop_before', 'drop_after'])(
  'the same request again after %s, now in French, goes on with the same order and page',
  async (kind) => {
    const brand = await aBrand()
    const key = crypto.randomUUID()
    const order = (headers = {}) => app.as(brand).post('/credit-orders', { package: 'starter' }, { key, headers })
    // Twice: the library asks again by itself where a connection broke.
    await failing(kind, 2)
    expect((await order()).body.code).toBe('provider_unavailable')
    await console('faults', undefined, 'DELETE')
    const { status, body } = await order(FRENCH)
    expect([status, body.status, body.url]).toEqual([201, 'open', expect.stringContaining(sandbox.url)])
    expect((await order()).body).toEqual(body)
    expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: body.id, status: 'open' }])
  },
)

test('an answer that the provider would give for ever is left behind: the same request asks for another page', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  await failing('error_after')
  // The first, and the same once more from the provider's memory.
  expect([(await order()).status, (await order()).status]).toEqual([503, 503])
  const { status, body } = await order()
  expect([status, body.status]).toEqual([201, 'open'])
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: body.id }])
})

test('of the same request several times at once each is answered with the one page, or told to come again', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  await console('faults', { kind: 'slow', method: 'POST', path: SESSIONS, delayMs: 300 })
  const answers = await Promise.all([order(), order(), order(), order()])
  const { body } = await order()
  expect(answers.some(({ status }) => status === 201)).toBe(true)
  for (const answer of answers)
    expect(answer.status === 201 ? [answer.body.id, answer.body.url] : answer.body.code).toEqual(
      answer.status === 201 ? [body.id, body.url] : 'provider_unavailable',
    )
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: body.id, status: 'open' }])
})

test('of two at once the one that the provider refuses does not end the order that has its page', async () => {
  const brand = await aBrand()
  const onceId = crypto.randomUUID()
  const run = (other: Parameters<typeof money.impatient>[0]) => {
    const actor = { kind: 'user', id: brand.id, role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
    return orderCredits({ package: 'starter' }, { ...money.impatient(other), actor, onceId })
  }
  const busy = new ProviderFault({ kind: 'later', code: 'idempotency_key_in_use', httpStatus: 409, stored: false, body: '' }, undefined)
  const order = await run({
    openCheckout: async () => {
      await run({})
      throw busy
    },
  })
  expect(order).toMatchObject({ status: 'open', url: expect.stringContaining(sandbox.url) })
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: onceId, status: 'open', url: order.url }])
})

test('a process that dies before it has noted the page leaves an order that the same request takes up', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  const { body } = await order()
  const { connection } = app.context()
  await connection.collection<{ _id: string }>('orders').updateOne({ _id: body.id }, { $unset: { sessionId: 1, url: 1 } })
  await connection.collection('requests').updateMany({}, { $unset: { answer: 1 } })
  expect((await order()).body).toEqual(body)
})
