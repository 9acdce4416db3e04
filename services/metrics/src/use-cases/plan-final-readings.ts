import { released } from '@reelfair/service-kit'
import { nextRun } from '../domain/assignment.ts'
import { planned, triedUntil } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { finalQueue, saveAssignment } from '../store/assignments.ts'
import { insertTask } from '../store/tasks.ts'

const AT_ONCE = 200

/** The worker: sign-ups whose campaign has ended are read once more at once, and finally in the nightly refresh of `finalReadingDay`. Guard: the sign-up is written with its task. @returns whether there were any */
export async function planFinalReadings(ctx: Work): Promise<boolean> {
  return finalQueue.workInTransaction(ctx, AT_ONCE, async (tx, due) => {
    for (const { finalDueAt: _, ...assignment } of due) {
      const { id: assignmentId, network, externalId, accountKey } = assignment
      const run = nextRun(assignment)
      const until = run === 'checks' ? { until: triedUntil(assignment.endsAt) } : {}
      const task = { id: `${assignmentId}:${run}`, network, externalId, accountKey, assignmentId }
      await insertTask(tx, { ...task, ...planned(run, ctx.now()), ...until })
      await saveAssignment(tx, released(assignment))
    }
  })
}
