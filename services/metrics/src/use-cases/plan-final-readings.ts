import { nextRun } from '../domain/assignment.ts'
import { planned } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { finalDue, saveAssignment } from '../store/assignments.ts'
import { insertTask } from '../store/tasks.ts'

const AT_ONCE = 200

/** The worker: sign-ups whose campaign has ended are read once more at once, and again 48 hours later. Guard: the sign-up is written with its task. @returns whether there were any */
export async function planFinalReadings(ctx: Work): Promise<boolean> {
  if ((await finalDue(ctx, ctx.now(), 1)).length === 0) return false
  return ctx.transact(async (tx) => {
    const due = await finalDue(tx, ctx.now(), AT_ONCE)
    for (const { finalDueAt: _, ...assignment } of due) {
      const { id: assignmentId, network, externalId, accountKey } = assignment
      const run = nextRun(assignment)
      await insertTask(tx, { id: `${assignmentId}:${run}`, network, externalId, accountKey, assignmentId, ...planned(run, ctx.now()) })
      await saveAssignment(tx, assignment)
    }
    return due.length > 0
  })
}
