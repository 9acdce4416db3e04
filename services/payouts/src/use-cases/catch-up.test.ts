import { PACKAGES } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { times } from '@reelfair/testkit'
import { afterEach, expect, test } from 'vitest'
import { catchUpWebhooks } from '../cli/catch-up-webhooks.ts'
import { placeOrder } from '../domain/order.ts'
import { type Ports, type Provider, ProviderFault } from '../ports.ts'
import { insertOrder } from '../store/orders.ts'
import { OK, startMoney } from '../testing/start-money.ts'
import { catchUp, catchUpWithStripe } from './catch-up.ts'

const { app, console, aBrand, aCreator, contextWithShortTimeout, onboard, accountOf, creditsOf, eventually, sandbox } = await startMoney({
  workers: true,
})

const silently = async (work: () => Promise<unknown>) => {
  await console('events/rules', { mode: 'drop', times: 100 })
  await work()
  await sandbox.deliveriesDone()
  await console('events/rules', undefined, 'DELETE')
}
afterEach(() => console('faults', undefined, 'DELETE'))

const run = (other: Partial<Provider> = {}) => catchUpWebhooks.run({}, contextWithShortTimeout(other) as Context<'system', Ports>)
const { provider } = contextWithShortTimeout().ports

async function aPaidOrder() {
  const brand = await aBrand()
  const { body } = await app.as(brand).post('/credit-orders', { package: 'starter' })
  const session = /\/checkout\/(\w+)/.exec(body.url)?.[1] ?? ''
  await silently(() => console(`checkout/${session}`, { card: OK, email: 'b@reelfair.example', country: 'FR' }))
  return { brand, session, id: body.id as string }
}

test('continues after a failed item, and reports the item at the end', async () => {
  const broken = await aPaidOrder()
  const sound = await aPaidOrder()
  const readCheckout = (session: string) =>
    session === broken.session ? Promise.reject(new Error('nobody expected this')) : provider.readCheckout(session)
  const fault = await run({ readCheckout }).catch((error: Error) => error.message)
  expect(fault).toMatch(/\n- event evt_\w+: nobody expected this/)
  expect(fault).toContain(`\n- order ${broken.id}: nobody expected this`)
  expect(await creditsOf(sound.brand)).toMatchObject({ available: 10_000 })
  expect(await creditsOf(broken.brand)).toMatchObject({ available: 0 })
  await run()
  expect(await creditsOf(broken.brand)).toMatchObject({ available: 10_000 })
})

test('does not process an event twice during catch-up', async () => {
  await aPaidOrder()
  await run()
  let asked = 0
  const readCheckout: Provider['readCheckout'] = (session) => {
    asked += 1
    return provider.readCheckout(session)
  }
  expect(await run({ readCheckout })).toContain('Processed 0 events')
  expect(asked).toBe(0)
})

test('continues after an unanswered account check, but stops after five in a row', async () => {
  const creators = await Promise.all(times(8, () => aCreator()))
  for (const creator of creators) await app.as(creator).post('/payout-account/onboarding', {})
  const [first, ...others] = creators.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const silent = await accountOf(first!)
  await silently(async () => {
    for (const creator of creators) await console(`accounts/${await accountOf(creator)}`, { outcome: 'complete' })
  })
  const lost = new ProviderFault({ kind: 'unknown', httpStatus: 502, stored: false, body: '' }, undefined)
  const fault = await run({ readAccount: (id) => (id === silent ? Promise.reject(lost) : provider.readAccount(id)) }).catch(
    (error: Error) => error.message,
  )
  expect(fault).toContain(`\n- account ${first!.id}: `)
  for (const creator of others) expect((await app.as(creator).get('/payout-account')).body.status).toBe('active')
  let asked = 0
  const { accounts, failures } = await catchUp(
    contextWithShortTimeout({
      readAccount: () => {
        asked += 1
        return Promise.reject(lost)
      },
    }),
    'all',
  )
  expect([accounts, asked, failures.at(-1)]).toEqual([0, 5, expect.stringContaining('Stripe does not answer')])
})

test('checks orders even if the list of events cannot be read', async () => {
  const { brand } = await aPaidOrder()
  await console('faults', { kind: 'error', method: 'GET', path: '/v1/events', times: 1 })
  await expect(run()).rejects.toThrow('could not list events')
  expect(await creditsOf(brand)).toMatchObject({ available: 10_000 })
})

test('confirms lost payments and expires orders without a page every hour, and checks accounts once a day', async () => {
  const { brand } = await aPaidOrder()
  const creator = await aCreator()
  await onboard(creator)
  const account = await accountOf(creator)
  await silently(() => console(`accounts/${account}`, { outcome: 'restricted' }))
  const pageless = placeOrder({ id: crypto.randomUUID(), brandId: brand.id, package: 'starter' }, PACKAGES.packages, app.clock.now())
  await app.context().transact((tx) => insertOrder(tx, pageless))
  app.clock.advance({ hours: 1, minutes: 1 })
  await eventually(async () => expect(await creditsOf(brand)).toMatchObject({ available: 10_000 }))
  expect((await app.as(creator).get('/payout-account')).body.status).toBe('active')
  app.clock.advance({ hours: 25 })
  await eventually(async () => {
    expect((await app.as(brand).get('/credit-orders')).body.items.find(({ id }: { id: string }) => id === pageless.id).status).toBe(
      'expired',
    )
    expect((await app.as(creator).get('/payout-account')).body.status).toBe('restricted')
  })
})

test('waits for the next hourly run while the provider is unavailable', async () => {
  await console('faults', { kind: 'error', times: 50, path: '/v1/' })
  expect(await catchUpWithStripe(contextWithShortTimeout())).toBe(false)
})
