/** The queue of accounts to be read, which all replicas share. Guards: one task per run and account; only its claimant records a reading. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, defineQueue, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { READ_LEASE_MS, TRIES_AT_LEAST } from '../domain/schedule.ts'

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
  until: z.date().optional(),
  tries: z.int().min(0),
  gone: z.object({ times: z.int().min(1), since: z.date() }).optional(),
  state: z.enum(['open', 'done', 'failed']),
  dueAt: z.date().optional(),
  fault: z.string().optional(),
  ...queueFields,
})
  // Only those that wait: the done ones are many.
  .index({ dueAt: 1, id: 1 }, { where: { state: 'open' } })
  .index({ run: 1, state: 1, tries: 1 })
  .index({ plannedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS })

export type StoredTask = Stored<typeof tasks>

export const insertTask = (tx: Tx, task: Omit<StoredTask, 'version'>) => tasks.insert(tx, task)
export const saveTask = (tx: Tx, task: StoredTask) => tasks.save(tx, task)
export const tasksOf = (scope: Scope, ids: readonly string[]) => tasks.find(scope, { id: { $in: ids } }, { limit: 1_000 })

export const taskQueue = defineQueue(tasks, { name: 'readings', dueAt: 'dueAt', where: { state: 'open' }, leaseMs: READ_LEASE_MS })

/** Nobody waits for a task that its queue has set aside. */
const alive = { state: 'open', 'queue.deadAt': { $exists: false } } as const

export const anyOpen = (scope: Scope, run: string) => tasks.findOne(scope, { run, ...alive })

/** A final reading that nobody has had trouble with: one that was tried so often already may take hours, and nobody waits for it. */
export const anyFinalOpen = (scope: Scope) =>
  tasks.findOne(scope, { run: { $in: ['end', 'checks'] }, ...alive, tries: { $lt: TRIES_AT_LEAST } })

/** Far more accounts than there will be; a count without a bound is a scan without a bound. */
const MANY = 10_000_000
export async function countFailed(scope: Scope, run: string): Promise<number> {
  const setAside = await tasks.count(scope, { run, state: 'open', 'queue.deadAt': { $exists: true } }, MANY)
  return setAside + (await tasks.count(scope, { run, state: 'failed' }, MANY))
}
