import { BrandRegistered, InvitationExpired, InvitationRequested } from '@reelfair/contracts'
import { person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { consumeCredits } from './consume-credits.ts'

const app = await startService(payouts, { env: stripeEnv })

async function aHold() {
  const brand = person('brand')
  await app.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await grantCredits.run({ brandId: brand.id, credits: 5_000, reason: 'test' }, app.context())
  const parties = { invitationId: crypto.randomUUID(), brandId: brand.id, creatorId: crypto.randomUUID() }
  const asked = { ...parties, accountId: crypto.randomUUID(), network: 'tiktok', viewsGoal: 4_000, version: 1 }
  await app.hear(InvitationRequested.of(asked))
  const use = (total: number) => consumeCredits({ kind: 'invitation', id: parties.invitationId, total }, app.context())
  return { brand, use, end: () => app.hear(InvitationExpired.of({ ...parties, version: 3 })) }
}

test('uses held credits by their total, so that repeats and late messages change nothing; the rest is released', async () => {
  const { brand, use, end } = await aHold()
  await Promise.all(times(3, () => use(1_500)))
  await use(1_000)
  expect((await app.as(brand).get('/credits')).body).toEqual({ available: 1_000, held: 2_500, spent: 1_500 })
  await use(2_000)
  await end()
  await use(4_000)
  expect((await app.as(brand).get('/credits')).body).toEqual({ available: 3_000, held: 0, spent: 2_000 })
  const { items } = (await app.as(brand).get('/credits/statement')).body
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual(['release', 'consume', 'consume', 'hold', 'grant'])
  await expect(auditLedger(app.context())).resolves.toBeDefined()
})

test('a hold that is used up has nothing to release, and more than is held is never used', async () => {
  const { brand, use, end } = await aHold()
  await expect(use(4_001)).rejects.toThrow('has 4000 credits')
  await use(4_000)
  await end()
  expect((await app.as(brand).get('/credits')).body).toEqual({ available: 1_000, held: 0, spent: 4_000 })
})

test('a hold that is not there yet is told so, and the message comes again', async () => {
  await expect(consumeCredits({ kind: 'campaign', id: crypto.randomUUID(), total: 1 }, app.context())).rejects.toMatchObject({
    code: 'not_found',
  })
})
