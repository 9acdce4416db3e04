import type { Observation, Review } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import {
  anObservation,
  aPartnership,
  aPartnershipHistory,
  aPartnershipReview,
  aPartnershipVideo,
  fourReadings,
} from '../../components/partnership/partnership.fixture.ts'
import { type CheckRow, type Checks, readChecks } from './checks.ts'

type Input = Parameters<typeof readChecks>[0]

const read = (more: Partial<Input> = {}) =>
  readChecks({
    partnership: aPartnership(),
    history: aPartnershipHistory(),
    observations: fourReadings,
    videos: [aPartnershipVideo()],
    reviews: [],
    now: new Date('2026-11-22T12:00:00.000Z'),
    ...more,
  })

const rowOf = (checks: Checks, key: string): CheckRow => checks.rows.find((row) => row.key === key) ?? expect.unreachable(`no row ${key}`)
const states = (checks: Checks, key: string) => rowOf(checks, key).cells.map(({ state }) => state)
const excluded = (checks: Checks, key: string) => rowOf(checks, key).cells.map((cell) => cell.excluded)

/** In each column and in total, the rows add up to the excluded views, and seen minus the rest is qualified. */
function expectSums({ columns, rows, sums }: Checks) {
  for (const at of columns.keys()) {
    expect(rows.reduce((sum, { cells }) => sum + (cells[at]?.excluded ?? 0), 0)).toBe(sums.excluded.cells[at])
    expect((sums.seen.cells[at] ?? 0) - (sums.inReview.cells[at] ?? 0) - (sums.excluded.cells[at] ?? 0)).toBe(sums.qualified.cells[at])
  }
  expect(rows.reduce((sum, { total }) => sum + total, 0)).toBe(sums.excluded.total)
}

test('shows a row per check and a column per reading, which add up', () => {
  const checks = read()
  expect(checks.columns.map(({ days, isFuture }) => [days.join(), isFuture])).toEqual([
    ['2026-11-19', false],
    ['2026-11-20', false],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-23', true],
    ['2026-11-24', true],
    ['2026-11-25', true],
  ])
  expect(states(checks, 'link')).toEqual(['passed', 'passed', 'fault', 'passed', 'future', 'future', 'future'])
  expect(excluded(checks, 'link')).toEqual([0, 0, 858, 0, 0, 0, 0])
  expect(states(checks, 'mention').slice(0, 4)).toEqual(['fault', 'passed', 'passed', 'passed'])
  expect(states(checks, 'logo-p1-v1').slice(0, 4)).toEqual(['passed', 'passed', 'passed', 'passed'])
  expect(checks.sums.seen).toEqual({ cells: [386, 2_616, 858, 3_624, 0, 0, 0], total: 7_484 })
  expect(checks.sums.excluded.total).toBe(1_244)
  expect(checks.sums.qualified).toEqual({ cells: [0, 2_616, 0, 3_624, 0, 0, 0], total: 6_240 })
  expect(checks.rows.map(({ key }) => key)).toEqual(['logo-p1-v1', 'link', 'mention', 'account', 'growth'])
  expectSums(checks)
})

test('adds up decisions and removed views in a row of their own', () => {
  const history = aPartnershipHistory()
  const last = { day: '2026-11-28', observed: 7_484, qualified: 5_740, inReview: 0, excluded: 1_744 }
  const checks = read({ history: { ...history, days: [...history.days, last] }, now: new Date('2026-11-28T12:00:00.000Z') })
  expect(rowOf(checks, 'other')).toMatchObject({ total: 500 })
  expect(checks.columns.some(({ isFuture }) => isFuture)).toBe(false)
  expectSums(checks)
})

test('shows views in review, and that the brand confirmed its logo', () => {
  const observations = [anObservation('2026-11-20', { views: 312, inReview: 312 }, { logo: 'unknown' })]
  const days = [{ day: '2026-11-20', observed: 312, qualified: 0, inReview: 312, excluded: 0 }]
  const under = (review: Partial<Review>) => {
    const reviews = [aPartnershipReview({ openedAt: '2026-11-20T00:05:00.000Z', ...review })]
    return read({ observations, history: { days, compliance: [] }, reviews })
  }
  const open = under({})
  expect(states(open, 'logo-p1-v1')[1]).toBe('held')
  expect(open.sums.inReview.total).toBe(312)
  expectSums(open)
  const decision = { verdict: 'counts', by: 'brand', at: '2026-11-20T09:12:00.000Z', why: 'Yes' } as const
  expect(states(under({ decision }), 'logo-p1-v1')[1]).toBe('answered')
})

test.each([
  ['is open', {}, 'held'],
  ['counted the views', { decision: { verdict: 'counts', by: 'admin', at: '2026-11-21T09:12:00.000Z', why: 'Ok' } }, 'passed'],
  ['took its default', { decision: { verdict: 'excluded', by: 'default', at: '2026-11-23T09:12:00.000Z', why: 'Late' } }, 'fault'],
  ['is of another video', { videoId: 'v2' }, 'passed'],
  ['is of the logo', { kind: 'logo' }, 'passed'],
  ['opened later', { openedAt: '2026-11-21T00:05:00.000Z' }, 'passed'],
] as const)('marks unusual growth by its review, which %s', (_, review, state) => {
  const observations = [anObservation('2026-11-20', { views: 312, inReview: 312 }, { looksInhuman: true })]
  const reviews = [aPartnershipReview({ kind: 'growth', openedAt: '2026-11-20T00:05:00.000Z', ...review })]
  expect(states(read({ observations, reviews }), 'growth')[1]).toBe(state)
})

test('leaves the link unchecked while the account cannot be read, even if its videos can', () => {
  const history = aPartnershipHistory()
  const compliance = history.compliance.map((one) => ({ ...one, linkOk: null, isPublic: null, ageRestricted: null }))
  expect(states(read({ history: { ...history, compliance } }), 'link').slice(0, 4)).toEqual(['none', 'none', 'fault', 'none'])
})

test('checks each video’s own logo, and shows nothing before a video’s first reading', () => {
  const later = aPartnershipVideo({ id: 'p1-v2', videoId: 'v2' })
  const own = anObservation(
    '2026-11-22',
    { views: 10, excluded: 10, reason: 'logo_too_small' },
    { videoId: 'v2', faults: ['logo_too_small'] },
  )
  const checks = read({ videos: [aPartnershipVideo(), later], observations: [...fourReadings, own] })
  expect(states(checks, 'logo-p1-v2').slice(0, 4)).toEqual(['none', 'none', 'none', 'fault'])
  expect(excluded(checks, 'logo-p1-v1')).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('shows the account’s checks before the first video', () => {
  const { compliance } = aPartnershipHistory()
  const checks = read({ observations: [], videos: [], history: { days: [], compliance } })
  expect(states(checks, 'link').slice(0, 4)).toEqual(['passed', 'passed', 'fault', 'passed'])
  expect(states(checks, 'account')[0]).toBe('passed')
  expect(states(checks, 'mention')[0]).toBe('none')
})

test('combines the earlier readings of a month in one column', () => {
  const dates = Array.from({ length: 20 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
  const observations: readonly Observation[] = dates.map((date) =>
    anObservation(date, { views: 2, qualified: 1, excluded: 1, reason: 'code_missing' }, { faults: ['code_missing'] }),
  )
  const days = dates.map((date, at) => ({ day: date, observed: 2 * at + 2, qualified: at + 1, inReview: 0, excluded: at + 1 }))
  const partnership = aPartnership({ startsAt: '2026-10-31T09:00:00.000Z', endsAt: '2026-11-30T09:00:00.000Z' })
  const checks = read({ partnership, observations, history: { days, compliance: [] }, now: new Date('2026-11-20T12:00:00.000Z') })
  expect(checks.columns).toHaveLength(10)
  expect(checks.columns[0]?.days).toHaveLength(14)
  expect(excluded(checks, 'account')).toEqual([14, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  expectSums(checks)
})
