import { BrandRegistered, CampaignRequested, type EventDraft, InvitationExpired, InvitationRequested } from '@reelfair/contracts'
import { type Person, person, startService, times } from '@reelfair/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payouts } from './app.ts'
import { auditLedger } from './cli/check-ledger.ts'
import { grantCredits } from './cli/grant-credits.ts'
import { handle } from './testing/a-brand.ts'
import { stripeEnv } from './testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })
const WRITERS = 8
const OPERATIONS = 400

interface Asked {
  readonly brand: Person
  readonly request: EventDraft
  readonly end?: EventDraft
}

test('conserves credits with eight concurrent writers, repeated events and early releases', { timeout: 120_000 }, async () => {
  const brands = times(3, () => person('brand'))
  for (const { id } of brands) await app.deliver(BrandRegistered.of({ brandId: id, brandName: 'Alpine', version: 1 }))
  const seed = Date.now() % 2 ** 31
  const chance = fc.sample(fc.nat(999_999), { numRuns: OPERATIONS * 3, seed })
  const pick = <T>(from: readonly T[], at: number) => from[(chance[at] ?? 0) % from.length] as T
  const asked: Asked[] = []
  let granted = 0

  const operate = async (index: number) => {
    const brand = pick(brands, index * 3)
    const credits = ((chance[index * 3 + 1] ?? 0) % 50) + 1
    switch ((chance[index * 3 + 2] ?? 0) % 6) {
      case 0:
        await grantCredits.run({ brandId: brand.id, credits: credits * 3, reason: `${index}` }, app.context())
        granted += credits * 3
        return
      case 1: {
        const request = { campaignId: crypto.randomUUID(), brandId: brand.id, name: 'x', network: 'tiktok', viewsGoal: credits, version: 1 }
        asked.push({ brand, request: CampaignRequested.of(request) })
        break
      }
      case 2: {
        const parties = { invitationId: crypto.randomUUID(), brandId: brand.id, creatorId: crypto.randomUUID(), version: 1 }
        const request = InvitationRequested.of(parties, { accountId: crypto.randomUUID(), network: 'tiktok', viewsGoal: credits })
        asked.push({ brand, request, end: InvitationExpired.of(parties) })
        break
      }
    }
    if (asked.length === 0) return
    const { request, end } = pick(asked, index * 3 + 1)
    await handle(app, end && credits % 2 ? end : request)
  }

  let next = 0
  const write = async () => {
    while (next < OPERATIONS) await operate(next++)
  }
  await Promise.all(times(WRITERS, write))

  const { entries } = await auditLedger(app.context())
  expect(entries, `seed ${seed}`).toBeGreaterThan(OPERATIONS / 6)
  const credits = await Promise.all(brands.map(async (brand) => (await app.as(brand).get('/credits')).body))
  expect(
    credits.reduce((sum, { available, held, spent }) => sum + available + held + spent, 0),
    `seed ${seed}`,
  ).toBe(granted)
})
