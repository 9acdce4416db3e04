import { BrandRegistered, deletedName, UserDeleted } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { brands } from '../store/brands.ts'
import { deletion } from '../store/erase-user.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv, workers: false })
const named = (brandId: string, brandName: string, version: number) => BrandRegistered.of({ brandId, brandName, version })

test('stores a brand’s newest name, regardless of the order and number of events', async () => {
  const id = crypto.randomUUID()
  await app.deliver(named(id, 'Second', 2), { times: 2 })
  await app.deliver(named(id, 'First', 1))
  expect(await brands.byId(app.context(), id)).toEqual({ id, brandName: 'Second', version: 2 })
  await app.deliver(named(id, 'Fourth', 4))
  expect(await brands.byId(app.context(), id)).toEqual({ id, brandName: 'Fourth', version: 4 })
})

test('replaces the name of a deleted brand, and does not store it again', async () => {
  const id = crypto.randomUUID()
  await app.deliver(named(id, 'First', 1))
  await app.deliver(UserDeleted.of({ userId: id, role: 'brand' }))
  while (await deletion.worker.run(app.context()));
  await app.deliver(named(id, 'Second', 2))
  expect(await brands.byId(app.context(), id)).toMatchObject({ brandName: deletedName(id) })
})
