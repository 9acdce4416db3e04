import { BrandRegistered, CampaignRequested, type EventDraft } from '@reelfair/contracts'
import { TIERS } from '@reelfair/rules'
import { type Person, person, startService, times } from '@reelfair/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payouts } from './app.ts'
import { auditLedger } from './cli/check-ledger.ts'
import { grantCredits } from './cli/grant-credits.ts'
import { differencesToDocuments } from './store/documents.ts'
import { findHold } from './store/holds.ts'
import { handle } from './testing/a-brand.ts'
import { aPartnership } from './testing/a-partnership.ts'
import { stripeEnv } from './testing/stripe-env.ts'

const app = await startService(payouts, { env: stripeEnv })
const WRITERS = 8
const OPERATIONS = 400

interface Asked {
  readonly brand: Person
  readonly request: EventDraft
  readonly later: readonly EventDraft[]
}

test('conserves credits and cents with eight concurrent writers, repeated events, early releases and partnerships', {
  timeout: 120_000,
}, async () => {
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
        asked.push({ brand, request: CampaignRequested.of(request), later: [] })
        break
      }
      case 2: {
        const invitation = aPartnership({ brandId: brand.id, creatorId: crypto.randomUUID() }, { viewsGoal: credits, cents: credits })
        asked.push({ brand, request: invitation.requested, later: [invitation.closed('withdrawn')] })
        break
      }
      case 3: {
        const { requested, ended, settled } = aPartnership({ brandId: brand.id, creatorId: crypto.randomUUID() }, { viewsGoal: credits })
        await handle(app, requested)
        // Partnerships begin only after their credits have been held.
        const hold = await findHold(app.context(), { kind: 'invitation', id: requested.data.invitationId })
        if (hold?.status !== 'held') return
        asked.push({ brand, request: requested, later: [ended(pick(TIERS, index * 3)), settled(pick(TIERS, index * 3 + 1))] })
        break
      }
    }
    if (asked.length === 0) return
    const { request, later } = pick(asked, index * 3 + 1)
    await handle(app, pick([request, ...later], index * 3))
  }

  let next = 0
  const write = async () => {
    while (next < OPERATIONS) await operate(next++)
  }
  await Promise.all(times(WRITERS, write))

  const { entries } = await auditLedger(app.context())
  expect(await differencesToDocuments(app.context()), `seed ${seed}`).toEqual([])
  expect(entries, `seed ${seed}`).toBeGreaterThan(OPERATIONS / 6)
  const credits = await Promise.all(brands.map(async (brand) => (await app.as(brand).get('/credits')).body))
  expect(
    credits.reduce((sum, { available, held, spent }) => sum + available + held + spent, 0),
    `seed ${seed}`,
  ).toBe(granted)
})
