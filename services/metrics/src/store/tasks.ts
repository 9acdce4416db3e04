/**
 * The queue of accounts to read, shared by all replicas. Guards: one task per account per run; only the worker that
 * claimed a task records its reading.
 */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { MIN_ATTEMPTS, READ_LEASE_MS } from '../domain/schedule.ts'

/** Completed tasks help operators to explain a slow nightly refresh. */
const KEPT_SECONDS = 30 * 86_400

export const tasks = defineCollection('tasks', {
  run: String,
  network: Network,
  externalId: String,
  accountKey: String,
  /** Set only for `end` and `checks` readings. */
  assignmentId: Id.optional(),
  plannedAt: Date,
  until: z.date().optional(),
  tries: z.int().min(0),
  gone: z.object({ times: z.int().min(1), since: z.date() }).optional(),
  state: z.enum(['open', 'done', 'failed']),
  dueAt: z.date().optional(),
  fault: z.string().optional(),
  ...queueFields,
})
  // Covers only open tasks, because completed tasks are numerous.
  .index({ dueAt: 1, id: 1 }, { where: { state: 'open' } })
  .index({ run: 1, state: 1, tries: 1 })
  .index({ accountKey: 1 })
  .index({ plannedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredTask = Stored<typeof tasks>

export const insertTask = (tx: Tx, task: Omit<StoredTask, 'version'>) => tasks.insert(tx, task)
export const saveTask = (tx: Tx, task: StoredTask) => tasks.save(tx, task)
export const tasksOf = (scope: Scope, ids: readonly string[]) => tasks.find(scope, { id: { $in: ids } }, { limit: 1_000 })

/** @returns how many were removed; 0 if none are left */
export const removeTasksOf = (tx: Tx, accountKeys: readonly string[]): Promise<number> =>
  tasks.removeSome(tx, { accountKey: { $in: accountKeys } }, { limit: 200 })

export const taskQueue = defineQueue(tasks, { name: 'readings', dueAt: 'dueAt', where: { state: 'open' }, leaseMs: READ_LEASE_MS })

/** A refresh does not wait for tasks that the queue has set aside. */
const alive = { state: 'open', 'queue.deadAt': { $exists: false } } as const

export const anyOpen = (scope: Scope, run: string) => tasks.findOne(scope, { run, ...alive })

/**
 * An `end` or `checks` reading that a refresh must wait for. After several failed attempts, the reading may take hours,
 * so the refresh no longer waits for it.
 */
export const anyFinalOpen = (scope: Scope) =>
  tasks.findOne(scope, { run: { $in: ['end', 'checks'] }, ...alive, tries: { $lt: MIN_ATTEMPTS } })

/** Limits the cost of counting, but exceeds any realistic number of accounts. */
const MANY = 10_000_000
export async function countFailed(scope: Scope, run: string): Promise<number> {
  const setAside = await tasks.count(scope, { run, state: 'open', 'queue.deadAt': { $exists: true } }, MANY)
  // An account whose creator ended the connection is not an outage.
  return setAside + (await tasks.count(scope, { run, state: 'failed', fault: { $ne: 'needs_consent' } }, MANY))
}
