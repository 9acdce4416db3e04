/** Jobs by the clock: each once per business day across all replicas, in the order of the days, missed ones too. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, businessDayOf, daysBetween, instantOf, nextDay } from '@reelfair/rules'
import type { mongo } from 'mongoose'
import type { Logger } from 'pino'
import type { WorkScope } from '../bus/consumer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../data/database.ts'
import { isDuplicate } from '../data/faults.ts'
import type { Transactor } from '../data/transact.ts'
import { inTurn } from '../data/unit-of-work.ts'
import type { Context, Job } from '../service.ts'
import { type JobRun, jobRunsOf, jobRunsSpec } from './job-runs.ts'

export interface JobsOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly transactor: Transactor
  /** Makes the context of one run. */
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  /** How long a run belongs to a replica that gives no sign of life, in milliseconds; 30,000 when left out. */
  readonly leaseMs?: number
}

export interface Jobs {
  /** Of each job the last business day that is done, as a number: 20261121; 0 while none is known. */
  readonly lastDays: Readonly<Record<string, number>>
  /** Begins no more runs; resolves when the running ones are over. */
  stop(): Promise<void>
}

const LEASE_MS = 30_000
/** Days before these are given up: they are a matter for people. */
const MOST_DAYS_BACK = 40
/** A sleeping machine's timers are late; so long at most. */
const LONGEST_NAP_MS = 60_000
const RETRY_MOST_MS = 300_000

/**
 * Starts the jobs. At its very first start a job has missed no day, but for `firstDayUntil`. A run may be cut off at any line and begin again elsewhere, so its use case
 * must bear that, as an event's must.
 * @example const jobs = startJobs({ database, jobs: [everyBusinessDay('02:00', settleDay)], clock, transactor, contextOf, log })
 */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController()
  const lastDays: Record<string, number> = Object.fromEntries(options.jobs.map(({ name }) => [name, 0]))
  const running = options.jobs.map((job) => keep(job, options, lastDays, stopping.signal))
  return {
    lastDays,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function keep(
  job: Job,
  { database, clock, transactor, contextOf, log, leaseMs = LEASE_MS }: JobsOptions,
  lastDays: Record<string, number>,
  stopping: AbortSignal,
): Promise<void> {
  const owner = randomUUID()
  const runs = jobRunsOf(database.connection)
  let troubles = 0

  /** The latest day whose hour has come. */
  function dayDue(): string {
    const now = clock.now()
    const today = businessDayOf(now)
    return now >= instantOf(today, job.at) ? today : addDays(today, -1)
  }

  /** Does what is due, one day at most. Returns how long to wait then. */
  async function look(): Promise<number> {
    const due = dayDue()
    const [last] = await runs.find({ job: job.name }).sort({ day: -1 }).limit(1).toArray()
    if (!last) {
      const isAwaited = job.firstDayUntil !== undefined && clock.now() < instantOf(due, job.firstDayUntil)
      await begin(isAwaited ? addDays(due, -1) : due, 'done')
      return 0
    }
    // Told as it stands in the database, whoever ran it. While a day runs, the one before it is done: days come in their order.
    lastDays[job.name] = Number((last.state === 'done' ? last.day : addDays(last.day, -1)).replaceAll('-', ''))
    let day = last.state === 'done' ? nextDay(last.day) : last.day
    if (daysBetween(day, due) >= MOST_DAYS_BACK) {
      const first = addDays(due, 1 - MOST_DAYS_BACK)
      log.error({ job: job.name, from: day, to: addDays(first, -1) }, 'these days were missed for too long and are left out')
      day = first
    }
    if (daysBetween(day, due) < 0) return untilNext(day)
    if (!(await take(day, last))) return leaseMs / 4
    await run(day)
    return 0
  }

  const untilNext = (day: string) => Math.min(Math.max(instantOf(day, job.at).getTime() - clock.now().getTime(), 1), LONGEST_NAP_MS)

  const idOf = (day: string) => `${job.name}:${day}`
  const leaseUntil = () => new Date(Date.now() + leaseMs)

  /** @returns whether this replica was the first */
  async function begin(day: string, state: JobRun['state']): Promise<boolean> {
    try {
      await runs.insertOne({ _id: idOf(day), job: job.name, day, state, owner, leaseUntil: leaseUntil(), attempts: 1 })
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }

  async function take(day: string, last: JobRun): Promise<boolean> {
    if (last.day !== day) return begin(day, 'running')
    const free = { _id: idOf(day), state: 'running' as const, leaseUntil: { $lte: new Date() } }
    const taken = await runs.updateOne(free, { $set: { owner, leaseUntil: leaseUntil() }, $inc: { attempts: 1 } })
    if (taken.modifiedCount === 1 && last.owner !== owner) log.warn({ job: job.name, day }, 'a run without a sign of life is taken over')
    return taken.modifiedCount === 1
  }

  async function run(day: string): Promise<void> {
    const mine = { _id: idOf(day), owner, state: 'running' as const }
    const renew = (session?: mongo.ClientSession) =>
      runs.updateOne(mine, { $set: { leaseUntil: leaseUntil() } }, session ? { session } : {})
    const timer = setInterval(
      () => void renew().catch((error) => log.warn({ job: job.name, day, error: String(error) }, 'a lease was not renewed')),
      leaseMs / 4,
    )
    const causeId = idOf(day)
    const scope: WorkScope = {
      causeId,
      // A process that was stopped for a while must not write any more once another one does its work: its own row is part of each transaction, so
      // that whoever takes the run over comes before it, and it fails, or after it, and sees what it wrote.
      transact: (work) =>
        transactor.transact(causeId, async (tx) => {
          const { matchedCount } = await inTurn(tx.session, jobRunsSpec.name, () => renew(tx.session))
          if (matchedCount === 0) throw new Error(`the run ${causeId} was taken over`)
          return work(tx)
        }),
    }
    log.info({ job: job.name, day }, 'a job begins')
    try {
      await job.run({ day }, contextOf(scope))
      await runs.updateOne(mine, { $set: { state: 'done' } })
      log.info({ job: job.name, day }, 'a job is done')
    } catch (error) {
      // Free at once for whoever looks next.
      await runs.updateOne(mine, { $set: { leaseUntil: new Date(0) } }).catch(() => {})
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  while (!stopping.aborted) {
    // Before looking, so that a jump during the look is not missed.
    const nap = new AbortController()
    const stopListening = clock.onJump(() => nap.abort())
    let wait: number
    try {
      wait = await look()
      troubles = 0
    } catch (error) {
      wait = Math.min(1_000 * 2 ** troubles, RETRY_MOST_MS)
      troubles += 1
      log.error({ error, job: job.name }, 'a job failed; it is tried again')
    }
    await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping]) }).catch(() => {})
    stopListening()
  }
}
