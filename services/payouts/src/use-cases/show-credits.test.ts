import { BrandRegistered } from '@reelfair/contracts'
import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { accounts } from '../store/ledger.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })

test('shows zero credits to a brand that never had any', async () => {
  expect(await app.as('brand').get('/credits')).toMatchObject({ status: 200, body: { available: 0, held: 0, spent: 0 } })
})

test('shows a brand only its own credits', async () => {
  const brand = person('brand')
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await grantCredits.run({ brandId: brand.id, credits: 7, reason: 'test' }, app.context())
  expect((await app.as(brand).get('/credits')).body).toEqual({ available: 7, held: 0, spent: 0 })
  expect((await app.as('brand').get('/credits', { brandId: brand.id })).status).toBe(400)
  expect((await app.as('brand').get('/credits')).body).toEqual({ available: 0, held: 0, spent: 0 })
})

test('finds a brand’s accounts using an index', async () => {
  expect(await accounts.explain(app.context(), { ownerId: person('brand').id, balance: { $gt: 0 } })).not.toContain('COLLSCAN')
})
