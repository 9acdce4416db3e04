import { type ExclusionReason, exclusionReasons, type ReviewKind } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Count,
  countDecision,
  countFinal,
  countObservation,
  DEFAULT_VERDICT,
  type Decision,
  decideBy,
  defaultsOf,
  type Measured,
  NOTHING_COUNTED,
  type Observation,
  tallyOf,
  windowEnd,
  withDeadlines,
} from './count-video.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 22)
const hour = (count: number) => new Date(start + count * HOUR)
const measured: Measured = { publishedAt: hour(-10), until: hour(1_000) }
const seen = (at: number, views: number | null, facts: Partial<Observation> = {}): Observation => ({
  id: `r${String(at).padStart(5, '0')}`,
  readAt: hour(at),
  at: hour(at),
  views,
  faults: [],
  logo: 'verified',
  looksInhuman: false,
  ...facts,
})
const fault = (...faults: ExclusionReason[]) => ({ faults })
/** The final count must not depend on the order of readings and decisions. */
function countAll(observations: readonly Observation[], decisions: readonly Decision[] = [], until = measured.until): Count {
  return countSteps({ observations, decisions, until }).at(-1)!
}
const tally = (observations: readonly Observation[], decisions: readonly Decision[] = [], until = measured.until) =>
  tallyOf(countAll(observations, decisions, until))
const decided = (at: number, kind: ReviewKind, verdict: Decision['verdict'], reason?: Decision['reason']): Decision => ({
  at: hour(at),
  kind,
  verdict,
  reason,
})

test('counts views from the first reading onwards, and counts each increment once', () => {
  expect(tally([seen(0, 100), seen(24, 250), seen(48, 250)])).toEqual({
    views: 250,
    qualified: 250,
    inReview: 0,
    excluded: [],
  })
})

test('keeps counted views when a figure falls, and then counts only views above the former peak', () => {
  expect(tally([seen(0, 100), seen(24, 40), seen(48, 90), seen(72, 130)])).toMatchObject({ views: 130, qualified: 130 })
})

test('ignores unknown view figures', () => {
  expect(tally([seen(0, 100), seen(24, null), seen(48, 130)])).toMatchObject({ views: 130, qualified: 130 })
  expect(tally([seen(0, null)])).toMatchObject({ views: 0 })
})

test('excludes views gained between a fault and the first reading after its fix, with the first fault as the reason', () => {
  expect(tally([seen(0, 100), seen(24, 150, fault('link_not_in_bio', 'account_private')), seen(48, 180), seen(72, 300)])).toMatchObject({
    views: 300,
    qualified: 220,
    excluded: [{ reason: 'link_not_in_bio', views: 80 }],
  })
})

test('uses the new fault as the reason when one fault replaces another', () => {
  expect(tally([seen(0, 100, fault('code_missing')), seen(24, 150, fault('account_private')), seen(48, 160)]).excluded).toEqual([
    { reason: 'code_missing', views: 100 },
    { reason: 'account_private', views: 60 },
  ])
})

test('excludes views gained before a code added late was found, and counts the rest', () => {
  const late = (...observations: Observation[]) =>
    tallyOf(observations.reduce((count, one) => countObservation(count, one, { ...measured, foundWithoutCode: true }), NOTHING_COUNTED))
  expect(late(seen(0, 900), seen(24, 1_000))).toMatchObject({ qualified: 100, excluded: [{ reason: 'code_missing', views: 900 }] })
  expect(late(seen(0, null), seen(24, 900), seen(48, 1_000))).toMatchObject({ qualified: 100 })
  expect(late(seen(0, 900, fault('account_private')), seen(24, 1_000), seen(48, 1_030))).toMatchObject({
    qualified: 30,
    excluded: [{ reason: 'account_private', views: 1_000 }],
  })
})

test('keeps counted views after a later fault or deletion', () => {
  expect(tally([seen(0, 100), seen(24, null, fault('video_deleted')), seen(48, null, fault('video_deleted'))])).toMatchObject({
    qualified: 100,
    excluded: [],
  })
})

test('excludes new views because of a fault found while the figure was unknown or stale', () => {
  expect(tally([seen(0, 100), seen(24, null, fault('account_private')), seen(48, null), seen(72, 180), seen(96, 200)])).toMatchObject({
    qualified: 120,
    excluded: [{ reason: 'account_private', views: 80 }],
  })
  // The second reading finds no faults but still returns the old figure.
  const stale = { at: hour(0) }
  expect(tally([seen(0, 100, fault('code_missing')), seen(24, 100, stale), seen(48, 180), seen(72, 200)])).toMatchObject({
    qualified: 20,
    excluded: [{ reason: 'code_missing', views: 180 }],
  })
})

test.each([
  ['uses a figure exactly at the end of the window', [seen(0, 100), seen(24, 200), seen(48, 900)], 24, 200],
  ['interpolates linearly between two figures', [seen(0, 100), seen(24, 200), seen(48, 300)], 36, 250],
  ['rounds fractions of a view down', [seen(0, 100), seen(3, 201)], 1, 133],
  ['starts the line at the last figure, even after a fall', [seen(0, 100), seen(24, 40), seen(48, 240)], 36, 140],
  ['adds nothing for a line below the former peak', [seen(0, 100), seen(24, 40), seen(48, 80)], 36, 100],
  ['starts the line with 0 at the publication when the first figure is late', [seen(10, 200)], 5, 150],
  ['counts nothing for a video published at the end of the window or later', [seen(10, 200)], -10, 0],
  ['uses only the first figure after the end of the window', [seen(0, 100), seen(48, 300), seen(72, 900), seen(25, null)], 24, 200],
  ['keeps counted views when the window ends before a counted figure', [seen(0, 100), seen(24, 900)], 0, 100],
  ['skips an unknown figure near the end of the window', [seen(0, 100), seen(24, null), seen(48, 300)], 24, 200],
] as const)('%s', (_, observations, border, views) => {
  expect(tally(observations, [], hour(border))).toMatchObject({ views, qualified: views })
})

test('uses current figures at the campaign’s end, and corrects lagging figures 48 hours later', () => {
  const upToDate = [seen(0, 100), seen(30, 400), seen(78, 900)]
  const lagging = [seen(0, 100), seen(30, 100, { at: hour(6) }), seen(78, 580, { at: hour(54) })]
  expect(tally(upToDate, [], hour(30))).toMatchObject({ views: 400 })
  // Between 100 views at hour 6 and 580 at hour 54, the figure grew by 10 an hour.
  expect(tally(lagging, [], hour(30))).toMatchObject({ views: 340 })
})

test('ends the window at the campaign’s end or after `windowDays`, whichever is earlier', () => {
  expect(windowEnd({ firstSeenAt: hour(0), endsAt: hour(24 * 14), windowDays: 14 })).toEqual(hour(24 * 14))
  expect(windowEnd({ firstSeenAt: hour(0), endsAt: hour(24 * 30), windowDays: 14 })).toEqual(hour(24 * 14))
  expect(windowEnd({ firstSeenAt: hour(24 * 3), endsAt: hour(24 * 7), windowDays: 14 })).toEqual(hour(24 * 7))
})

const unknown = { logo: 'unknown' } as const
const bots = { looksInhuman: true }

test('holds views for a logo review, a growth review or both', () => {
  const count = countAll([seen(0, 100), seen(24, 150, unknown), seen(48, 250, bots), seen(72, 450, { ...unknown, ...bots })])
  expect(count.held).toEqual({ logo: 50, growth: 100, both: 200 })
  expect(count.open).toEqual({
    logo: { openedAt: hour(24), observationId: 'r00024' },
    growth: { openedAt: hour(48), observationId: 'r00048' },
  })
  expect(tallyOf(count)).toMatchObject({ views: 450, qualified: 100, inReview: 350 })
})

test('excludes views of a video with a fault, and opens no review', () => {
  expect(tally([seen(0, 100, { ...unknown, ...bots, ...fault('code_missing') })])).toMatchObject({
    inReview: 0,
    excluded: [{ reason: 'code_missing', views: 100 }],
  })
})

const both = [seen(0, 100, { ...unknown, ...bots }), seen(24, 130, unknown), seen(48, 170, bots)]
test.each<[string, Decision[], Partial<ReturnType<typeof tallyOf>>]>([
  ['both approved', [decided(50, 'logo', 'counts'), decided(51, 'growth', 'counts')], { qualified: 170, inReview: 0, excluded: [] }],
  ['logo approved', [decided(50, 'logo', 'counts')], { qualified: 30, inReview: 140 }],
  ['logo refused', [decided(50, 'logo', 'excluded')], { inReview: 40, excluded: [{ reason: 'logo_absent', views: 130 }] }],
  ['logo found too small', [decided(50, 'logo', 'excluded', 'logo_too_small')], { excluded: [{ reason: 'logo_too_small', views: 130 }] }],
  ['growth refused', [decided(50, 'growth', 'excluded')], { inReview: 30, excluded: [{ reason: 'not_human', views: 140 }] }],
  [
    'both refused',
    [decided(50, 'growth', 'excluded'), decided(51, 'logo', 'excluded')],
    {
      inReview: 0,
      excluded: [
        { reason: 'logo_absent', views: 30 },
        { reason: 'not_human', views: 140 },
      ],
    },
  ],
  ['growth decided twice', [decided(50, 'growth', 'excluded'), decided(51, 'growth', 'counts')], { qualified: 0, inReview: 30 }],
  ['logo decided before its review', [decided(-1, 'logo', 'counts')], { qualified: 0, inReview: 170 }],
])('moves pending views when reviews are decided: %s', (_, decisions, expected) => {
  expect(tally(both, decisions)).toMatchObject({ views: 170, ...expected })
})

test('applies the first logo decision to later readings, but reviews later growth separately', () => {
  const later = [...both, seen(72, 300, unknown), seen(96, 400, bots)]
  expect(tally(later, [decided(50, 'logo', 'counts'), decided(50, 'growth', 'counts')])).toMatchObject({ qualified: 300, inReview: 100 })
  expect(tally(later, [decided(50, 'logo', 'excluded', 'logo_too_small'), decided(50, 'growth', 'counts')])).toMatchObject({
    // The increment after the refused logo also contains views gained before the fix.
    qualified: 40,
    inReview: 0,
    excluded: [{ reason: 'logo_too_small', views: 360 }],
  })
})

test('counts logo views and excludes growth views if no decision is made in time', () => {
  const { open } = withDeadlines({ open: { logo: { openedAt: hour(10), observationId: 'r' } } }, 72)
  const review = open.logo ?? expect.unreachable()
  expect(decideBy(review, hour(500))).toEqual(hour(82))
  expect(decideBy(review, hour(40))).toEqual(hour(40))
  const byDefault = (['logo', 'growth'] as const).map((kind) => decided(50, kind, DEFAULT_VERDICT[kind]))
  expect(tally(both, byDefault)).toMatchObject({ inReview: 0, qualified: 30, excluded: [{ reason: 'not_human', views: 140 }] })
})

test('groups pending and applied defaults by settlement day', () => {
  const dueAt = new Date('2026-11-25T00:59:00Z')
  const later = new Date('2026-11-25T01:01:00Z')
  const count = countAll(both, [], measured.until)
  expect(defaultsOf([count], () => dueAt)).toEqual([{ day: '2026-11-25', counts: 30, excluded: 140, isApplied: false }])
  const after = countDecision(count, { ...decided(50, 'growth', 'excluded'), defaultDueAt: later })
  expect(defaultsOf([after], () => dueAt)).toEqual([
    { day: '2026-11-25', counts: 30, excluded: 0, isApplied: false },
    { day: '2026-11-26', counts: 0, excluded: 140, isApplied: true },
  ])
  // An admin's decision is not a default.
  expect(defaultsOf([countDecision(count, decided(50, 'growth', 'excluded'))], () => dueAt)).toMatchObject([{ counts: 30, excluded: 0 }])
})

const foundInVideos = exclusionReasons.filter((reason) => !['account_disconnected', 'not_human', 'removed_by_network'].includes(reason))
const anyReading = fc.record({
  gap: fc.integer({ min: 1, max: 30 }),
  lag: fc.constantFrom(0, 0, 0, 5, 40),
  views: fc.option(fc.nat(5_000), { freq: 5 }),
  faults: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(foundInVideos) }),
  logo: fc.constantFrom('verified', 'verified', 'not_verified', 'unknown'),
  looksInhuman: fc.boolean(),
})
const anyHistory = fc.array(anyReading, { maxLength: 14 }).map((rows) => {
  let at = 0
  return rows.map(({ gap, lag, ...facts }) => {
    at += gap
    return seen(at, facts.views, { ...facts, at: hour(at - lag) })
  })
})
const anyDecisions = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: -5, max: 300 }).map(hour),
    kind: fc.constantFrom('logo', 'growth'),
    verdict: fc.constantFrom('counts', 'excluded'),
    reason: fc.constantFrom(undefined, 'logo_too_small'),
  }),
  // The store keeps only one of two decisions with the same time.
  { maxLength: 5, selector: ({ at, kind }) => `${at.getTime()}${kind}` },
) as fc.Arbitrary<Decision[]>
const anyBorder = fc.integer({ min: -20, max: 300 }).map(hour)
const anyVideo = fc.record({ observations: anyHistory, decisions: anyDecisions, until: anyBorder })

function countSteps({
  observations,
  decisions,
  until,
}: {
  observations: readonly Observation[]
  decisions: readonly Decision[]
  until: Date
}) {
  const counts: Count[] = [NOTHING_COUNTED]
  const waiting = decisions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.kind < b.kind ? -1 : 1))
  const decideUntil = (at: Date) => {
    while (waiting[0] && waiting[0].at < at) counts.push(countDecision(counts.at(-1)!, waiting.shift()!))
  }
  for (const one of observations.toSorted((a, b) => a.readAt.getTime() - b.readAt.getTime())) {
    decideUntil(one.readAt)
    counts.push(countObservation(counts.at(-1)!, one, { ...measured, until }))
  }
  decideUntil(hour(99_999))
  return counts
}

const sumOf = (excluded: Count['excluded']) => Object.values(excluded).reduce((sum, views) => sum + views, 0)

test('conserves views at every step, and never lowers qualified or excluded views', () => {
  fc.assert(
    fc.property(anyVideo, (video) => {
      let before = NOTHING_COUNTED
      for (const count of countSteps(video)) {
        const { held, qualified, excluded, views } = count
        expect(qualified + held.logo + held.growth + held.both + sumOf(excluded)).toBe(views)
        for (const part of [qualified, held.logo, held.growth, held.both, ...Object.values(excluded)])
          expect(part).toBeGreaterThanOrEqual(0)
        expect(qualified).toBeGreaterThanOrEqual(before.qualified)
        expect(views).toBeGreaterThanOrEqual(before.views)
        expect(views).toBeLessThanOrEqual(count.highest)
        for (const reason of exclusionReasons) expect(excluded[reason] ?? 0).toBeGreaterThanOrEqual(before.excluded[reason] ?? 0)
        before = count
      }
    }),
  )
})

test('counts views after a refused logo was recognised, even if a reading in between got no figure', () => {
  const readings = [seen(1, 1, { logo: 'unknown' }), seen(2, null, { logo: 'unknown' }), seen(3, 2, { logo: 'verified' })]
  expect(tally(readings, [{ kind: 'logo', verdict: 'excluded', at: hour(1) }], hour(9))).toMatchObject({
    qualified: 1,
    excluded: [{ reason: 'logo_absent', views: 1 }],
  })
})

test('ignores readings that have neither figures nor faults, or find only that the account is disconnected', () => {
  fc.assert(
    fc.property(
      anyVideo,
      fc.array(fc.integer({ min: -5, max: 400 }), { maxLength: 5 }),
      fc.boolean(),
      fc.constantFrom([], ['account_disconnected'] as const),
      ({ observations, decisions, until }, hours, bot, faults) => {
        const empty = hours.map((at, index) => seen(at, null, { id: `n${index}`, logo: 'unknown', looksInhuman: bot, faults }))
        const with_ = countAll([...observations, ...empty], decisions, until)
        expect(tallyOf(with_)).toEqual(tally(observations, decisions, until))
      },
    ),
  )
})

/** A second, independent implementation of the rules, one increment at a time. */
function byHand({ observations, decisions, until }: { observations: readonly Observation[]; decisions: readonly Decision[]; until: Date }) {
  const known: { one: Observation; index: number; within: number; isOver: boolean }[] = []
  for (const [index, one] of observations.entries()) {
    const before = known.at(-1)
    if (before?.isOver || one.views === null) continue
    const top = Math.max(0, ...observations.slice(0, index).map(({ views }) => views ?? 0))
    if (before && one.at <= before.one.at && one.views <= top) continue
    const isOver = one.at > until
    let within = one.views
    if (isOver) {
      const [x0, y0] = before ? [before.one.at.getTime(), before.one.views ?? 0] : [measured.publishedAt.getTime(), 0]
      const part = (until.getTime() - x0) / (one.at.getTime() - x0)
      within = until.getTime() <= x0 ? y0 : Math.floor(y0 + Math.max(0, one.views - y0) * part + 1e-9)
    }
    known.push({ one, index, within, isOver })
  }
  const parts = { qualified: 0, inReview: 0, excluded: {} as Record<string, number> }
  const after = (kind: ReviewKind, at: Date) =>
    decisions.filter((d) => d.kind === kind && d.at >= at).toSorted((a, b) => a.at.getTime() - b.at.getTime())[0]
  const held: { one: Observation; more: number; logo: boolean }[] = []
  let decision: Decision | undefined
  const faultsOf = (one: Observation) => {
    const refused = decision && decision.at < one.readAt && decision.verdict === 'excluded' && one.logo === 'unknown' && one.views !== null
    return exclusionReasons.filter((reason) => one.faults.includes(reason) || (refused && reason === (decision?.reason ?? 'logo_absent')))
  }
  let highest = 0
  for (const [place, { one, index, within }] of known.entries()) {
    const more = Math.max(0, within - highest)
    highest = Math.max(highest, within)
    const own = faultsOf(one)
    const since = observations.slice(place === 0 ? 0 : known[place - 1]!.index, index).flatMap(faultsOf)
    const reason = own[0] ?? exclusionReasons.find((candidate) => since.includes(candidate))
    if (more === 0) continue
    if (reason) parts.excluded[reason] = (parts.excluded[reason] ?? 0) + more
    else {
      const logo = one.logo === 'unknown' && !(decision && decision.at < one.readAt)
      held.push({ one, more, logo })
      if (logo) decision ??= after('logo', one.readAt)
    }
  }
  for (const { one, more, logo } of held) {
    const asked = [...(logo ? [after('logo', one.readAt)] : []), ...(one.looksInhuman ? [after('growth', one.readAt)] : [])]
    const no = asked
      .filter((d) => d?.verdict === 'excluded')
      .toSorted((a, b) => a!.at.getTime() - b!.at.getTime() || (a!.kind < b!.kind ? -1 : 1))[0]
    if (no) {
      const reason = no.kind === 'growth' ? 'not_human' : (no.reason ?? 'logo_absent')
      parts.excluded[reason] = (parts.excluded[reason] ?? 0) + more
    } else if (asked.includes(undefined)) parts.inReview += more
    else parts.qualified += more
  }
  return parts
}

test('matches a second, independent implementation of the rules', () => {
  fc.assert(
    fc.property(anyVideo, (video) => {
      const { qualified, inReview, excluded } = tally(video.observations, video.decisions, video.until)
      expect({ qualified, inReview, excluded: Object.fromEntries(excluded.map(({ reason, views }) => [reason, views])) }).toEqual(
        byHand(video),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('adds up the tallies of several videos', () => {
  const one = countAll([seen(0, 100), seen(24, 150, fault('code_missing'))])
  const other = countAll([seen(0, 30, unknown), seen(24, 60, fault('code_missing', 'mention_missing'))])
  expect(tallyOf(one, other)).toEqual({
    views: 210,
    qualified: 100,
    inReview: 30,
    excluded: [{ reason: 'code_missing', views: 80 }],
  })
  expect(tallyOf()).toEqual({ views: 0, qualified: 0, inReview: 0, excluded: [] })
})

const counted = (facts: Partial<Count>): Count => {
  const { qualified = 0, held = NOTHING_COUNTED.held, excluded = {} } = facts
  const views = [qualified, ...Object.values(held), ...Object.values(excluded)].reduce((sum, one) => sum + one, 0)
  return { ...NOTHING_COUNTED, last: { at: hour(1), views }, highest: views, isOver: true, views, qualified, held, excluded }
}
const finally_ = (count: Count, views: number | null, facts: Partial<Observation> = {}) =>
  countFinal(count, seen(2, views, facts), { ...measured, until: hour(1) })

test.each([
  ['views that the network has removed', 4_000, {}, { qualified: 4_000, excluded: { removed_by_network: 2_000 }, removed: 2_000 }],
  ['nothing when growth after the window offsets the loss', 6_000, {}, { qualified: 6_000, excluded: {} }],
  ['nothing while the figure is unknown', null, {}, { qualified: 6_000, excluded: {} }],
  ['nothing for a figure older than the last one', 10, { at: hour(0) }, { qualified: 6_000, excluded: {} }],
  ['all views of a deleted video', null, fault('video_deleted'), { qualified: 0, excluded: { video_deleted: 6_000 }, removed: 6_000 }],
  [
    'all views of a disconnected account',
    null,
    fault('account_disconnected'),
    { qualified: 0, excluded: { account_disconnected: 6_000 }, removed: 6_000 },
  ],
  ['all views of a private video', 9_000, fault('account_private'), { qualified: 0, excluded: { account_private: 6_000 }, removed: 6_000 }],
  ['all views of an age-restricted video', 6_000, fault('account_age_restricted'), { qualified: 0, removed: 6_000 }],
  ['nothing for any other fault', 6_000, fault('code_missing'), { qualified: 6_000, excluded: {} }],
] as const)('the final reading deducts %s', (_, views, facts, expected) => {
  expect(finally_(counted({ qualified: 6_000 }), views, facts)).toMatchObject(expected)
})

test('deducts lost views from excluded views first, then from views in review, then from qualified views', () => {
  const count = counted({ excluded: { code_missing: 100 }, held: { growth: 10, both: 20, logo: 30 }, qualified: 1_000 })
  const after = (lost: number) => {
    const { held, qualified, removed = 0 } = finally_(count, count.views - lost)
    return [held.growth, held.both, held.logo, qualified, removed]
  }
  expect([100, 105, 125, 155, 200].map(after)).toEqual([
    [10, 20, 30, 1_000, 0],
    [5, 20, 30, 1_000, 5],
    [0, 5, 30, 1_000, 25],
    [0, 0, 5, 1_000, 55],
    [0, 0, 0, 960, 100],
  ])
})

test('conserves views in the final reading, and never removes more views than were counted', () => {
  const part = fc.nat(5_000)
  const known = fc.record({ code: part, growth: part, both: part, logo: part, qualified: part })
  const anyFinal = fc.record({
    views: fc.option(fc.nat(30_000)),
    fault: fc.constantFrom<ExclusionReason | undefined>(undefined, 'video_deleted'),
  })
  fc.assert(
    fc.property(known, anyFinal, ({ code, growth, both, logo, qualified }, { views, fault: reason }) => {
      const before = counted({ excluded: { code_missing: code }, held: { growth, both, logo }, qualified })
      const after = tallyOf(finally_(before, views, reason ? fault(reason) : {}))
      const [was, sum] = [tallyOf(before), after.excluded.reduce((total, one) => total + one.views, 0)]
      const lost = reason ? before.views : Math.max(0, before.views - (views ?? before.views))
      expect(after.views).toBe(was.views)
      expect(after.qualified + after.inReview + sum).toBe(after.views)
      expect(after.removed ?? 0).toBe(Math.max(0, lost - code))
      expect(was.qualified + was.inReview - after.qualified - after.inReview).toBe(after.removed ?? 0)
    }),
  )
})
