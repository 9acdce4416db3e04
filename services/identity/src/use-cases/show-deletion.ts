import type { DeletionStatus } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { type AccountDeletion, deletionOf } from '../store/account-deletions.ts'

export function statusOf(deletion: AccountDeletion | undefined): DeletionStatus {
  if (!deletion || deletion.state === 'deleted') return { state: 'none', obstacles: [] }
  const { state, requestedAt, obstacles } = deletion
  return { state, requestedAt: requestedAt.toISOString(), obstacles: [...obstacles] }
}

export const showDeletion = async (_: unknown, ctx: Context<'user'>): Promise<DeletionStatus> =>
  statusOf(await deletionOf(ctx, ctx.actor.id))
