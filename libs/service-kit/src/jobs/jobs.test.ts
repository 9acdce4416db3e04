import { movableClock } from '@reelfair/testkit/clock'
import { eventually } from '@reelfair/testkit/eventually'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { effects, openWorld, recordingLog, silent, type World } from '../../test/world.ts'
import { inProcessBus } from '../bus/in-process.ts'
import type { Context, Job } from '../service.ts'
import { jobRunsOf } from './job-runs.ts'
import { type Jobs, type JobsOptions, startJobs } from './jobs.ts'

let world: World
const started: Jobs[] = []
beforeEach(async () => {
  world = await openWorld({ bus: inProcessBus({ log: silent }) })
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
  await world.stop()
})

const start = (job: Job, options: Partial<JobsOptions> & Pick<JobsOptions, 'clock'>): Jobs => {
  const { database, transactor, context } = world
  const jobs = startJobs({ database, transactor, contextOf: context, jobs: [job], log: silent, ...options })
  started.push(jobs)
  return jobs
}
const remembering = (at: string, days: string[], more: (day: string, ctx: Context) => Promise<void> = async () => {}): Job => ({
  name: 'settle',
  at,
  run: async ({ day }, ctx) => {
    await more(day, ctx)
    days.push(day)
  },
})
const runs = () => jobRunsOf(world.database.connection)
const begun = () => eventually(async () => expect(await runs().countDocuments({})).toBeGreaterThan(0))
const done = (day: string) =>
  eventually(async () => expect(await runs().findOne({ _id: `settle:${day}` })).toMatchObject({ state: 'done' }))

test('skips earlier days on its first start and then runs at its scheduled time', async () => {
  const clock = movableClock('2026-11-21T00:59:00Z')
  const days: string[] = []
  start(remembering('02:00', days), { clock })
  await begun()
  clock.set('2026-11-21T00:59:59.999Z')
  clock.set('2026-11-21T01:00:00Z')
  await eventually(() => expect(days).toEqual(['2026-11-21']))
  clock.set('2026-11-22T00:59:59Z')
  clock.set('2026-11-22T01:00:00Z')
  await eventually(() => expect(days).toEqual(['2026-11-21', '2026-11-22']))
})

test.each([
  ['runs the day before that time', '2026-11-21T01:30:00Z', ['2026-11-21', '2026-11-22']],
  ['skips the day after that time', '2026-11-21T03:00:00Z', ['2026-11-22']],
])('respects firstDayUntil on the first start: %s', async (_, at, expected) => {
  const clock = movableClock(at)
  const days: string[] = []
  start({ ...remembering('02:00', days), firstDayUntil: '04:00' }, { clock })
  await begun()
  await done('2026-11-21')
  clock.set('2026-11-22T01:30:00Z')
  await done('2026-11-22')
  expect(days).toEqual(expected)
})

test('reports the last completed day while the next one is running, even if another replica completed it', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  let proceed = () => {}
  const slow = new Promise<void>((resolve) => (proceed = resolve))
  const [one, other] = [1, 2].map(() =>
    start(
      remembering('02:00', [], () => slow),
      { clock, leaseMs: 400 },
    ),
  )
  await eventually(() => expect([one?.lastDays, other?.lastDays]).toEqual([{ settle: 20261121 }, { settle: 20261121 }]))
  clock.set('2026-11-22T03:00:00Z')
  await eventually(async () => expect(await runs().findOne({ _id: 'settle:2026-11-22' })).toMatchObject({ state: 'running' }))
  // The process has renewed the lease several times, so the other replica has checked as well.
  const leaseUntil = async () => (await runs().findOne({ _id: 'settle:2026-11-22' }))?.leaseUntil.getTime() ?? 0
  const first = await leaseUntil()
  await eventually(async () => expect(await leaseUntil()).toBeGreaterThan(first + 250))
  expect([one?.lastDays, other?.lastDays]).toEqual([{ settle: 20261121 }, { settle: 20261121 }])
  proceed()
  await eventually(() => expect([one?.lastDays, other?.lastDays]).toEqual([{ settle: 20261122 }, { settle: 20261122 }]))
})

test('runs each day once across two replicas', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  const days: string[] = []
  for (const _ of [1, 2]) start(remembering('02:00', days), { clock })
  await begun()
  for (const day of ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']) {
    clock.set(`${day}T03:00:00Z`)
    await done(day)
  }
  expect(days).toEqual(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'])
})

test('catches up on missed days in order, even after a restart before the first run', async () => {
  const days: string[] = []
  const clock = movableClock('2026-11-21T12:00:00Z')
  const first = start(remembering('02:00', days), { clock })
  await begun()
  await first.stop()
  clock.set('2026-11-25T12:00:00Z')
  start(remembering('02:00', days), { clock })
  await eventually(() => expect(days).toEqual(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']))
})

test('skips days missed too long ago and logs an error', async () => {
  const days: string[] = []
  const clock = movableClock('2026-01-01T12:00:00Z')
  const { log, lines } = recordingLog()
  start(remembering('02:00', days), { clock, log })
  await begun()
  clock.set('2026-04-01T12:00:00Z')
  await eventually(() => expect(days).toHaveLength(40))
  expect([days[0], days.at(-1)]).toEqual(['2026-02-21', '2026-04-01'])
  expect(lines.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual(['missed business days skipped'])
})

test.each([
  ['to summer time at a skipped hour', '02:30', '2026-03-28T12:00:00Z', ['2026-03-29T00:59:59Z'], '2026-03-29T01:00:00Z', '2026-03-29'],
  ['to winter time at a repeated hour', '02:30', '2026-10-24T12:00:00Z', ['2026-10-25T00:29:59Z'], '2026-10-25T00:30:00Z', '2026-10-25'],
])('runs only once on the day of the change %s', async (_what, at, before, early, due, day) => {
  const clock = movableClock(before)
  const days: string[] = []
  start(remembering(at, days), { clock })
  await begun()
  for (const moment of early) clock.set(moment)
  clock.set(due)
  await eventually(() => expect(days).toEqual([day]))
  await done(day)
  clock.advance({ hours: 1 })
  clock.advance({ hours: 24 })
  await eventually(() => expect(days).toHaveLength(2))
  expect(new Set(days).size).toBe(2)
})

test('retries a failed day before running the next one', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  const days: string[] = []
  let failures = 2
  const job = remembering('02:00', days, async () => {
    if (failures-- > 0) throw new Error('not today')
  })
  start(job, { clock })
  await begun()
  clock.set('2026-11-23T12:00:00Z')
  await eventually(() => expect(days).toEqual(['2026-11-22', '2026-11-23']))
})

describe('when a replica dies during a run', () => {
  test('repeats the interrupted day on another replica', async () => {
    const clock = movableClock('2026-11-21T12:00:00Z')
    const { connection } = world.database
    await runs().insertOne({
      _id: 'settle:2026-11-20',
      job: 'settle',
      day: '2026-11-20',
      state: 'done',
      owner: 'dead',
      leaseUntil: new Date(),
      attempts: 1,
    })
    const leaseUntil = new Date(Date.now() + 500)
    await runs().insertOne({
      _id: 'settle:2026-11-21',
      job: 'settle',
      day: '2026-11-21',
      state: 'running',
      owner: 'dead',
      leaseUntil,
      attempts: 1,
    })
    const days: string[] = []
    start(remembering('02:00', days), { clock, leaseMs: 2_000 })
    await done('2026-11-21')
    expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime())
    expect(days).toEqual(['2026-11-21'])
    expect(await jobRunsOf(connection).findOne({ _id: 'settle:2026-11-21' })).toMatchObject({ attempts: 2 })
  })

  test('refuses writes from the old replica after the takeover', async () => {
    const clock = movableClock('2026-11-21T12:00:00Z')
    let wake = () => {}
    const asleep = new Promise<void>((resolve) => (wake = resolve))
    let outcome = ''
    const job = remembering('02:00', [], async (_day, ctx) => {
      await asleep
      await ctx
        .transact((tx) => effects.insert(tx, { id: 'late', name: 'late', eventName: 'none' }))
        .catch((error: Error) => {
          outcome = error.message
          throw error
        })
    })
    start(job, { clock, leaseMs: 200 })
    await begun()
    clock.set('2026-11-22T12:00:00Z')
    // Another replica has taken over the run, so the old one no longer renews this lease.
    await eventually(async () => {
      const taken = await runs().updateOne(
        { _id: 'settle:2026-11-22' },
        { $set: { owner: 'another', leaseUntil: new Date(Date.now() + 60_000) } },
      )
      expect(taken.modifiedCount).toBe(1)
    })
    const over = Date.now() + 300
    await eventually(() => expect(Date.now()).toBeGreaterThan(over))
    wake()
    await eventually(() => expect(outcome).toContain('taken over'))
    expect(await effects.byId({ connection: world.database.connection }, 'late')).toBeUndefined()
  })
})

test('stores nothing after a takeover, even if the run’s lease still seems valid', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  const outcomes: string[] = []
  const job = remembering('02:00', [], async (day, ctx) => {
    const another = { owner: 'another', leaseUntil: new Date(Date.now() + 60_000) }
    await runs().updateOne({ _id: `settle:${day}` }, { $set: another })
    const late = ctx.transact((tx) => effects.insert(tx, { id: 'late', name: 'late', eventName: 'none' }))
    outcomes.push(await late.then(() => 'stored').catch((error: Error) => error.message))
  })
  start(job, { clock, leaseMs: 60_000 })
  await begun()
  clock.set('2026-11-22T12:00:00Z')
  await eventually(() => expect(outcomes).toEqual(['run settle:2026-11-22 was taken over']))
  expect(await effects.byId({ connection: world.database.connection }, 'late')).toBeUndefined()
})

test('blocks a takeover while the run has an open transaction', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  const days: string[] = []
  let taken: Promise<number> | undefined
  const job = remembering('02:00', days, async (day, ctx) => {
    await ctx.transact(async (tx) => {
      const free = { _id: `settle:${day}`, leaseUntil: { $lte: new Date(Date.now() + 1_000) } }
      taken = runs()
        .updateOne(free, { $set: { owner: 'another' } })
        .then(({ matchedCount }) => matchedCount)
      await effects.insert(tx, { id: day, name: 'once', eventName: 'none' })
    })
  })
  start(job, { clock, leaseMs: 60_000 })
  await begun()
  clock.set('2026-11-22T12:00:00Z')
  await done('2026-11-22')
  expect(await taken).toBe(0)
  expect(days).toEqual(['2026-11-22'])
})

test('stops waiting jobs immediately and lets running jobs finish', async () => {
  const clock = movableClock('2026-11-21T12:00:00Z')
  const days: string[] = []
  let proceed = () => {}
  const slow = new Promise<void>((resolve) => (proceed = resolve))
  let running = false
  const jobs = start(
    remembering('02:00', days, async () => {
      running = true
      await slow
    }),
    { clock },
  )
  await begun()
  clock.set('2026-11-23T12:00:00Z')
  await eventually(() => expect(running).toBe(true))
  const stopping = jobs.stop()
  proceed()
  await stopping
  expect(days).toEqual(['2026-11-22'])
  expect(await runs().countDocuments({ state: 'running' })).toBe(0)
})
