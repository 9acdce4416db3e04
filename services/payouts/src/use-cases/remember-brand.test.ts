import { BrandRegistered } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { brands } from '../store/brands.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })
const named = (brandId: string, brandName: string, version: number) => BrandRegistered.of({ brandId, brandName, version })

test('stores a brand only once, regardless of the order and number of events', async () => {
  const id = crypto.randomUUID()
  await app.deliver(named(id, 'Second', 2), { times: 2 })
  await app.deliver(named(id, 'First', 1))
  expect(await brands.byId(app.context(), id)).toEqual({ id, version: 2 })
  await app.deliver(named(id, 'Fourth', 4))
  expect(await brands.byId(app.context(), id)).toEqual({ id, version: 4 })
})
