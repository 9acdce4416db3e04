import {
  BrandRegistered,
  CampaignEnded,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  CreditsConsumed,
  type EventDraft,
  SignupCredited,
  SignupSettled,
} from '@reelfair/contracts'
import { movableClock, person, startService, times } from '@reelfair/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { grantCredits } from '../cli/grant-credits.ts'
import { endedCampaigns, namesOf } from '../store/campaigns.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { releaseCheckedEarning } from './earn.ts'
import { holdBackEarnings } from './end-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(payouts, { env: stripeEnv, clock, workers: false })
const GOAL = 10_000
const PAYABLE = '2026-12-01T01:00:00.000Z'

/** A brand with 15,000 credits, a campaign, and creators. */
async function aCampaign(creators = 1, viewsGoal = GOAL) {
  const brand = person('brand')
  await app.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await grantCredits.run({ brandId: brand.id, credits: 15_000, reason: 'test' }, app.context())
  const facts = { campaignId: crypto.randomUUID(), brandId: brand.id }
  const requested = CampaignRequested.of({ ...facts, name: 'Winter', network: 'instagram', viewsGoal, version: 1 })
  await app.hear(requested)
  const signUps = times(creators, () => {
    const creator = person('creator')
    const own = { ...facts, signupId: crypto.randomUUID(), creatorId: creator.id }
    return {
      creator,
      credited: (version: number, charged: number, cents: number, reserved = 0) =>
        SignupCredited.of({ ...own, version, day: '2026-11-22', charged, reserved, cents }),
      settled: (version: number, charged: number, cents: number) => SignupSettled.of({ ...own, version, charged, cents }),
      balance: async () => (await app.as(creator).get('/balance')).body,
      statement: async () => (await app.as(creator).get('/statement')).body.items,
    }
  })
  const [one = expect.unreachable()] = signUps
  return {
    brand,
    signUps,
    one,
    requested,
    ended: (charged: number, reserved = 0, kept = 0, version = 10) =>
      CampaignEnded.of({
        ...facts,
        status: 'failed',
        charged,
        reserved,
        kept,
        endedAt: '2026-11-28T12:00:00.000Z',
        payableAt: PAYABLE,
        version,
      }),
    renamed: (name: string, version: number) => CampaignRenamed.of({ ...facts, name, version }),
    settled: (charged: number, version = 20) => CampaignSettled.of({ ...facts, status: 'failed', charged, version }),
    credits: async () => (await app.as(brand).get('/credits')).body,
    lines: async () => (await app.as(brand).get('/credits/statement')).body.items,
  }
}

const sound = () => expect(auditLedger(app.context())).resolves.toBeDefined()

test('a campaign from its first view to payable money: earned, held, payable; unused credits come back', async () => {
  const { one, ended, settled, credits, lines } = await aCampaign()
  await app.hear(one.credited(2, 1_234, 12, 500), { times: 2 })
  expect(await credits()).toEqual({ available: 5_000, held: 8_766, spent: 1_234 })
  expect(await one.balance()).toMatchObject({ accruing: 12, held: 0, payable: 0, earned: 12 })
  await app.hear(one.credited(3, 2_000, 20))
  await app.hear(ended(2_000, 0, 3_000))
  expect(await credits()).toEqual({ available: 10_000, held: 3_000, spent: 2_000 })
  while (await holdBackEarnings(app.context()));
  expect(await one.balance()).toMatchObject({ accruing: 0, held: 20, holdings: [{ amount: 20, title: 'Winter', until: PAYABLE }] })
  // The last views are told late.
  await app.hear(one.credited(4, 2_500, 25))
  expect(await one.balance()).toMatchObject({ accruing: 0, held: 25, payable: 0 })
  await app.hear(one.settled(5, 2_600, 26), { times: 2 })
  await app.hear(settled(2_600), { times: 2 })
  expect(await one.balance()).toMatchObject({ accruing: 0, held: 0, payable: 26, earned: 26 })
  expect(await credits()).toEqual({ available: 12_400, held: 0, spent: 2_600 })
  expect((await lines()).map(({ reason, title }: { reason: string; title?: string }) => [reason, title])).toEqual([
    ['release', 'Winter'],
    ['consume', 'Winter'],
    ['consume', 'Winter'],
    ['release', 'Winter'],
    ['consume', 'Winter'],
    ['consume', 'Winter'],
    ['hold', 'Winter'],
    ['grant', undefined],
  ])
  expect((await one.statement()).map(({ reason, title }: { reason: string; title: string }) => `${reason} ${title}`)).toEqual([
    'checked Winter',
    'earned Winter',
    'earned Winter',
    'ended Winter',
    'earned Winter',
    'earned Winter',
  ])
  await sound()
})

test('a renamed campaign is called so wherever its money is read, by the newest version, and no money moves', async () => {
  const { one, requested, renamed, ended, credits, lines } = await aCampaign()
  await app.hear(one.credited(2, 1_000, 10))
  await app.hear(ended(1_000))
  while (await holdBackEarnings(app.context()));
  const before = [await credits(), { ...(await one.balance()), holdings: [] }]
  // Between other versions of the campaign, after its end, twice, and an older one late.
  await app.hear(renamed('Spring', 12), { times: 2 })
  await app.hear(renamed('Autumn', 11))
  await app.hear(requested)
  expect(await one.balance()).toMatchObject({ held: 10, holdings: [{ amount: 10, title: 'Spring', until: PAYABLE }] })
  const titles = [...(await one.statement()), ...(await lines())].map(({ title }: { title?: string }) => title)
  expect(new Set(titles)).toEqual(new Set(['Spring', undefined]))
  expect([await credits(), { ...(await one.balance()), holdings: [] }]).toEqual(before)
  expect(await endedCampaigns.due(app.context(), app.clock.now(), 1)).toEqual([])
  await sound()
})

test('a new name that overtakes its campaign’s request stays, and the credits are held as ever', async () => {
  const { requested, renamed } = await aCampaign()
  const other = { campaignId: crypto.randomUUID() }
  await app.hear(CampaignRenamed.of({ ...(renamed('Spring', 2).data as object), ...other }))
  await app.hear(CampaignRequested.of({ ...(requested.data as object), ...other, viewsGoal: 5_000 }))
  expect(await namesOf(app.context(), [other.campaignId])).toEqual(new Map([[other.campaignId, 'Spring']]))
  expect((await app.emitted('credits.held')).filter(({ id }) => id === other.campaignId)).toHaveLength(1)
  await sound()
})

test('what is held for a campaign becomes payable when the campaign says so, however late that is', async () => {
  const { one, ended } = await aCampaign()
  await app.hear(one.credited(2, 1_000, 10))
  await app.hear(ended(1_000))
  while (await holdBackEarnings(app.context()));
  clock.set('2026-12-05T12:00:00Z')
  expect(await releaseCheckedEarning(app.context())).toBe(false)
  expect(await one.balance()).toMatchObject({ held: 10, payable: 0 })
})

test('a campaign taken away before a view gives all its credits back, once; also when its end comes first', async () => {
  const { ended, settled, credits, requested } = await aCampaign()
  await app.hear(ended(0), { times: 2 })
  await app.hear(settled(0))
  expect(await credits()).toEqual({ available: 15_000, held: 0, spent: 0 })
  const other = CampaignRequested.of({ ...(requested.data as object), campaignId: crypto.randomUUID() })
  const { campaignId, brandId } = other.data as { campaignId: string; brandId: string }
  await app.hear(CampaignSettled.of({ campaignId, brandId, status: 'failed', charged: 0, version: 3 }))
  await app.hear(other)
  expect(await credits()).toEqual({ available: 15_000, held: 0, spent: 0 })
  await sound()
})

test('rejects more than is held, and a fall before the final settlement', async () => {
  const { one } = await aCampaign()
  const give = (event: EventDraft) => payouts.hears?.find((hearing) => hearing.event.type === event.type)?.run(event.data, app.context())
  await expect(give(one.credited(2, GOAL + 1, 1))).rejects.toThrow('has 10000 credits')
  await app.hear(one.credited(3, 2_000, 20))
  await expect(give(one.credited(4, 1_999, 19))).rejects.toThrow('before its final settlement')
  await sound()
})

test('in any order, twice, at once: the same balances, and a sound ledger', { timeout: 120_000 }, async () => {
  const give = async (event: EventDraft) => {
    const hearing = payouts.hears?.find(({ event: heard }) => heard.type === event.type)
    await hearing?.run(event.data, app.context())
  }
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000)), fc.boolean(), async (chances, atOnce) => {
      const { signUps, ended, settled, credits } = await aCampaign(3)
      const messages: EventDraft[] = signUps.flatMap(({ credited, settled: last }): EventDraft[] => [
        credited(2, 1_000, 10),
        credited(4, 1_555, 15, 300),
        credited(5, 2_004, 20),
        last(6, 2_049, 20),
      ])
      messages.push(ended(4_665, 900, 582), settled(6_147))
      const all = [...messages, ...messages]
        .map((event) => ({ event, at: chances.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event)
      if (atOnce) await Promise.all(all.map(give))
      else for (const event of all) await give(event)
      while (await holdBackEarnings(app.context()));
      for (const { balance } of signUps) expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: 20, earned: 20 })
      expect(await credits()).toEqual({ available: 15_000 - 6_147, held: 0, spent: 6_147 })
    }),
    { numRuns: 8 },
  )
  await sound()
})

test('the example of decisions §5, its events in any order, twice, at once: 50 and 40 cents, and what was taken off returns', {
  timeout: 120_000,
}, async () => {
  const give = async (event: EventDraft) => {
    const hearing = payouts.hears?.find(({ event: heard }) => heard.type === event.type)
    await hearing?.run(event.data, app.context())
  }
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000)), fc.boolean(), async (chances, atOnce) => {
      const { signUps, ended, settled, credits, lines } = await aCampaign(3, GOAL + 500)
      const [a = expect.unreachable(), b = expect.unreachable(), gone = expect.unreachable()] = signUps
      const messages = [
        a.credited(2, 3_000, 30),
        a.credited(3, 6_000, 60),
        a.settled(4, 5_000, 50),
        // Credited its last views only by the final settlement.
        b.credited(2, 2_000, 20),
        b.settled(3, 4_000, 40),
        // A deleted video: all its views are taken off.
        gone.credited(2, 500, 5),
        gone.settled(3, 0, 0),
        ended(8_500, 0, 2_000),
        settled(9_000),
      ]
      const all = [...messages, ...messages]
        .map((event) => ({ event, at: chances.next().value ?? 0 }))
        .sort((one, other) => one.at - other.at)
        .map(({ event }) => event)
      if (atOnce) await Promise.all(all.map(give))
      else for (const event of all) await give(event)
      while (await holdBackEarnings(app.context()));
      for (const [{ balance }, cents] of [
        [a, 50],
        [b, 40],
        [gone, 0],
      ] as const)
        expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: cents, earned: cents })
      expect(await credits()).toEqual({ available: 6_000, held: 0, spent: 9_000 })
      // The hold is closed last.
      expect((await lines())[0]).toMatchObject({ reason: 'release', held: expect.any(Number) })
    }),
    { numRuns: 8 },
  )
  await sound()
})

test('ignores views that arrive after the hold is closed, of a sign-up that lost all of them', async () => {
  const { signUps, ended, settled, credits } = await aCampaign(2)
  const [kept = expect.unreachable(), gone = expect.unreachable()] = signUps
  await app.hear(kept.settled(3, 4_000, 40))
  await app.hear(ended(4_500))
  await app.hear(settled(4_000))
  expect(await credits()).toEqual({ available: 11_000, held: 0, spent: 4_000 })
  await app.hear(gone.credited(2, 500, 5))
  await app.hear(gone.settled(3, 0, 0))
  expect(await credits()).toEqual({ available: 11_000, held: 0, spent: 4_000 })
  expect(await gone.balance()).toMatchObject({ accruing: 0, held: 0, payable: 0, earned: 0 })
  await sound()
})

test('the brand’s screens are told of each use of its credits, and of none that was a repetition', async () => {
  const { brand, one } = await aCampaign()
  await app.hear(one.credited(2, 1_234, 12))
  await app.hear(one.credited(2, 1_234, 12))
  await app.hear(one.credited(3, 1_300, 13))
  const used = (await app.emitted('credits.consumed')).filter(({ brandId }) => brandId === brand.id)
  expect(used.map(({ kind, credits }) => [kind, credits])).toEqual([
    ['campaign', 1_234],
    ['campaign', 66],
  ])
  expect(CreditsConsumed.live(used[0])).toEqual([{ to: `user:${brand.id}`, topic: 'credits' }])
})
