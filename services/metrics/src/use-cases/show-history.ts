import type { AssignmentPath } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { loadOwnAssignment } from '../store/assignments.ts'

export async function showHistory({ assignmentId }: AssignmentPath, ctx: Context<'creator' | 'brand'>) {
  const { subject, subjectId, totals, final, days, compliance = [] } = await loadOwnAssignment(ctx, assignmentId, ctx.actor)
  return { ...totals, assignmentId, subject, subjectId, isFinal: final, days, compliance }
}
