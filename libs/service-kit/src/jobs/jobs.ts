/** Runs scheduled jobs once per business day across all replicas, in order, and catches up on missed days. */
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
import { runOperation } from '../data/unit-of-work.ts'
import type { Context, Job } from '../service.ts'
import { type JobRun, jobRunsOf, jobRunsSpec } from './job-runs.ts'

export interface JobsOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly transactor: Transactor
  /** Creates the context for one run. */
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  /** How long a run stays leased without renewal, in milliseconds. Default: 30,000. */
  readonly leaseMs?: number
}

export interface Jobs {
  /** Each job's last completed business day as a number, such as 20261121; 0 while unknown. */
  readonly lastDays: Readonly<Record<string, number>>
  /** Starts no more runs and resolves when current runs have finished. */
  stop(): Promise<void>
}

const LEASE_MS = 30_000
/** Missed days beyond this number are skipped; an operator has to handle them. */
const MAX_DAYS_BACK = 40
/** Timers fire late after a machine sleeps; this limits the delay. */
const MAX_NAP_MS = 60_000
const RETRY_MOST_MS = 300_000

/**
 * Starts the jobs. On its very first start, a job does not catch up on earlier days, except as set by `firstDayUntil`.
 * A run may be interrupted anywhere and repeated elsewhere, so its use case must be idempotent, like an event handler.
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

  /** Returns the latest day whose scheduled time has passed. */
  function dayDue(): string {
    const now = clock.now()
    const today = businessDayOf(now)
    return now >= instantOf(today, job.at) ? today : addDays(today, -1)
  }

  /** Runs at most one due day and returns how long to wait before the next check. */
  async function look(): Promise<number> {
    const due = dayDue()
    const [last] = await runs.find({ job: job.name }).sort({ day: -1 }).limit(1).toArray()
    if (!last) {
      const isAwaited = job.firstDayUntil !== undefined && clock.now() < instantOf(due, job.firstDayUntil)
      await begin(isAwaited ? addDays(due, -1) : due, 'done')
      return 0
    }
    // Reads the database, because another replica may have run the day. Days run in order, so the day before a running
    // one is done.
    lastDays[job.name] = Number((last.state === 'done' ? last.day : addDays(last.day, -1)).replaceAll('-', ''))
    let day = last.state === 'done' ? nextDay(last.day) : last.day
    if (daysBetween(day, due) >= MAX_DAYS_BACK) {
      const first = addDays(due, 1 - MAX_DAYS_BACK)
      log.error({ job: job.name, from: day, to: addDays(first, -1) }, 'missed business days skipped')
      day = first
    }
    if (daysBetween(day, due) < 0) return untilNext(day)
    if (!(await take(day, last))) return leaseMs / 4
    await run(day)
    return 0
  }

  const untilNext = (day: string) => Math.min(Math.max(instantOf(day, job.at).getTime() - clock.now().getTime(), 1), MAX_NAP_MS)

  const idOf = (day: string) => `${job.name}:${day}`
  const leaseUntil = () => new Date(Date.now() + leaseMs)

  /** @returns whether this replica was the first to insert the run */
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
    if (taken.modifiedCount === 1 && last.owner !== owner) log.warn({ job: job.name, day }, 'job run taken over')
    return taken.modifiedCount === 1
  }

  async function run(day: string): Promise<void> {
    const mine = { _id: idOf(day), owner, state: 'running' as const }
    const renew = (options: { readonly session?: mongo.ClientSession } = {}) =>
      runs.updateOne(mine, { $set: { leaseUntil: leaseUntil() } }, options)
    const timer = setInterval(
      () => void renew().catch((error) => log.warn({ job: job.name, day, error: String(error) }, 'job lease renewal failed')),
      leaseMs / 4,
    )
    const causeId = idOf(day)
    const scope: WorkScope = {
      causeId,
      // A process that was paused must not write after another one has taken over its run. Each transaction therefore
      // renews its run's row. If the takeover comes first, the transaction fails; otherwise the new process sees the
      // transaction's writes.
      transact: (work) =>
        transactor.transact(causeId, async (tx) => {
          const { matchedCount } = await runOperation(tx.unit, jobRunsSpec.name, renew)
          if (matchedCount === 0) throw new Error(`run ${causeId} was taken over`)
          return work(tx)
        }),
    }
    log.info({ job: job.name, day }, 'job started')
    try {
      await job.run({ day }, contextOf(scope))
      await runs.updateOne(mine, { $set: { state: 'done' } })
      log.info({ job: job.name, day }, 'job completed')
    } catch (error) {
      // Ends the lease, so that any replica can retry immediately.
      await runs.updateOne(mine, { $set: { leaseUntil: new Date(0) } }).catch(() => {})
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  while (!stopping.aborted) {
    // Set before the check, so that a clock jump during the check is not missed.
    const nap = new AbortController()
    const stopListening = clock.onJump(() => nap.abort())
    let wait: number
    try {
      wait = await look()
      troubles = 0
    } catch (error) {
      wait = Math.min(1_000 * 2 ** troubles, RETRY_MOST_MS)
      troubles += 1
      log.error({ error, job: job.name }, 'job failed; retrying')
    }
    await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping]) }).catch(() => {})
    stopListening()
  }
}
