import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { accounts } from '../store/ledger.ts'
import { aBrandWith } from '../testing/a-brand.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })

test('shows zero credits to a brand that has never had any', async () => {
  expect(await app.as('brand').get('/credits')).toMatchObject({ status: 200, body: { available: 0, held: 0, spent: 0 } })
})

test('shows a brand only its own credits', async () => {
  const brand = await aBrandWith(app, 7)
  expect((await app.as(brand).get('/credits')).body).toEqual({ available: 7, held: 0, spent: 0 })
  expect((await app.as('brand').get('/credits', { brandId: brand.id })).status).toBe(403)
  expect((await app.as('brand').get('/credits')).body).toEqual({ available: 0, held: 0, spent: 0 })
})

test('finds a brand’s accounts using an index', async () => {
  expect(await accounts.explain(app.context(), { ownerId: person('brand').id, balance: { $gt: 0 } })).not.toContain('COLLSCAN')
})
