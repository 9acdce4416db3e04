import { InvitationExpired, InvitationRequested } from '@reelfair/contracts'
import { type Person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { aBrandWith } from '../testing/a-brand.ts'
import { stripeEnv } from '../testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })

function anInvitation(brand: Person) {
  const facts = { invitationId: crypto.randomUUID(), brandId: brand.id, creatorId: crypto.randomUUID() }
  const asked = InvitationRequested.of({ ...facts, accountId: crypto.randomUUID(), network: 'tiktok', viewsGoal: 4_000, version: 1 })
  return { id: facts.invitationId, asked, expired: InvitationExpired.of({ ...facts, version: 3 }) }
}

const creditsOf = async (brand: Person) => (await app.as(brand).get('/credits')).body
const releasedOf = async (brand: Person) => (await app.emitted('credits.released')).filter(({ brandId }) => brandId === brand.id)

test('returns the credits of an expired invitation only once', async () => {
  const brand = await aBrandWith(app, 5_000)
  const { id, asked, expired } = anInvitation(brand)
  await app.deliver(asked)
  expect(await creditsOf(brand)).toEqual({ available: 1_000, held: 4_000, spent: 0 })
  await app.deliver(expired, { times: 2 })
  await app.deliver(expired)
  expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([{ kind: 'invitation', id, brandId: brand.id, credits: 4_000 }])
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('holds no credits and emits no event if an invitation’s expiry arrives before its request', async () => {
  const brand = await aBrandWith(app, 5_000)
  const { asked, expired } = anInvitation(brand)
  await app.deliver(expired)
  await app.deliver(asked)
  expect(await creditsOf(brand)).toEqual({ available: 5_000, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([])
  expect((await app.emitted('credits.held')).filter(({ brandId }) => brandId === brand.id)).toEqual([])
})

test('returns no credits for a refused invitation', async () => {
  const brand = await aBrandWith(app, 3_999)
  const { asked, expired } = anInvitation(brand)
  await app.deliver(asked)
  await app.deliver(expired)
  expect(await creditsOf(brand)).toEqual({ available: 3_999, held: 0, spent: 0 })
  expect(await releasedOf(brand)).toEqual([])
})
