import {
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
import { endedCampaigns, namesOf } from '../store/campaigns.ts'
import { aBrandWith, handle } from '../testing/a-brand.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { holdBackEarnings } from './end-campaign.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(payouts, { env: stripeEnv, clock, workers: false })
const GOAL = 10_000
const PAYABLE = '2026-12-01T01:00:00.000Z'

async function aCampaign(creators = 1, viewsGoal = GOAL) {
  const brand = await aBrandWith(app, 15_000)
  const facts = { campaignId: crypto.randomUUID(), brandId: brand.id }
  const requested = CampaignRequested.of({ ...facts, name: 'Winter', network: 'instagram', viewsGoal, version: 1 })
  await app.deliver(requested)
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

test('posts earnings from the first view until they are payable, and returns unused credits', async () => {
  const { one, ended, settled, credits, lines } = await aCampaign()
  await app.deliver(one.credited(2, 1_234, 12, 500), { times: 2 })
  expect(await credits()).toEqual({ available: 5_000, held: 8_766, spent: 1_234 })
  expect(await one.balance()).toMatchObject({ accruing: 12, held: 0, payable: 0, earned: 12 })
  await app.deliver(one.credited(3, 2_000, 20))
  await app.deliver(ended(2_000, 0, 3_000))
  expect(await credits()).toEqual({ available: 10_000, held: 3_000, spent: 2_000 })
  while (await holdBackEarnings(app.context()));
  expect(await one.balance()).toMatchObject({
    accruing: 0,
    held: 20,
    holdings: [{ amount: 20, title: 'Winter', reason: 'final_checks', until: PAYABLE }],
  })
  await app.deliver(one.credited(4, 2_500, 25))
  expect(await one.balance()).toMatchObject({ accruing: 0, held: 25, payable: 0 })
  await app.deliver(one.settled(5, 2_600, 26), { times: 2 })
  await app.deliver(settled(2_600), { times: 2 })
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

test('shows a campaign’s newest name in balances and statements without moving money', async () => {
  const { one, requested, renamed, ended, credits, lines } = await aCampaign()
  await app.deliver(one.credited(2, 1_000, 10))
  await app.deliver(ended(1_000))
  while (await holdBackEarnings(app.context()));
  const before = [await credits(), { ...(await one.balance()), holdings: [] }]
  // Two renames after the campaign's end, followed by an older rename and the original request.
  await app.deliver(renamed('Spring', 12), { times: 2 })
  await app.deliver(renamed('Autumn', 11))
  await app.deliver(requested)
  expect(await one.balance()).toMatchObject({ held: 10, holdings: [{ amount: 10, title: 'Spring', until: PAYABLE }] })
  const titles = [...(await one.statement()), ...(await lines())].map(({ title }: { title?: string }) => title)
  expect(new Set(titles)).toEqual(new Set(['Spring', undefined]))
  expect([await credits(), { ...(await one.balance()), holdings: [] }]).toEqual(before)
  expect(await endedCampaigns.due(app.context(), app.clock.now(), 1)).toEqual([])
  await sound()
})

test('keeps a new name that arrives before the campaign’s request, and still holds the credits', async () => {
  const { requested, renamed } = await aCampaign()
  const other = { campaignId: crypto.randomUUID() }
  await app.deliver(CampaignRenamed.of({ ...(renamed('Spring', 2).data as object), ...other }))
  await app.deliver(CampaignRequested.of({ ...(requested.data as object), ...other, viewsGoal: 5_000 }))
  expect(await namesOf(app.context(), [other.campaignId])).toEqual(new Map([[other.campaignId, 'Spring']]))
  expect((await app.emitted('credits.held')).filter(({ id }) => id === other.campaignId)).toHaveLength(1)
  await sound()
})

test('returns all credits exactly once for a campaign without views, even if its end arrives before its request', async () => {
  const { ended, settled, credits, requested } = await aCampaign()
  await app.deliver(ended(0), { times: 2 })
  await app.deliver(settled(0))
  expect(await credits()).toEqual({ available: 15_000, held: 0, spent: 0 })
  const other = CampaignRequested.of({ ...(requested.data as object), campaignId: crypto.randomUUID() })
  const { campaignId, brandId } = other.data as { campaignId: string; brandId: string }
  await app.deliver(CampaignSettled.of({ campaignId, brandId, status: 'failed', charged: 0, version: 3 }))
  await app.deliver(other)
  expect(await credits()).toEqual({ available: 15_000, held: 0, spent: 0 })
  await sound()
})

test('rejects charges that exceed the hold, and rejects decreases before the final settlement', async () => {
  const { one } = await aCampaign()
  await expect(handle(app, one.credited(2, GOAL + 1, 1))).rejects.toThrow('has 10000 credits')
  await app.deliver(one.credited(3, 2_000, 20))
  await expect(handle(app, one.credited(4, 1_999, 19))).rejects.toThrow('before its final settlement')
  await sound()
})

/** Handles each event twice, in random order. */
async function handleShuffled(events: readonly EventDraft[], chances: Iterator<number>, atOnce: boolean) {
  const all = [...events, ...events]
    .map((event) => ({ event, at: chances.next().value ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(
      ({ event }) =>
        () =>
          handle(app, event),
    )
  if (atOnce) await Promise.all(all.map((run) => run()))
  else for (const run of all) await run()
}

test('reaches the same balances with repeated and concurrent events in any order', { timeout: 120_000 }, async () => {
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
      await handleShuffled(messages, chances, atOnce)
      while (await holdBackEarnings(app.context()));
      for (const { balance } of signUps) expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: 20, earned: 20 })
      expect(await credits()).toEqual({ available: 15_000 - 6_147, held: 0, spent: 6_147 })
    }),
    { numRuns: 8 },
  )
  await sound()
})

test('reproduces the example in decisions §5 with repeated and concurrent events in any order', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000)), fc.boolean(), async (chances, atOnce) => {
      const { signUps, ended, settled, credits, lines } = await aCampaign(3, GOAL + 500)
      const [a = expect.unreachable(), b = expect.unreachable(), gone = expect.unreachable()] = signUps
      const messages = [
        a.credited(2, 3_000, 30),
        a.credited(3, 6_000, 60),
        a.settled(4, 5_000, 50),
        // Only the final settlement credits the last views.
        b.credited(2, 2_000, 20),
        b.settled(3, 4_000, 40),
        // A deleted video loses all its views.
        gone.credited(2, 500, 5),
        gone.settled(3, 0, 0),
        ended(8_500, 0, 2_000),
        settled(9_000),
      ]
      await handleShuffled(messages, chances, atOnce)
      while (await holdBackEarnings(app.context()));
      for (const [{ balance }, cents] of [
        [a, 50],
        [b, 40],
        [gone, 0],
      ] as const)
        expect(await balance()).toMatchObject({ accruing: 0, held: 0, payable: cents, earned: cents })
      expect(await credits()).toEqual({ available: 6_000, held: 0, spent: 9_000 })
      expect((await lines())[0]).toMatchObject({ reason: 'release', held: expect.any(Number) })
    }),
    { numRuns: 8 },
  )
  await sound()
})

test('ignores views that arrive after the hold is closed if their sign-up settles at zero', async () => {
  const { signUps, ended, settled, credits } = await aCampaign(2)
  const [kept = expect.unreachable(), gone = expect.unreachable()] = signUps
  await app.deliver(kept.settled(3, 4_000, 40))
  await app.deliver(ended(4_500))
  await app.deliver(settled(4_000))
  expect(await credits()).toEqual({ available: 11_000, held: 0, spent: 4_000 })
  await app.deliver(gone.credited(2, 500, 5))
  await app.deliver(gone.settled(3, 0, 0))
  expect(await credits()).toEqual({ available: 11_000, held: 0, spent: 4_000 })
  expect(await gone.balance()).toMatchObject({ accruing: 0, held: 0, payable: 0, earned: 0 })
  await sound()
})

test('notifies the brand’s screens of each use of its credits, but not of repeated events', async () => {
  const { brand, one } = await aCampaign()
  await app.deliver(one.credited(2, 1_234, 12))
  await app.deliver(one.credited(2, 1_234, 12))
  await app.deliver(one.credited(3, 1_300, 13))
  const used = (await app.emitted('credits.consumed')).filter(({ brandId }) => brandId === brand.id)
  expect(used.map(({ kind, credits }) => [kind, credits])).toEqual([
    ['campaign', 1_234],
    ['campaign', 66],
  ])
  expect(CreditsConsumed.live(used[0])).toEqual([{ to: `user:${brand.id}`, topic: 'credits' }])
})
