import { exclusionReasons, type ReviewVerdict } from '@reelfair/contracts'
import { finalReadingAt } from '@reelfair/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAssignment, hour } from '../testing/an-assignment.ts'
import { afterRun, endEarly, type NO_TOTALS, nextRun, retotal, totalsOf } from './assignment.ts'
import { DEFAULT_VERDICT, decideBy, type OpenReview } from './count-video.ts'
import { isSame, recount } from './recount.ts'
import { decide, joinedBy, openedBy, type Review } from './review.ts'
import { foundVideo, judgeGrowthOfVideos, type Metrics, observe, type Reading, relisted, type Video, videoOfId } from './video.ts'

const assignment = anAssignment()
const listed = {
  id: 'v:1',
  url: 'https://x.example',
  caption: 'RF-ABCDE ad',
  publishedAt: hour(1),
  width: 1_080,
  height: 1_920,
  durationS: 20,
}
const account = {
  isPublic: true,
  ageRestricted: false,
  paidLabelConsent: true,
  bio: '',
  bioLinks: ['https://a.example'],
  followers: 9_000,
  averageViews: 3_000,
}
const seen = (at: number, views: number | null, more: Partial<Metrics> = {}): Metrics => ({
  at: hour(at),
  views,
  likes: views === null ? null : Math.floor(views * 0.05),
  comments: null,
  deleted: false,
  private: false,
  ageRestricted: false,
  paidLabel: true,
  logo: { present: true, box: { x: 90, y: 100, width: 900, height: 210 } },
  ...more,
})
const look = (video: Video, at: number, metrics: Metrics, revision = at) =>
  read(video, metrics, { readingId: `r${at}`, revision, now: hour(at), reviewHours: 72 })
function read(video: Video, metrics: Metrics, made: Parameters<typeof observe>[3]) {
  const growth = judgeGrowthOfVideos([video], new Map([[video.externalId, metrics]]), account, made.now).get(video.id)
  return (
    observe(video, metrics, { assignment, account, growth: growth ?? expect.unreachable(), taken: new Set() }, made) ?? expect.unreachable()
  )
}

test('extracts the network’s id from a video’s id, even if the network’s id contains a colon', () => {
  const video = foundVideo(assignment, listed, hour(2))
  expect(videoOfId(video.id)).toBe('v:1')
})

test('replaces a figure’s future timestamp with the time of the reading', () => {
  expect(look(foundVideo(assignment, listed, hour(2)), 5, seen(900, 100)).reading.at).toEqual(hour(5))
})

test('keeps the last known paid-partnership label during an outage', () => {
  const onYouTube = {
    assignment: anAssignment({ network: 'youtube' }),
    account,
    taken: new Set<string>(),
    growth: { looksInhuman: false, evidence: [], newViews: 0 },
  }
  const unworded = { ...foundVideo(assignment, listed, hour(2)), caption: 'RF-ABCDE' }
  const readAt = (video: Video, at: number, paidLabel: Metrics['paidLabel']) =>
    (
      observe(video, seen(at, at, { paidLabel }), onYouTube, { readingId: `r${at}`, revision: at, now: hour(at), reviewHours: 72 }) ??
      expect.unreachable()
    ).video
  const labelled = readAt(unworded, 5, true)
  expect(readAt(labelled, 6, 'unknown').faults).toEqual([])
  const removed = readAt(labelled, 6, false)
  expect(removed.faults).toEqual(['mention_missing'])
  expect(readAt(removed, 7, 'unknown').faults).toEqual(['mention_missing'])
})

describe('clearing a fault requires a later reading or decision', () => {
  const absent = { logo: { present: false } } as const
  const unknown = { logo: 'unknown' } as const
  const found = () => foundVideo(assignment, listed, hour(2))
  const decided = (video: Video, verdict: 'counts' | 'excluded', at: number) => {
    const { open } = video.count
    const review = { kind: 'logo', state: 'open', openedAt: open.logo?.openedAt } as Review
    return decide(review, video, { verdict, by: 'admin', why: 'So.', revision: at, reason: 'logo_too_small' }, hour(at)).video
  }

  test('keeps a refused logo as a fault until a reading recognises the logo', () => {
    const refused = decided(look(found(), 5, seen(5, 100, unknown)).video, 'excluded', 6)
    expect(refused.faults).toEqual(['logo_too_small'])
    const unsure = look(refused, 7, seen(7, 200, unknown)).video
    expect(unsure.faults).toEqual(['logo_too_small'])
    expect(look(unsure, 8, seen(8, 300)).video.faults).toEqual([])
  })

  test('keeps an absent logo as a fault after an unclear reading, and clears it after an approval', () => {
    const unsure = look(look(found(), 5, seen(5, 100, absent)).video, 6, seen(6, 200, unknown)).video
    expect(unsure.faults).toEqual(['logo_absent'])
    expect(decided(unsure, 'counts', 7).faults).toEqual([])
  })

  test('applies a logo decision to later unclear readings', () => {
    const approved = decided(look(found(), 5, seen(5, 100, unknown)).video, 'counts', 6)
    const gone = look(approved, 7, seen(7, 200, absent)).video
    expect(gone.faults).toEqual(['logo_absent'])
    expect(look(gone, 8, seen(8, 300, unknown)).video.faults).toEqual([])
  })
})

test('assigns a different time to each reading or decision of a video', () => {
  const once = look(foundVideo(assignment, listed, hour(2)), 5, seen(5, 100))
  const twice = look(once.video, 5, seen(5, 150))
  expect(twice.reading.readAt.getTime()).toBe(hour(5).getTime() + 1)
})

test('stores the newest figures and the highest figure', () => {
  let video = foundVideo(assignment, listed, hour(2))
  for (let at = 3; at < 40; at += 1) video = look(video, at, seen(at, at === 5 ? 9_000 : at * 10)).video
  expect(video.figures).toHaveLength(10)
  expect(video.figures[0]).toMatchObject({ at: hour(5), views: 9_000 })
  expect(video.figures.at(-1)).toMatchObject({ at: hour(39) })
})

test('ends windows when a campaign ends early, and brings the final reading forward unless that reading is in progress', () => {
  const ended = endEarly(assignment, hour(50)) ?? expect.unreachable()
  expect(ended).toMatchObject({ endsAt: hour(50), finalDueAt: hour(50) })
  expect(relisted(foundVideo(assignment, listed, hour(2)), ended, undefined).until).toEqual(hour(50))
  const { finalDueAt: _, ...underWay } = assignment
  expect(endEarly(underWay, hour(50))).not.toHaveProperty('finalDueAt')
  expect(endEarly(assignment, hour(201))).toBeUndefined()
  expect(endEarly({ ...assignment, final: 'end' }, hour(50))).toBeUndefined()
})

test('plans the final checks after the campaign’s end, and nothing after the final checks', () => {
  const end = afterRun(assignment, 'end')
  expect(nextRun(assignment)).toBe('end')
  expect(end).toMatchObject({ final: 'end', finalDueAt: hour(263), isOpen: true })
  expect(nextRun(end)).toBe('checks')
  expect(afterRun(end, '2026-11-25')).toBe(end)
  expect(afterRun(end, 'checks')).toMatchObject({ final: 'checks', finalDueAt: undefined, isOpen: false })
})

test('stores one history line per day, with the day’s last totals', () => {
  const counts = (views: number) => [look(foundVideo(assignment, listed, hour(2)), 5, seen(5, views)).video.count]
  const days = [1, 2, 3].reduce((last, views) => retotal(last, counts(views), views < 3 ? '2026-11-22' : '2026-11-23'), assignment).days
  expect(days.map(({ day, observed }) => [day, observed])).toEqual([
    ['2026-11-22', 2],
    ['2026-11-23', 3],
  ])
})

const anyStep = fc.oneof(
  fc.record({
    views: fc.option(fc.nat(9_000)),
    private: fc.boolean(),
    logo: fc.constantFrom<Metrics['logo']>('unknown', { present: true, box: { x: 90, y: 100, width: 900, height: 210 } }),
    bots: fc.boolean(),
    which: fc.nat(2),
  }),
  fc.record({ verdict: fc.constantFrom('counts' as const, 'excluded' as const, 'default' as const), which: fc.nat(2) }),
)

const dueBy = (open: OpenReview) => decideBy(open, finalReadingAt(assignment.endsAt))
const madeAs = (verdict: ReviewVerdict | 'default', { kind }: Review) =>
  verdict === 'default' ? { verdict: DEFAULT_VERDICT[kind], by: 'default' as const } : { verdict, by: 'admin' as const, why: 'So.' }

test('recomputes the totals of each revision from stored readings and decisions', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      const videos = [0, 1, 2].map((which): Video => foundVideo(assignment, { ...listed, id: `v${which}` }, hour(2), which === 1))
      const readings: Reading[] = []
      let reviews: Review[] = []
      const emitted: (typeof NO_TOTALS)[] = []
      for (const [index, step] of steps.entries()) {
        const [revision, now] = [index + 1, hour(3 + index * 4)]
        const before = videos[step.which]!
        if ('verdict' in step) {
          const open = reviews.find(({ state, videoId }) => state === 'open' && videoId === before.id)
          if (open) {
            const { review, video } = decide(open, before, { ...madeAs(step.verdict, open), revision }, now)
            reviews = reviews.map((one) => (one.id === open.id ? review : one))
            videos[step.which] = video
          }
        } else {
          const likes = step.bots ? 0 : undefined
          const metrics = { ...seen(0, step.views, { private: step.private, logo: step.logo }), at: now, ...(likes === 0 && { likes }) }
          const made = { readingId: `r${index}`, revision, now, reviewHours: 24 + index }
          const { video, reading } = read(before, metrics, made)
          readings.push(reading)
          for (const opened of openedBy(before, video, reading, { assignment, username: 'lea' }))
            reviews.push({ ...opened, id: `${reviews.length}` })
          for (const kind of joinedBy(before, video))
            expect(reviews.filter((one) => one.state === 'open' && one.videoId === video.id && one.kind === kind)).toHaveLength(1)
          videos[step.which] = video
        }
        emitted.push(
          totalsOf(
            videos.map(({ count }) => count),
            dueBy,
          ),
        )
      }
      const again = recount(readings.toReversed(), reviews.toReversed(), steps.length)
      expect(again.map(({ totals }) => totals)).toEqual(emitted)
      for (const [index, { totals }] of again.entries()) expect(isSame(totals, emitted[index]!)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('detects every difference between two totals', () => {
  const applied = { day: '2026-11-25', counts: 1, excluded: 2, isApplied: true }
  const totals = {
    observed: 9,
    qualified: 3,
    inReview: 2,
    defaults: [applied, { ...applied, isApplied: false }],
    excluded: [{ reason: exclusionReasons[0], views: 4 }],
  }
  for (const key of ['observed', 'qualified', 'inReview'] as const) expect(isSame(totals, { ...totals, [key]: 7 })).toBe(false)
  expect(isSame(totals, { ...totals, excluded: [{ reason: exclusionReasons[1]!, views: 4 }] })).toBe(false)
  expect(isSame(totals, { ...totals, excluded: [] })).toBe(false)
  expect(isSame(totals, { ...totals, defaults: [applied] })).toBe(false)
  expect(
    isSame(totals, {
      ...totals,
      defaults: [
        { ...applied, day: '2026-11-26' },
        { ...applied, isApplied: false },
      ],
    }),
  ).toBe(false)
  expect(isSame(totals, { ...totals })).toBe(true)
})
