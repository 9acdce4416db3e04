import type { AssignmentQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { videoOfId } from '../domain/video.ts'
import { loadOwnAssignment } from '../store/assignments.ts'
import { observationsPage } from '../store/observations.ts'

/** Readings are visible to the assignment's creator, its brand and the admins who decide its reviews. */
export async function listObservations({ assignmentId, ...asked }: AssignmentQuery, ctx: Context<'creator' | 'brand' | 'admin'>) {
  await loadOwnAssignment(ctx, assignmentId, ctx.actor)
  const page = await observationsPage(ctx, assignmentId, asked)
  return { ...page, items: page.items.map((one) => ({ ...one, videoId: videoOfId(one.videoId) })) }
}
