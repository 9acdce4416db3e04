import { addDays } from '@reelfair/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleDay } from '../testing/settle-day.ts'
import type { SettlingCampaign } from './campaign.ts'
import { addToSums, type Line, recomputeSignUp, recomputeSums, startSums } from './recompute.ts'
import type { AllocationLine, SettlingSignUp, Totals } from './settlement.ts'

type Campaign = SettlingCampaign & { readonly createdAt: Date }
interface Life {
  readonly campaign: Campaign
  readonly signUps: readonly SettlingSignUp[]
  readonly lines: readonly AllocationLine[]
  readonly totals: ReadonlyMap<string, ReadonlyMap<number, Totals>>
}

const FIRST = '2026-11-22'
const CARD = { validFrom: '2025-08-23', centsPer1000: 10 }
const uuid = (last: number) => `019aa5b0-6c1e-7000-8d2c-${String(last).padStart(12, '0')}`
const [CAMPAIGN, BRAND] = [uuid(1), uuid(2)]

/**
 * Settles a campaign until its end.
 * @param thousands the goal, in thousands of views
 */
function live(
  thousands: number,
  grown: readonly (readonly { qualified: number; inReview: number; byDefault: boolean; due: number; applied: number; lost: number }[])[],
): Life {
  let campaign: Campaign = {
    id: CAMPAIGN,
    version: 1,
    brandId: BRAND,
    status: 'active',
    viewsGoal: thousands * 1_000,
    rateCard: CARD,
    createdAt: new Date('2026-11-21T12:00:00Z'),
    endsAt: new Date('2026-11-28T12:00:00Z'),
    charged: 0,
    reserved: 0,
  }
  let signUps: SettlingSignUp[] = grown.map((_, index) => ({
    id: uuid(100 + index),
    version: 1,
    campaignId: CAMPAIGN,
    brandId: BRAND,
    creatorId: uuid(200 + index),
    signedUpAt: new Date(1_790_000_000_000 + index),
    charged: 0,
    reserved: 0,
    cents: 0,
  }))
  const totals = new Map(signUps.map(({ id }) => [id, new Map<number, Totals>()]))
  const lines: AllocationLine[] = []
  for (let day = 0; day < 16; day += 1) {
    signUps = signUps.map((signUp, index) => {
      const more = grown[index]?.[day]
      if (!more || signUp.settledAt) return signUp
      const before = signUp.totals
      const inReview = Math.max(0, (before?.inReview ?? 0) - more.lost) + more.inReview
      const next: Totals = {
        revision: (before?.revision ?? 0) + 1,
        day: addDays(FIRST, day),
        qualified: (before?.qualified ?? 0) + more.qualified,
        inReview,
        defaults: [
          ...(before?.defaults ?? []).filter(({ isApplied }) => isApplied),
          {
            day: addDays(FIRST, day + more.due),
            counts: more.byDefault ? inReview : 0,
            excluded: more.byDefault ? 0 : inReview,
            isApplied: false,
          },
          ...(more.applied > 0 ? [{ day: addDays(FIRST, day + more.due), counts: 0, excluded: more.applied, isApplied: true }] : []),
        ],
        isFinal: false,
      }
      totals.get(signUp.id)?.set(next.revision, next)
      return { ...signUp, totals: next }
    })
    const settled = settleDay(campaign, signUps, addDays(FIRST, day))
    if (!settled) break
    campaign = settled.campaign
    const changed = new Map(settled.signUps.map((signUp) => [signUp.id, signUp]))
    signUps = signUps.map((signUp) => changed.get(signUp.id) ?? signUp)
    lines.push(...settled.lines)
  }
  return { campaign, signUps, lines, totals }
}

const linesOf = ({ lines }: Life, id: string): Line[] => lines.filter(({ signUpId }) => signUpId === id)

function faultsOf(life: Life): string[] {
  const sums = startSums()
  const faults: string[] = []
  for (const signUp of life.signUps) {
    const lines = linesOf(life, signUp.id)
    faults.push(...recomputeSignUp(signUp, life.campaign, CARD, lines, (revision) => life.totals.get(signUp.id)?.get(revision)).faults)
    addToSums(sums, signUp, lines)
  }
  return [...faults, ...recomputeSums(life.campaign, sums)]
}

const growth = fc.record({
  qualified: fc.nat(900),
  inReview: fc.nat(300),
  byDefault: fc.boolean(),
  due: fc.nat(4),
  applied: fc.nat(50),
  lost: fc.nat(400),
})
const lives = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.array(fc.array(growth, { maxLength: 12 }), { minLength: 1, maxLength: 6 }))
  .map(([thousands, grown]) => live(thousands, grown))

test('reproduces every settlement: days with shared views, approved and rejected reviews, defaults and final readings', () => {
  fc.assert(
    fc.property(lives, (life) => {
      expect(faultsOf(life)).toEqual([])
    }),
  )
})

const shared = live(2, [
  [
    { qualified: 700, inReview: 300, byDefault: true, due: 3, applied: 0, lost: 0 },
    { qualified: 600, inReview: 0, byDefault: true, due: 3, applied: 0, lost: 200 },
  ],
  [
    { qualified: 333, inReview: 0, byDefault: false, due: 3, applied: 0, lost: 0 },
    { qualified: 1_999, inReview: 10, byDefault: false, due: 3, applied: 0, lost: 0 },
  ],
])

test('detects a one-view or one-cent difference in any figure', () => {
  expect(shared.lines.some((line) => line.shared)).toBe(true)
  expect(faultsOf(shared)).toEqual([])
  const bent = (bend: (life: { -readonly [K in keyof Life]: Life[K] }) => void) => {
    const copy = structuredClone(shared)
    bend(copy)
    return faultsOf(copy)
  }
  type Path = (line: AllocationLine) => [object, string]
  const numbers: Path[] = [
    ...['qualified', 'inReview', 'byDefault', 'demand', 'granted', 'freed', 'left'].map(
      (key): Path =>
        (line) => [line, key],
    ),
    ...(['charged', 'reserved', 'cents'] as const).flatMap((what) =>
      ['before', 'after'].map(
        (key): Path =>
          (line) => [line[what], key],
      ),
    ),
    (line) => [line.rateCard, 'centsPer1000'],
  ]
  for (const [index] of shared.lines.entries())
    for (const path of numbers)
      for (const by of [1, -1]) {
        const faults = bent(({ lines }) => {
          const line = lines[index] ?? expect.unreachable()
          const [holder, key] = path(line)
          Object.assign(holder, { [key]: Reflect.get(holder, key) + by })
        })
        expect(faults, `${index} ${path}`).not.toEqual([])
      }
  for (const what of ['charged', 'reserved', 'cents'] as const)
    expect(bent(({ signUps }) => Object.assign(signUps[1] ?? {}, { [what]: (signUps[1]?.[what] ?? 0) + 1 }))).not.toEqual([])
  for (const what of ['charged', 'reserved', 'viewsGoal'] as const)
    expect(bent(({ campaign }) => Object.assign(campaign, { [what]: campaign[what] + 1 }))).not.toEqual([])
})

test('detects missing counts and counts that were changed later', () => {
  const id = shared.lines[0]?.signUpId ?? ''
  const revision = shared.lines[0]?.revision ?? 0
  const count = shared.totals.get(id)?.get(revision) ?? expect.unreachable()
  const withTotals = (own: ReadonlyMap<number, Totals>) => faultsOf({ ...shared, totals: new Map([...shared.totals]).set(id, own) })
  expect(withTotals(new Map([[revision, { ...count, qualified: count.qualified - 1 }]]))).toContainEqual(
    expect.stringContaining('qualified 700, recomputed 699'),
  )
  expect(withTotals(new Map())).toContainEqual(`2026-11-22: revision ${revision} has no count`)
})
