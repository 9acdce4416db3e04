import type { EventDraft } from '@reelfair/contracts'
import { addDays, earnedCents, instantOf } from '@reelfair/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleDay } from '../testing/settle-day.ts'
import { phaseOf, type SettlingCampaign } from './campaign.ts'
import { type AllocationLine, keepNewest, type SettlingSignUp, type Totals } from './settlement.ts'

const id = (last: number) => `019aa5b0-6c1e-7000-8d2c-${String(last).padStart(12, '0')}`
const FIRST_DAY = '2026-11-22'
const at = (day: string) => instantOf(day, '02:00')

const campaign = (facts: Partial<SettlingCampaign> = {}): SettlingCampaign => ({
  id: id(1),
  version: 2,
  brandId: id(2),
  status: 'active',
  viewsGoal: 10_000,
  rateCard: { validFrom: '2025-08-23', centsPer1000: 10 },
  endsAt: new Date('2026-11-28T12:00:00Z'),
  charged: 0,
  reserved: 0,
  ...facts,
})
const totals = (facts: Partial<Totals> = {}): Totals => ({
  revision: 1,
  day: '2026-11-22',
  qualified: 0,
  inReview: 0,
  defaults: [],
  isFinal: false,
  ...facts,
})
const pending = (day: string, counts: number, excluded: number) => ({ day, counts, excluded, isApplied: false })
const signUp = (which: number, facts: Partial<SettlingSignUp> = {}): SettlingSignUp => ({
  id: id(100 + which),
  version: 1,
  campaignId: id(1),
  brandId: id(2),
  creatorId: id(200 + which),
  signedUpAt: new Date(Date.UTC(2026, 10, 21, 12, which)),
  charged: 0,
  reserved: 0,
  cents: 0,
  ...facts,
})
const contentsOf = (events: readonly EventDraft[]) => events.map(({ type, data }) => [type, data])
const types = (events: readonly EventDraft[] = []) => events.map(({ type }) => type)

test.each([
  [{ status: 'funding' }, 'funding'],
  [{ status: 'failed' }, 'unfunded'],
  [{ charged: 9_999 }, 'open'],
  [{ charged: 9_000, reserved: 1_000 }, 'closed'],
  [{ status: 'failed', endedAt: at(FIRST_DAY) }, 'ended'],
  [{ status: 'completed', endedAt: at(FIRST_DAY) }, 'ended'],
  [{ status: 'completed', endedAt: at(FIRST_DAY), settledAt: at(FIRST_DAY) }, 'settled'],
] as const)('puts a campaign with %j in the phase %s', (facts, phase) => expect(phaseOf(campaign(facts))).toBe(phase))

test('throws for a campaign with an unknown status', () => {
  expect(() => phaseOf(campaign({ status: 'paused' as never }))).toThrow('paused')
})

test('allocates the views of all sign-ups and emits an event only for changed totals', () => {
  const one = signUp(1, { totals: totals({ revision: 3, qualified: 1_234, inReview: 500 }) })
  const silent = signUp(2)
  const day = settleDay(campaign(), [one, silent], FIRST_DAY)!
  expect(day.campaign).toMatchObject({ status: 'active', charged: 1_234, reserved: 500, settledThrough: FIRST_DAY })
  expect(day.signUps).toEqual([{ ...one, charged: 1_234, reserved: 500, cents: 12 }])
  const { creatorId } = one
  expect(contentsOf(day.events)).toEqual([
    [
      'signup.credited',
      {
        signupId: one.id,
        campaignId: id(1),
        brandId: id(2),
        creatorId,
        version: 2,
        day: FIRST_DAY,
        charged: 1_234,
        reserved: 500,
        cents: 12,
      },
    ],
  ])
})

test('stores in each allocation line every figure needed to recompute it', () => {
  const before = { charged: 100, reserved: 50, cents: 1 }
  const claims = [
    signUp(1, { ...before, totals: totals({ revision: 3, qualified: 1_100, inReview: 50 }) }),
    signUp(2, { totals: totals({ qualified: 2_000 }) }),
  ]
  const day = settleDay(campaign({ viewsGoal: 1_000 }), claims, FIRST_DAY)!
  // Two sign-ups demand 1,000 and 2,000 views, but only 850 are left. The exact shares are 283 1/3 and 566 2/3.
  expect(day.lines[0]).toEqual({
    signUpId: id(101),
    campaignId: id(1),
    creatorId: id(201),
    day: FIRST_DAY,
    revision: 3,
    qualified: 1_100,
    inReview: 50,
    byDefault: 0,
    left: 850,
    demand: 1_000,
    granted: 283,
    freed: 0,
    shared: { numerator: 1_000, denominator: 3_000, rank: 2, extras: 1 },
    charged: { before: 100, after: 433 },
    reserved: { before: 50, after: 0 },
    cents: { before: 1, after: 4 },
    rateCard: { validFrom: '2025-08-23', centsPer1000: 10 },
  })
  expect(day.lines[1]).toMatchObject({ granted: 567, shared: { rank: 1, extras: 1 } })
})

test.each([
  ['a settled day', { settledThrough: FIRST_DAY }],
  ['a day before the last settled one', { settledThrough: '2026-11-23' }],
  ['a campaign that waits for its credits', { status: 'funding' }],
  ['a campaign without credits', { status: 'failed' }],
  ['a settled campaign', { status: 'completed', endedAt: at(FIRST_DAY), settledAt: at(FIRST_DAY) }],
] as const)('does nothing for %s', (_, facts) => {
  const claims = [signUp(1, { totals: totals({ qualified: 5_000 }) })]
  expect(settleDay(campaign(facts), claims, FIRST_DAY)).toBeUndefined()
})

test('completes a campaign when all its views have been charged, but not while some are reserved', () => {
  const closed = settleDay(campaign(), [signUp(1, { totals: totals({ qualified: 9_999, inReview: 1 }) })], FIRST_DAY)!
  expect([closed.campaign.status, phaseOf(closed.campaign)]).toEqual(['active', 'closed'])
  const full = settleDay(campaign(), [signUp(1, { totals: totals({ qualified: 10_000, inReview: 1 }) })], FIRST_DAY)!
  expect(full.campaign).toMatchObject({ status: 'completed', endedAt: at(FIRST_DAY) })
  expect(contentsOf(full.events).at(-1)).toEqual([
    'campaign.ended',
    {
      campaignId: id(1),
      brandId: id(2),
      version: 3,
      status: 'completed',
      charged: 10_000,
      reserved: 0,
      kept: 0,
      endedAt: '2026-11-22T01:00:00.000Z',
      payableAt: '2026-11-24T01:00:00.000Z',
      viewsGoal: 10_000,
    },
  ])
})

test.each([
  // In winter, 02:00 in Paris is 01:00 UTC. A campaign that ends at 00:30 in Paris ends before the settlement at 02:00.
  ['2026-11-28T12:00:00Z', '2026-11-28', 'active', undefined],
  ['2026-11-28T12:00:00Z', '2026-11-29', 'failed', '2026-12-01T01:00:00.000Z'],
  ['2026-11-27T23:30:00Z', '2026-11-28', 'failed', '2026-11-30T01:00:00.000Z'],
  ['2026-11-28T01:00:00Z', '2026-11-28', 'failed', '2026-11-30T01:00:00.000Z'],
  // On this night in March, clocks in Paris jump from 02:00 to 03:00, at 01:00 UTC.
  ['2027-03-26T20:00:00Z', '2027-03-27', 'failed', '2027-03-29T00:00:00.000Z'],
  ['2027-03-26T00:30:00Z', '2027-03-26', 'failed', '2027-03-28T01:00:00.000Z'],
])('a campaign that runs until %s, settled for %s, gets the status %s', (endsAt, day, status, payableAt) => {
  const running = campaign({ endsAt: new Date(endsAt) })
  const after = settleDay(running, [signUp(1, { totals: totals({ qualified: 700 }) })], day)!.campaign
  expect(after.status).toBe(status)
  expect(after.payableAt?.toISOString()).toBe(payableAt)
  if (status === 'failed') expect(after.endedAt).toEqual(running.endsAt)
})

test('keeps credits for uncounted views when a campaign ends, but keeps none if it has no sign-ups', () => {
  const over = '2026-11-29'
  const kept = (claims: SettlingSignUp[]) => settleDay(campaign(), claims, over)?.events.at(-1)?.data
  expect(kept([signUp(1, { totals: totals({ qualified: 700, inReview: 300 }) })])).toMatchObject({
    charged: 700,
    reserved: 300,
    kept: 9_000,
  })
  expect(kept([])).toMatchObject({ charged: 0, reserved: 0, kept: 0 })
})

const ended = (facts: Partial<SettlingCampaign> = {}) =>
  campaign({ status: 'failed', endedAt: new Date('2026-11-28T12:00:00Z'), settledThrough: '2026-11-29', ...facts })

test('keeps allocating views after the end until the final readings arrive, then makes the final settlement', () => {
  const one = signUp(1, { version: 4, charged: 700, cents: 7, totals: totals({ qualified: 900, isFinal: 'end' }) })
  const waiting = settleDay(ended({ charged: 700 }), [one], '2026-11-30')!
  expect(types(waiting.events)).toEqual(['signup.credited'])
  expect(waiting.campaign).toMatchObject({ status: 'failed', charged: 900, settledThrough: '2026-11-30' })

  const checked = { ...waiting.signUps[0]!, totals: totals({ qualified: 950, isFinal: 'checks' }) }
  const last = settleDay(waiting.campaign, [checked], '2026-12-01')!
  expect(types(last.events)).toEqual(['signup.credited', 'signup.settled', 'campaign.settled'])
  expect(last.events[1]?.data).toMatchObject({ signupId: one.id, charged: 950, cents: 9 })
  expect(last.events[2]?.data).toMatchObject({ status: 'failed', charged: 950 })
  expect(last.signUps).toMatchObject([{ settledAt: at('2026-12-01'), charged: 950 }])
  expect(last.unchecked).toEqual([])
  expect(phaseOf(last.campaign)).toBe('settled')
})

test('settles a sign-up without views', () => {
  const last = settleDay(ended(), [signUp(1, { totals: totals({ isFinal: 'checks' }) })], '2026-12-01')!
  expect(types(last.events)).toEqual(['signup.settled', 'campaign.settled'])
})

test('waits for final readings until the first 02:00 at least 72 hours after the planned settlement', () => {
  const claims = [signUp(1, { totals: totals({ isFinal: 'checks' }) }), signUp(2, { totals: totals({ isFinal: 'end' }) }), signUp(3)]
  const settle = (day: string) => settleDay(ended(), claims, day)!
  expect(settle('2026-12-03').campaign.settledAt).toBeUndefined()
  const late = settle('2026-12-04')
  expect(late.campaign.settledAt).toEqual(at('2026-12-04'))
  expect(late.unchecked).toEqual([claims[1]?.id, claims[2]?.id])
})

test('does not use a final reading for earlier days that are settled late', () => {
  const claims = [signUp(1, { totals: totals({ qualified: 950, isFinal: 'checks', day: '2026-12-03' }) })]
  expect(settleDay(ended(), claims, '2026-12-02')!.campaign.settledAt).toBeUndefined()
  expect(settleDay(ended(), claims, '2026-12-03')!.campaign.settledAt).toEqual(at('2026-12-03'))
})

test('applies defaults to undecided reviews at the final settlement: unknown logos count, artificial growth does not', () => {
  const undecided = signUp(1, {
    charged: 100,
    reserved: 70,
    cents: 1,
    totals: totals({ qualified: 100, inReview: 70, defaults: [pending('2026-12-01', 30, 40)], isFinal: 'checks' }),
  })
  const last = settleDay(ended({ charged: 100, reserved: 70 }), [undecided], '2026-12-01')!
  expect(last.campaign).toMatchObject({ charged: 130, reserved: 0 })
  expect(last.lines).toMatchObject([{ byDefault: 30, freed: 40, charged: { before: 100, after: 130 }, reserved: { before: 70, after: 0 } }])
})

test('applies a default verdict on the day of its deadline, even if the metrics service applies it earlier or later', () => {
  const undecided = totals({ qualified: 100, inReview: 70, defaults: [pending('2026-11-24', 30, 40)] })
  const decided = totals({ revision: 2, qualified: 130, defaults: [{ ...pending('2026-11-24', 30, 40), isApplied: true }] })
  for (const known of [undecided, decided]) {
    const before = settleDay(campaign(), [signUp(1, { totals: known })], '2026-11-23')!
    expect(before.campaign).toMatchObject({ charged: 100, reserved: 70 })
    expect(before.lines).toMatchObject([{ qualified: 100, inReview: 70, byDefault: 0 }])
    const after = settleDay(before.campaign, [{ ...before.signUps[0]!, totals: known }], '2026-11-24')!
    expect(after.campaign).toMatchObject({ charged: 130, reserved: 0 })
    expect(after.lines).toMatchObject([{ qualified: 130, inReview: 0, byDefault: 30 }])
  }
})

test('after an early end, applies defaults by the planned final settlement, even if another final reading is missing', () => {
  const open = totals({ qualified: 100, inReview: 70, defaults: [pending('2026-12-20', 30, 40)], isFinal: 'checks' })
  const all = [signUp(1, { totals: open, charged: 100, reserved: 70 }), signUp(2)]
  const waiting = ended({ charged: 100, reserved: 70 })
  expect(settleDay(waiting, all, '2026-11-30')?.lines).toEqual([])
  const { campaign: after } = settleDay(waiting, all, '2026-12-01')!
  expect(after).toMatchObject({ charged: 130, reserved: 0 })
  expect(after.settledAt).toBeUndefined()
})

test('completes a campaign that reaches its goal only after its end', () => {
  const claims = [signUp(1, { charged: 9_000, cents: 90, totals: totals({ qualified: 12_000, isFinal: 'checks' }) })]
  const last = settleDay(ended({ charged: 9_000 }), claims, '2026-12-01')!
  expect(last.campaign).toMatchObject({ status: 'completed', charged: 10_000 })
})

test('follows the example in decisions §5: removed views are neither charged nor paid, and their credits return to the brand', () => {
  const full = { status: 'completed', charged: 10_000 } as const
  const a = signUp(1, { charged: 6_000, cents: 60, totals: totals({ qualified: 5_000, removed: 1_000, isFinal: 'checks' }) })
  // B demands more views but gets none of the credits that A returns.
  const b = signUp(2, { charged: 4_000, cents: 40, totals: totals({ qualified: 9_000, isFinal: 'checks' }) })
  for (const claims of [
    [a, b],
    [b, a],
  ]) {
    const last = settleDay(ended(full), claims, '2026-12-01')!
    expect(last.campaign).toMatchObject({ status: 'completed', charged: 9_000, reserved: 0, settledAt: at('2026-12-01') })
    const lines = contentsOf(last.events).map(([type, data]) => [
      type,
      (data as { charged: number }).charged,
      (data as { cents?: number }).cents,
    ])
    expect(lines.sort()).toEqual([
      ['campaign.settled', 9_000, undefined],
      ['signup.settled', 4_000, 40],
      ['signup.settled', 5_000, 50],
    ])
    expect(last.lines).toMatchObject([
      { signUpId: a.id, removed: 1_000, returned: 1_000, charged: { before: 6_000, after: 5_000 }, cents: { before: 60, after: 50 } },
    ])
  }
})

test('keeps allocations after a final reading until the planned settlement is due and all final readings have arrived', () => {
  const a = signUp(1, { charged: 600, reserved: 300, cents: 6, totals: totals({ qualified: 500, removed: 400, isFinal: 'checks' }) })
  const running = ended({ viewsGoal: 1_000, charged: 600, reserved: 300 })
  // The final reading may arrive before an earlier day is settled.
  expect(settleDay(running, [a], '2026-11-30')!.campaign).toMatchObject({ charged: 600, reserved: 300 })
  const b = signUp(2, { totals: totals({ qualified: 5_000, isFinal: 'end' }) })
  const waiting = settleDay(running, [a, b], '2026-12-01')!
  expect(waiting.campaign).toMatchObject({ charged: 700, reserved: 300 })
  expect(waiting.campaign.settledAt).toBeUndefined()
  const after = waiting.signUps[0]!
  const last = settleDay(waiting.campaign, [a, { ...after, totals: totals({ qualified: 5_000, isFinal: 'checks' }) }], '2026-12-02')!
  expect(last.campaign).toMatchObject({ charged: 600, reserved: 0 })
})

test('settles a sign-up with its known totals when its final reading is missing, and reports the sign-up', () => {
  const one = signUp(1, { charged: 700, cents: 7, totals: totals({ qualified: 700, isFinal: 'checks', finalReadingMissing: true }) })
  const last = settleDay(ended({ charged: 700 }), [one], '2026-12-04')!
  expect(last.campaign).toMatchObject({ charged: 700, settledAt: at('2026-12-04') })
  expect(last.unchecked).toEqual([one.id])
})

test('keeps the newest totals, even if totals arrive twice or out of order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (revisions) => {
      let known = signUp(1)
      for (const revision of revisions) known = keepNewest(known, totals({ revision, qualified: revision * 10 })) ?? known
      expect(known.totals).toEqual(totals({ revision: Math.max(...revisions), qualified: Math.max(...revisions) * 10 }))
    }),
  )
})

test('ignores totals that are already known', () => {
  const known = signUp(1, { totals: totals({ revision: 4 }) })
  expect(keepNewest(known, totals({ revision: 4 }))).toBeUndefined()
  expect(keepNewest(known, totals({ revision: 5 }))?.totals?.revision).toBe(5)
})

test('ignores totals after the final settlement', () => {
  expect(keepNewest(signUp(1, { settledAt: at(FIRST_DAY) }), totals({ revision: 9 }))).toBeUndefined()
})

/** Simulates a ledger that receives events in any order and stores only the newest one for each sign-up. */
function ledgerOf(events: readonly EventDraft[]) {
  const newest = new Map<string, { version: number; cents: number; charged: number }>()
  const settled = new Map<string, number>()
  const campaigns: Record<string, { charged: number }> = {}
  for (const { type, data } of events) {
    const line = data as { signupId: string; version: number; cents: number; charged: number }
    if (type.startsWith('campaign.')) campaigns[type] = line
    else if ((newest.get(line.signupId)?.version ?? 0) <= line.version) newest.set(line.signupId, line)
    if (type === 'signup.settled') settled.set(line.signupId, line.cents)
  }
  const total = (of: 'cents' | 'charged') => [...newest.values()].reduce((sum, line) => sum + line[of], 0)
  return {
    cents: total('cents'),
    charged: total('charged'),
    payable: [...settled.values()].reduce((sum, cents) => sum + cents, 0),
    campaigns,
  }
}

function run(start: SettlingCampaign, first: readonly SettlingSignUp[], nights: readonly (readonly Totals[])[]) {
  let running = start
  let claims = [...first]
  const events: EventDraft[] = []
  const lines: AllocationLine[] = []
  let posted = 0
  for (const [night, news] of nights.entries()) {
    claims = claims.map((claim, index) => (news[index] && keepNewest(claim, news[index]!)) || claim)
    const day = addDays(FIRST_DAY, night)
    const result = settleDay(running, claims, day)
    if (!result) continue
    for (const { cents } of result.lines) posted += cents.after - cents.before
    running = { ...result.campaign, version: running.version + 1 }
    const after = new Map(result.signUps.map((claim) => [claim.id, { ...claim, version: claim.version + 1 }]))
    claims = claims.map((claim) => after.get(claim.id) ?? claim)
    events.push(...result.events)
    lines.push(...result.lines)
  }
  return { campaign: running, claims, events, lines, posted }
}

test('posts the same views and cents in a year of daily settlements as in a single settlement', () => {
  const year = fc.array(fc.nat(997), { minLength: 365, maxLength: 365 })
  fc.assert(
    fc.property(year, fc.integer({ min: 1, max: 50 }), (increments, centsPer1000) => {
      const long = campaign({ viewsGoal: 500_000, endsAt: new Date('2099-01-01'), rateCard: { validFrom: '2025-08-23', centsPer1000 } })
      let qualified = 0
      const nights = increments.map((more, night) => {
        qualified += more
        return [totals({ revision: night + 1, qualified })]
      })
      const nightly = run(long, [signUp(1)], nights)
      const atOnce = run(long, [signUp(1)], [[totals({ qualified })]])
      expect(nightly.posted).toBe(earnedCents(qualified, centsPer1000))
      expect(nightly.posted).toBe(atOnce.posted)
      expect(nightly.claims[0]).toMatchObject({ charged: qualified, cents: atOnce.claims[0]!.cents })
    }),
    { numRuns: 20 },
  )
})

const news = fc.record({
  more: fc.nat(3_000),
  review: fc.nat(1_500),
  yes: fc.nat(100),
  no: fc.nat(100),
  removed: fc.nat(20_000),
  arrives: fc.boolean(),
})
const life = fc.array(fc.array(news, { minLength: 3, maxLength: 3 }), { minLength: 13, maxLength: 13 })

test('pays the exact rate, accounts for every credit and never exceeds the goal, no matter what totals arrive', () => {
  fc.assert(
    fc.property(life, fc.integer({ min: 1, max: 40 }), fc.boolean(), (nights, thousands, checked) => {
      const state = [0, 1, 2].map(() => ({ qualified: 0, inReview: 0 }))
      const daily = nights.map((night, index) =>
        night.map(({ more, review, yes, no, removed, arrives }, which) => {
          const one = state[which]!
          const approved = Math.floor((one.inReview * yes) / 100)
          const refused = Math.floor(((one.inReview - approved) * no) / 100)
          one.qualified += more + approved
          one.inReview += review - approved - refused
          const revision = arrives ? index + 1 : 0
          const isFinal = checked && index > 8
          const lost = isFinal ? Math.min(removed, one.inReview + one.qualified) : 0
          const inReview = Math.max(0, one.inReview - lost)
          return totals({
            revision,
            qualified: one.qualified - Math.max(0, lost - one.inReview),
            inReview,
            defaults: [pending(addDays(FIRST_DAY, index + which), Math.floor(inReview / 2), Math.ceil(inReview / 2))],
            removed: lost,
            isFinal: isFinal ? 'checks' : false,
          })
        }),
      )
      const goal = thousands * 1_000
      const { campaign: done, claims, events, lines, posted } = run(campaign({ viewsGoal: goal }), [signUp(1), signUp(2), signUp(3)], daily)
      expect(phaseOf(done)).toBe('settled')
      expect(done.charged).toBeLessThanOrEqual(goal)
      expect(done.reserved).toBe(0)
      expect(done.charged).toBe(claims.reduce((sum, { charged }) => sum + charged, 0))
      for (const { charged, totals: last } of claims)
        expect(charged).toBeLessThanOrEqual((last?.qualified ?? 0) + (last?.defaults[0]?.counts ?? 0))
      const falls = lines.filter(({ charged }) => charged.after < charged.before)
      for (const { day } of falls) expect(at(day)).toEqual(done.settledAt)
      for (const { charged, cents } of claims) expect(cents).toBe(earnedCents(charged, 10))
      const cents = claims.reduce((sum, claim) => sum + claim.cents, 0)
      expect(posted).toBe(cents)
      expect(cents).toBeLessThanOrEqual(earnedCents(goal, 10))
      const ledger = ledgerOf(events)
      expect(ledger).toMatchObject({ cents, charged: done.charged, payable: cents })
      expect(ledger.campaigns['campaign.settled']).toMatchObject({ charged: done.charged })
      expect(ledgerOf(events.toReversed())).toMatchObject({ cents, charged: done.charged, payable: cents })
    }),
  )
})
