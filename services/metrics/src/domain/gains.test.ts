import type { LogoState } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Count, countDecision, countObservation, NOTHING_COUNTED, tallyOf } from './count-video.ts'
import { addWaiting, type Gain, gainOf, release, takeOffNights, type Waiting } from './gains.ts'
import { addedBy } from './video.ts'

const at = (step: number) => new Date(Date.UTC(2026, 10, 22) + step * 3_600_000)
const measured = { publishedAt: at(0), until: at(10_000) }

interface State {
  readonly count: Count
  readonly waiting: readonly Waiting[] | undefined
  readonly gains: readonly Gain[]
}
const NOTHING: State = { count: NOTHING_COUNTED, waiting: undefined, gains: [] }

interface Seen {
  readonly views: number | null
  readonly logo: LogoState
  readonly looksInhuman: boolean
  readonly isPrivate: boolean
}

function read({ count: before, waiting, gains }: State, { isPrivate, ...seen }: Seen, step: number, day: string): State {
  const faults = isPrivate ? (['account_private'] as const) : []
  const count = countObservation(before, { id: `${step}`, readAt: at(step), at: at(step), faults, ...seen }, measured)
  return { count, waiting: addWaiting(waiting, before, count, day), gains: [...gains, gainOf(addedBy(before, count), day)] }
}

function decided({ count, waiting, gains }: State, kind: 'logo' | 'growth', verdict: 'counts' | 'excluded', step: number): State {
  if (!count.open[kind]) return { count, waiting, gains }
  const { waiting: left, moved } = release(waiting ?? [], { kind, verdict })
  return { count: countDecision(count, { kind, verdict, at: at(step) }), waiting: left, gains: [...gains, ...moved] }
}

const nightOf = (gains: readonly Gain[], day: string) => {
  const sum = { qualified: 0, inReview: 0, excluded: 0 }
  for (const one of gains.filter((gain) => gain.day === day))
    for (const part of ['qualified', 'inReview', 'excluded'] as const) sum[part] += one[part]
  return sum
}

const seen = (views: number, more: Partial<Seen> = {}): Seen => ({
  views,
  logo: 'verified',
  looksInhuman: false,
  isPrivate: false,
  ...more,
})

test('applies a decision to the night when the views were gained, not to the night of the decision', () => {
  let now = read(NOTHING, seen(100), 1, '2026-11-22')
  now = read(now, seen(400, { looksInhuman: true }), 2, '2026-11-23')
  now = read(now, seen(900, { looksInhuman: true }), 3, '2026-11-24')
  expect(nightOf(now.gains, '2026-11-23')).toEqual({ qualified: 0, inReview: 300, excluded: 0 })
  for (const [verdict, part] of [
    ['counts', 'qualified'],
    ['excluded', 'excluded'],
  ] as const) {
    const after = decided(now, 'growth', verdict, 4)
    expect(nightOf(after.gains, '2026-11-22')).toEqual({ qualified: 100, inReview: 0, excluded: 0 })
    expect(nightOf(after.gains, '2026-11-23')).toEqual({ qualified: 0, inReview: 0, excluded: 0, [part]: 300 })
    expect(nightOf(after.gains, '2026-11-24')).toEqual({ qualified: 0, inReview: 0, excluded: 0, [part]: 500 })
  }
})

test('if views await two decisions, one approval leaves them in review and one refusal excludes them', () => {
  const both = read(NOTHING, seen(300, { logo: 'unknown', looksInhuman: true }), 1, '2026-11-22')
  const half = decided(both, 'logo', 'counts', 2)
  expect(nightOf(half.gains, '2026-11-22')).toEqual({ qualified: 0, inReview: 300, excluded: 0 })
  expect(nightOf(decided(half, 'growth', 'counts', 3).gains, '2026-11-22')).toEqual({ qualified: 300, inReview: 0, excluded: 0 })
  expect(nightOf(decided(both, 'logo', 'excluded', 2).gains, '2026-11-22')).toEqual({ qualified: 0, inReview: 0, excluded: 300 })
})

const anyStep = fc.oneof(
  fc.record({
    views: fc.option(fc.nat(9_000)),
    logo: fc.constantFrom<LogoState>('unknown', 'verified', 'not_verified'),
    looksInhuman: fc.boolean(),
    isPrivate: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('logo' as const, 'growth' as const),
    verdict: fc.constantFrom('counts' as const, 'excluded' as const),
  }),
)

test('keeps nights non-negative and consistent with the totals, and never changes a night’s sum', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 30 }), (steps) => {
      let now = NOTHING
      const brought = new Map<string, number>()
      for (const [index, step] of steps.entries()) {
        const day = `2026-11-${10 + Math.floor(index / 3)}`
        const before = now.count
        now = 'kind' in step ? decided(now, step.kind, step.verdict, index) : read(now, step, index, day)
        brought.set(day, (brought.get(day) ?? 0) + now.count.views - before.views)
        const days = [...brought.keys()].map((one) => nightOf(now.gains, one))
        const { qualified, inReview, excluded } = tallyOf(now.count)
        expect(days.reduce((sum, one) => sum + one.qualified, 0)).toBe(qualified)
        expect(days.reduce((sum, one) => sum + one.inReview, 0)).toBe(inReview)
        expect(days.reduce((sum, one) => sum + one.excluded, 0)).toBe(excluded.reduce((sum, { views }) => sum + views, 0))
        for (const one of days) for (const views of Object.values(one)) expect(views).toBeGreaterThanOrEqual(0)
        expect(days.map((one) => one.qualified + one.inReview + one.excluded)).toEqual([...brought.values()])
      }
    }),
    { numRuns: 300 },
  )
})

test('deducts lost views from the newest nights first, and keeps the nights consistent with the totals', () => {
  const held = { logo: 0, growth: 50, both: 0 }
  const before: Count = { ...NOTHING_COUNTED, views: 650, qualified: 600, held }
  const waiting = [{ day: '2026-11-23', part: 'growth', views: 50 }] as const
  const earned = [
    { day: '2026-11-22', views: 400 },
    { day: '2026-11-24', views: 200 },
  ]
  const after: Count = { ...before, qualified: 350, held: { ...held, growth: 0 }, excluded: { removed_by_network: 300 }, removed: 300 }
  expect(takeOffNights({ waiting, earned }, before, after)).toEqual({
    waiting: [],
    earned: [{ day: '2026-11-22', views: 350 }],
    moved: [
      { day: '2026-11-23', qualified: 0, inReview: -50, excluded: 50 },
      { day: '2026-11-24', qualified: -200, inReview: 0, excluded: 200 },
      { day: '2026-11-22', qualified: -50, inReview: 0, excluded: 50 },
    ],
  })
})
