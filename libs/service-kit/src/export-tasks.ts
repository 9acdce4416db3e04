import { Id, Role } from '@reelfair/contracts'
import { z } from 'zod'
import { defineCollection } from './data/collection.ts'
import { queueFields } from './queue/queue-state.ts'

const TASK_KEPT_SECONDS = 30 * 86_400

/** The tasks of a service's data exports. `userDeletion` removes those of deleted users. */
export const exportTasks = defineCollection('export_tasks', {
  userId: Id,
  role: Role,
  section: z.int().min(0),
  cursor: z.string().optional(),
  hasRecords: Boolean,
  /** The number of parts sent so far. */
  parts: z.int().min(0),
  createdAt: Date,
  /** Missing once the last part is sent. */
  dueAt: z.date().optional(),
  ...queueFields,
})
  .index({ userId: 1 })
  .index({ dueAt: 1, id: 1 }, { where: { dueAt: { $exists: true } } })
  .index({ createdAt: 1 }, { expireAfterSeconds: TASK_KEPT_SECONDS })
