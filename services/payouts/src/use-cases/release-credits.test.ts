import { type Person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { aBrandWith } from '../testing/a-brand.ts'
import { aPartnership } from '../testing/a-partnership.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })

const anInvitation = (brand: Person) => aPartnership({ brandId: brand.id, creatorId: crypto.randomUUID() }, { viewsGoal: 4_000 })

const creditsOf = async (brand: Person) => (await app.as(brand).get('/credits')).body
const releasedOf = async (brand: Person) => (await app.emitted('credits.released')).filter(({ brandId }) => brandId === brand.id)

test.each(['rejected', 'expired', 'withdrawn'] as const)('returns the credits of an invitation that is %s only once', async (status) => {
  const brand = await aBrandWith(app, 5_000)
  const { id, requested, closed } = anInvitation(brand)
  await app.deliver(requested)
  expect(await creditsOf(brand)).toEqual({ available: 1_000, held: 4_000, spent: 0 })
  await app.deliver(closed(status), { times: 2 })
  await app.deliver(closed(status))
  expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([{ kind: 'invitation', id, brandId: brand.id, credits: 4_000 }])
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('holds no credits and emits no event if an invitation’s end arrives before its request', async () => {
  const brand = await aBrandWith(app, 5_000)
  const { requested, closed } = anInvitation(brand)
  await app.deliver(closed('withdrawn'))
  await app.deliver(requested)
  expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([])
  expect((await app.emitted('credits.held')).filter(({ brandId }) => brandId === brand.id)).toEqual([])
})

test('returns no credits for a refused invitation', async () => {
  const brand = await aBrandWith(app, 3_999)
  const { requested, closed } = anInvitation(brand)
  await app.deliver(requested)
  await app.deliver(closed('rejected'))
  expect(await creditsOf(brand)).toEqual({ available: 3_999, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([])
})
