import {
  type DeletionObstacle,
  type DeletionObstacles,
  type Role,
  UserDeletionRequested,
  UserInvitationsChecked,
} from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { findOpen } from '../store/invitations.ts'

async function findObstacles(scope: Scope, { id, role }: { readonly id: string; readonly role: Role }): Promise<DeletionObstacle[]> {
  const open = await findOpen(scope, role === 'brand' ? { brandId: id } : { creatorId: id })
  if (open.length === 0) return []
  const ends = open.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted((one, other) => +other - +one)
  // An invitation that is still waiting for its credits has no expiry yet.
  const until = ends.length === open.length ? ends[0]?.toISOString() : undefined
  return [{ reason: 'invitations_open', amount: open.length, until }]
}

export const showDeletionObstacles = async (_: unknown, ctx: Context<'creator' | 'any-brand'>): Promise<DeletionObstacles> => ({
  obstacles: await findObstacles(ctx, ctx.actor),
})

export const answerDeletionRequest = deletion.answers(UserDeletionRequested, async (tx, { userId, role, attempt }) => {
  const obstacles = await findObstacles(tx, { id: userId, role })
  return { obstacles, answer: UserInvitationsChecked.of({ userId, attempt, obstacles }) }
})
