import { lastReadingAt } from '@reelfair/rules'
import { released } from '@reelfair/service-kit'
import { nextRun } from '../domain/assignment.ts'
import { newTask } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { finalQueue, saveAssignment } from '../store/assignments.ts'
import { insertTask } from '../store/tasks.ts'

const BATCH_SIZE = 200

/**
 * Schedules the reading at the end of a campaign or partnership, and the final reading for the nightly refresh of
 * `finalReadingDay`. Guard: each assignment is written together with its task.
 * @returns whether any readings were due
 */
export async function planFinalReadings(ctx: Work): Promise<boolean> {
  return finalQueue.workInTransaction(ctx, BATCH_SIZE, async (tx, due) => {
    for (const { finalDueAt: _, ...assignment } of due) {
      const { id: assignmentId, network, externalId, accountKey } = assignment
      const run = nextRun(assignment)
      const until = run === 'checks' ? { until: lastReadingAt(assignment.endsAt) } : {}
      const task = { id: `${assignmentId}:${run}`, network, externalId, accountKey, assignmentId }
      await insertTask(tx, { ...task, ...newTask(run, ctx.now()), ...until })
      await saveAssignment(tx, released(assignment))
    }
  })
}
