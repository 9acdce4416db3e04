/** Runs jobs once per business day across all replicas, in order, and catches up on missed days. */
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
import type { Context, Job } from '../service.ts'
import { type JobRun, jobRunsOf, jobRunsSpec } from './job-runs.ts'

export interface JobsOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly clock: Clock
  readonly transactor: Transactor
  contextOf(scope: WorkScope): Context
  readonly log: Logger
  /** How long a process keeps a run without renewing its lease, in milliseconds. Default: 30,000. */
  readonly leaseMs?: number
}

export interface Jobs {
  /** Each job's last completed business day as a number, such as 20261121; 0 while unknown. */
  readonly lastDays: Readonly<Record<string, number>>
  /** Starts no new run and resolves when current runs have finished. */
  stop(): Promise<void>
}

const LEASE_MS = 30_000
/** Older missed days are skipped; an operator has to handle them. */
const MAX_DAYS_BACK = 40
/** Timers fire late after a machine sleeps; this limits the delay. */
const MAX_NAP_MS = 60_000
const RETRY_MOST_MS = 300_000

/**
 * Starts the jobs. On its very first start, a job skips earlier days, except as set by `firstDayUntil`. Another replica
 * may repeat an interrupted run, so its use case must be idempotent.
 * @example const jobs = startJobs({ database, jobs: [everyBusinessDay('02:00', settleDay)], clock, transactor, contextOf, log })
 */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController()
  const lastDays: Record<string, number> = Object.fromEntries(options.jobs.map(({ name }) => [name, 0]))
  const running = options.jobs.map((job) => new JobLoop(job, options, lastDays).keepRunning(stopping.signal))
  return {
    lastDays,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

class JobLoop {
  readonly #owner = randomUUID()
  readonly #job: Job
  readonly #options: JobsOptions
  readonly #leaseMs: number
  readonly #lastDays: Record<string, number>
  readonly #runs: ReturnType<typeof jobRunsOf>

  constructor(job: Job, options: JobsOptions, lastDays: Record<string, number>) {
    this.#job = job
    this.#options = options
    this.#leaseMs = options.leaseMs ?? LEASE_MS
    this.#lastDays = lastDays
    this.#runs = jobRunsOf(options.database.connection)
  }

  async keepRunning(stopping: AbortSignal): Promise<void> {
    const { clock, log } = this.#options
    let troubles = 0
    while (!stopping.aborted) {
      // Set before the check, so that the check does not miss a clock jump.
      const nap = new AbortController()
      const stopListening = clock.onJump(() => nap.abort())
      let wait: number
      try {
        wait = await this.#look()
        troubles = 0
      } catch (error) {
        wait = Math.min(1_000 * 2 ** troubles, RETRY_MOST_MS)
        troubles += 1
        log.error({ error, job: this.#job.name }, 'job failed; retrying')
      }
      await pause(wait, undefined, { signal: AbortSignal.any([nap.signal, stopping]) }).catch(() => {})
      stopListening()
    }
  }

  /** Runs at most one due day and returns how long to wait before the next check. */
  async #look(): Promise<number> {
    const { name, firstDayUntil } = this.#job
    const due = this.#dayDue()
    const [last] = await this.#runs.find({ job: name }).sort({ day: -1 }).limit(1).toArray()
    if (!last) {
      const isAwaited = firstDayUntil !== undefined && this.#options.clock.now() < instantOf(due, firstDayUntil)
      await this.#begin(isAwaited ? addDays(due, -1) : due, 'done')
      return 0
    }
    // Reads the database, because another replica may have run the day. Days run in order, so the day before a running
    // one is complete.
    this.#lastDays[name] = Number((last.state === 'done' ? last.day : addDays(last.day, -1)).replaceAll('-', ''))
    let day = last.state === 'done' ? nextDay(last.day) : last.day
    if (daysBetween(day, due) >= MAX_DAYS_BACK) {
      const first = addDays(due, 1 - MAX_DAYS_BACK)
      this.#options.log.error({ job: name, from: day, to: addDays(first, -1) }, 'missed business days skipped')
      day = first
    }
    if (daysBetween(day, due) < 0) return this.#untilNext(day)
    if (!(await this.#take(day, last))) return this.#leaseMs / 4
    await this.#run(day)
    return 0
  }

  #dayDue(): string {
    const now = this.#options.clock.now()
    const today = businessDayOf(now)
    return now >= instantOf(today, this.#job.at) ? today : addDays(today, -1)
  }

  #untilNext(day: string): number {
    const left = instantOf(day, this.#job.at).getTime() - this.#options.clock.now().getTime()
    return Math.min(Math.max(left, 1), MAX_NAP_MS)
  }

  #idOf(day: string): string {
    return `${this.#job.name}:${day}`
  }

  #leaseUntil(): Date {
    return new Date(Date.now() + this.#leaseMs)
  }

  async #begin(day: string, state: JobRun['state']): Promise<boolean> {
    const claim = { owner: this.#owner, leaseUntil: this.#leaseUntil(), attempts: 1 }
    try {
      await this.#runs.insertOne({ _id: this.#idOf(day), job: this.#job.name, day, state, ...claim })
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  }

  async #take(day: string, last: JobRun): Promise<boolean> {
    if (last.day !== day) return this.#begin(day, 'running')
    const free = { _id: this.#idOf(day), state: 'running' as const, leaseUntil: { $lte: new Date() } }
    const claim = { $set: { owner: this.#owner, leaseUntil: this.#leaseUntil() }, $inc: { attempts: 1 } }
    const taken = await this.#runs.updateOne(free, claim)
    const isTaken = taken.modifiedCount === 1
    if (isTaken && last.owner !== this.#owner) this.#options.log.warn({ job: this.#job.name, day }, 'job run taken over')
    return isTaken
  }

  async #run(day: string): Promise<void> {
    const { contextOf, log } = this.#options
    const about = { job: this.#job.name, day }
    const timer = setInterval(
      () => void this.#renew(day).catch((error) => log.warn({ ...about, error: String(error) }, 'job lease renewal failed')),
      this.#leaseMs / 4,
    )
    log.info(about, 'job started')
    try {
      await this.#job.run({ day }, contextOf(this.#scopeOf(day)))
      await this.#runs.updateOne(this.#mine(day), { $set: { state: 'done' } })
      log.info(about, 'job completed')
    } catch (error) {
      // Ends the lease, so that any replica can retry immediately.
      await this.#runs.updateOne(this.#mine(day), { $set: { leaseUntil: new Date(0) } }).catch(() => {})
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  /**
   * Each transaction also renews its run's row, so that a paused process cannot write after a takeover. If the takeover
   * comes first, the transaction fails; otherwise the new process sees the transaction's writes.
   */
  #scopeOf(day: string): WorkScope {
    const causeId = this.#idOf(day)
    return {
      causeId,
      transact: (work) =>
        this.#options.transactor.transact(causeId, async (tx) => {
          const { matchedCount } = await tx.unit.run(jobRunsSpec.name, (options) => this.#renew(day, options))
          if (matchedCount === 0) throw new Error(`run ${causeId} was taken over`)
          return work(tx)
        }),
    }
  }

  #renew(day: string, options: { readonly session?: mongo.ClientSession } = {}) {
    return this.#runs.updateOne(this.#mine(day), { $set: { leaseUntil: this.#leaseUntil() } }, options)
  }

  #mine(day: string) {
    return { _id: this.#idOf(day), owner: this.#owner, state: 'running' as const }
  }
}
