/** The queue of accounts to be read, which all replicas share. Guards: one task per run and account; whoever claims one writes it; whoever records must still be its claimant. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { TRIES_AT_LEAST } from '../domain/schedule.ts'

/** Done ones are kept for whoever asks why a night was slow. */
const KEPT_SECONDS = 30 * 86_400

export const tasks = defineCollection('tasks', {
  run: String,
  network: Network,
  externalId: String,
  accountKey: String,
  /** Only of a final reading: the one sign-up that it is for. */
  assignmentId: Id.optional(),
  plannedAt: Date,
  tries: z.int().min(0),
  state: z.enum(['open', 'done', 'failed']),
  dueAt: z.date().optional(),
  fault: z.string().optional(),
})
  // Only those that wait: the done ones are many.
  .index({ dueAt: 1, id: 1 }, { where: { state: 'open' } })
  .index({ run: 1, state: 1, tries: 1 })
  .index({ plannedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredTask = Stored<typeof tasks>

export const insertTask = (tx: Tx, task: Omit<StoredTask, 'version'>) => tasks.insert(tx, task)
export const saveTask = (tx: Tx, task: StoredTask) => tasks.save(tx, task)
export const tasksOf = (scope: Scope, ids: readonly string[]) => tasks.find(scope, { id: { $in: ids } }, { limit: 1_000 })

/** Those that have waited longest; of two claimants one gets each. */
export const dueTasks = (scope: Scope, now: Date, limit: number) =>
  tasks.find(scope, { state: 'open', dueAt: { $lte: now } }, { sort: { dueAt: 1, id: 1 }, limit })

export const anyOpen = (scope: Scope, run: string) => tasks.findOne(scope, { run, state: 'open' })

/** A final reading that nobody has had trouble with: one that was tried so often already may take hours, and nobody waits for it. */
export const anyFinalOpen = (scope: Scope) =>
  tasks.findOne(scope, { run: { $in: ['end', 'checks'] }, state: 'open', tries: { $lt: TRIES_AT_LEAST } })

/** Far more accounts than there will be; a count without a bound is a scan without a bound. */
const MANY = 10_000_000
export const countFailed = (scope: Scope, run: string) => tasks.count(scope, { run, state: 'failed' }, MANY)
