import { SETTING_DEFAULTS, SettingChanged } from '@reelfair/contracts'
import { countBy, recordingLog, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { MAX_UNPAID_PER_DAY } from '../domain/order.ts'
import { ProviderFault } from '../ports.ts'
import { insertOrder, orders } from '../store/orders.ts'
import { OK, startMoney } from '../testing/start-money.ts'
import { confirmOrderIn } from './confirm-order.ts'
import { orderCredits } from './order-credits.ts'

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

test('opens a payment page and posts nothing', async () => {
  const { brand, order } = await anOrder('starter')
  expect(order).toMatchObject({ package: 'starter', credits: 10_000, priceCents: 300, status: 'open' })
  expect(order.url).toContain(sandbox.url)
  expect(await creditsOf(brand)).toEqual({ available: 0, held: 0, spent: 0 })
})

test('an order keeps its credits and price, and later orders follow the newest price list', async () => {
  const { brand, order, pay, orderOf } = await anOrder('starter')
  const validFrom = app.clock.now()
  const list = (version: number, priceCents: number, credits: number) =>
    SettingChanged.of({
      key: 'packages',
      value: SETTING_DEFAULTS.packages.map((one) => (one.id === 'starter' ? { ...one, priceCents, credits } : one)),
      validFrom,
      version,
    })
  // The events arrive twice and out of order.
  for (const event of [list(2, 450, 15_000), list(1, 999, 20_000), list(2, 450, 15_000)]) await app.deliver(event)
  const later = await anOrder('starter')
  expect(later.order).toMatchObject({ credits: 15_000, priceCents: 450 })
  expect(await orderOf()).toMatchObject({ id: order.id, credits: 10_000, priceCents: 300 })
  await pay(OK)
  await later.pay(OK)
  expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
  expect(await creditsOf(later.brand)).toMatchObject({ available: 15_000 })
  await expect(auditLedger(app.context())).resolves.toBeDefined()
  await app.deliver(SettingChanged.of({ key: 'packages', value: SETTING_DEFAULTS.packages, validFrom: app.clock.now(), version: 3 }))
})

test('a repeated request returns its original order, not one at a newer price', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const ask = () => app.as(brand).post('/credit-orders', { package: 'growth' }, { key })
  const first = (await ask()).body
  const dearer = SETTING_DEFAULTS.packages.map((one) => ({ ...one, priceCents: one.priceCents * 2 }))
  await app.deliver(SettingChanged.of({ key: 'packages', value: dearer, validFrom: app.clock.now(), version: 4 }))
  expect((await ask()).body).toEqual(first)
  expect((await anOrder('growth')).order.priceCents).toBe(2_800)
  await app.deliver(SettingChanged.of({ key: 'packages', value: SETTING_DEFAULTS.packages, validFrom: app.clock.now(), version: 5 }))
})

test('posts the credits exactly once when the signed payment event arrives, and emits `credits.purchased`', async () => {
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

test('shows a payment on the return page, but posts its credits only after recovering the lost event', async () => {
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

test('posts nothing for a wrong amount, reports the order during catch-up, and posts all other payments', async () => {
  const mismatched = await anOrder()
  const sound = await anOrder()
  await console('events/rules', { mode: 'drop', times: 40 })
  await mismatched.pay(OK)
  await sound.pay(OK)
  await console('events/rules', undefined, 'DELETE')
  const orders = app.context().connection.collection<{ _id: string }>('orders')
  const price = (priceCents: number) => orders.updateOne({ _id: mismatched.order.id }, { $set: { priceCents } })
  await price(1_500)
  await expect(catchUpWebhooks.run({}, app.context())).rejects.toThrow(
    `Investigate what remains:\n- order ${mismatched.order.id} costs 1500 eur cents, but 1400 eur cents were paid`,
  )
  expect(await creditsOf(mismatched.brand)).toMatchObject({ available: 0 })
  expect(await creditsOf(sound.brand)).toMatchObject({ available: 50_000 })
  await price(1_400)
  await catchUpWebhooks.run({}, app.context())
  expect(await creditsOf(mismatched.brand)).toMatchObject({ available: 50_000 })
})

test('keeps the payment page open after a declined card, and accepts another card', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('4000000000000002')
  expect(await orderOf()).toMatchObject({ status: 'open' })
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  await pay(OK)
  expect(await creditsOf(brand)).toMatchObject({ available: 50_000 })
})

test('confirms a payment when 3-D Secure succeeds, but not when it fails', async () => {
  const passed = await anOrder()
  await passed.pay('4000002500003155', { authenticate: 'complete' })
  expect(await passed.orderOf()).toMatchObject({ status: 'paid' })
  const failed = await anOrder()
  await failed.pay('4000002500003155', { authenticate: 'fail' })
  expect(await failed.orderOf()).toMatchObject({ status: 'open' })
  expect(await creditsOf(failed.brand)).toMatchObject({ available: 0 })
})

test('shows a delayed payment as processing, and posts the credits when it succeeds', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('AT611904300234573201')
  expect(await orderOf()).toMatchObject({ status: 'processing' })
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
  app.clock.advance({ days: 4 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'paid' }))
  expect(await creditsOf(brand)).toMatchObject({ available: 50_000 })
})

test('fails the order and posts nothing when a delayed payment fails', async () => {
  const { brand, orderOf, pay } = await anOrder()
  await pay('AT861904300235473202')
  app.clock.advance({ days: 4 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'failed' }))
  expect(await creditsOf(brand)).toMatchObject({ available: 0 })
})

async function plant({ brand, order }: Awaited<ReturnType<typeof anOrder>>, count: number, status: 'open' | 'paid') {
  const { id: _, version: __, ...stored } = (await orders.byId(app.context(), order.id)) ?? expect.unreachable()
  await app.context().transact(async (tx) => {
    for (const id of times(count, () => crypto.randomUUID())) await insertOrder(tx, { ...stored, id, status, brandId: brand.id })
  })
}

test('allows 50 unpaid orders per brand per business day, not counting paid orders or repeated requests', async () => {
  const first = await anOrder()
  const { brand } = first
  const key = crypto.randomUUID()
  const order = (options = {}) => app.as(brand).post('/credit-orders', { package: 'starter' }, options)
  await plant(first, MAX_UNPAID_PER_DAY - 2, 'open')
  await plant(first, 3, 'paid')
  const last = await order({ key })
  expect(last.status).toBe(201)
  const limit = MAX_UNPAID_PER_DAY
  expect(await order()).toMatchObject({
    status: 409,
    body: { code: 'unpaid_limit_reached', details: { limit }, detail: expect.stringContaining('unpaid orders') },
  })
  expect((await order({ headers: { 'accept-language': 'fr' } })).body.detail).toContain('commandes aujourd’hui sans les régler')
  await app
    .context()
    .connection.collection('requests')
    .updateMany({}, { $unset: { answer: 1 } })
  expect((await order({ key })).body).toEqual(last.body)
  expect((await app.as(await aBrand()).post('/credit-orders', { package: 'starter' })).status).toBe(201)
  app.clock.advance({ days: 1 })
  expect((await order()).status).toBe(201)
})

test('lets concurrent orders exceed the limit, but refuses the next one', async () => {
  const first = await anOrder()
  await plant(first, MAX_UNPAID_PER_DAY - 2, 'open')
  const order = () => app.as(first.brand).post('/credit-orders', { package: 'starter' })
  const { 201: placed = 0, 409: refused = 0 } = countBy(await Promise.all(times(5, order)), 'status')
  expect([placed >= 1, placed + refused]).toEqual([true, 5])
  expect(await order()).toMatchObject({ status: 409, body: { code: 'unpaid_limit_reached' } })
})

test('removes expired orders after 30 days, except those that get a payment page after all', async () => {
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

test('raises an alarm for a payment whose order is missing', async () => {
  const { log, alarms } = recordingLog()
  const ctx = { ...money.contextWithShortTimeout(), log }
  const payment = { paid: true, page: 'complete', failed: false, amountCents: 1_400, currency: 'eur' } as const
  const confirm = (paid: boolean) =>
    app.context().transact((tx) => confirmOrderIn(tx, { orderId: crypto.randomUUID(), payment: { ...payment, paid } }, ctx))
  await confirm(false)
  expect(alarms()).toEqual([])
  await confirm(true)
  expect(alarms()).toMatchObject([{ msg: 'paid order is missing' }])
})

test('expires an order whose payment page was not used', async () => {
  const { order, orderOf } = await anOrder()
  app.clock.advance({ days: 2 })
  await money.eventually(async () => expect(await orderOf()).toMatchObject({ status: 'expired' }))
  const stored = () => orders.byId(app.context(), order.id)
  await money.eventually(async () => expect(await stored()).toMatchObject({ status: 'expired', expiredAt: expect.any(Date) }))
})

test('returns the same order when a request is repeated', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const first = await app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  const second = await app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  expect(second.body).toEqual(first.body)
  expect((await app.as(brand).get('/credit-orders')).body.items).toHaveLength(1)
})

test('accepts only fully registered brands, their own orders and packages on sale', async () => {
  const { order } = await anOrder()
  expect((await app.as(await aBrand()).get(`/credit-orders/${order.id}`)).status).toBe(404)
  expect((await app.as('creator').post('/credit-orders', { package: 'starter' })).status).toBe(403)
  expect((await app.as('incomplete-brand').post('/credit-orders', { package: 'starter' })).body.code).toBe('brand_incomplete')
  expect((await app.as('visitor').post('/credit-orders', { package: 'starter' })).status).toBe(401)
  for (const wrong of [{ package: 'huge' }, { package: 'starter', priceCents: 1 }, { package: { $ne: '' } }])
    expect((await app.as('brand').post('/credit-orders', wrong)).body.code).toBe('invalid_input')
})

test('responds with `provider_unavailable` and expires the order if the provider fails', async () => {
  const brand = await aBrand()
  await console('faults', { kind: 'error', path: '/v1/checkout/sessions', times: 1 })
  const { status, body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ status: 'expired' }])
})

test('lists each movement of credits in the statement', async () => {
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
  'continues with the same order and page when a request is repeated after %s, now in French',
  async (kind) => {
    const brand = await aBrand()
    const key = crypto.randomUUID()
    const order = (headers = {}) => app.as(brand).post('/credit-orders', { package: 'starter' }, { key, headers })
    // Two faults, because the client library retries once when a connection breaks.
    await failing(kind, 2)
    expect((await order()).body.code).toBe('provider_unavailable')
    await console('faults', undefined, 'DELETE')
    const { status, body } = await order(FRENCH)
    expect([status, body.status, body.url]).toEqual([201, 'open', expect.stringContaining(sandbox.url)])
    expect((await order()).body).toEqual(body)
    expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: body.id, status: 'open' }])
  },
)

test('requests a payment page with a new key when the provider would repeat its failure', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  await failing('error_after')
  // The first call fails, and the provider repeats its response to the second call.
  expect([(await order()).status, (await order()).status]).toEqual([503, 503])
  const { status, body } = await order()
  expect([status, body.status]).toEqual([201, 'open'])
  expect((await app.as(brand).get('/credit-orders')).body.items).toMatchObject([{ id: body.id }])
})

test('responds to concurrent copies of a request with the same page or `provider_unavailable`', async () => {
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

test('keeps an order open if a concurrent copy of the request has stored its payment page', async () => {
  const brand = await aBrand()
  const onceId = crypto.randomUUID()
  const run = (other: Parameters<typeof money.contextWithShortTimeout>[0]) => {
    const actor = { kind: 'user', id: brand.id, role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
    return orderCredits({ package: 'starter' }, { ...money.contextWithShortTimeout(other), actor, onceId })
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

test('resumes an order on a repeated request if the process died before storing the payment page', async () => {
  const brand = await aBrand()
  const key = crypto.randomUUID()
  const order = () => app.as(brand).post('/credit-orders', { package: 'starter' }, { key })
  const { body } = await order()
  const { connection } = app.context()
  await connection.collection<{ _id: string }>('orders').updateOne({ _id: body.id }, { $unset: { sessionId: 1, url: 1 } })
  await connection.collection('requests').updateMany({}, { $unset: { answer: 1 } })
  expect((await order()).body).toEqual(body)
})
