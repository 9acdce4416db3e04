import {
  type DeletionObstacle,
  type DeletionObstacles,
  type Role,
  UserDeletionRequested,
  UserInvitationsChecked,
} from '@reelfair/contracts'
import { dueSettlement, finalSettlementAt } from '@reelfair/rules'
import type { Context, Scope } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { findOpen } from '../store/invitations.ts'
import { earnedBy, findUnsettled } from '../store/partnerships.ts'

const latestOf = (dates: readonly Date[]) => dates.toSorted((one, other) => +other - +one)[0]?.toISOString()

async function findObstacles(
  scope: Scope,
  { id, role }: { readonly id: string; readonly role: Role },
  now: Date,
): Promise<DeletionObstacle[]> {
  const of = role === 'brand' ? { brandId: id } : { creatorId: id }
  const obstacles: DeletionObstacle[] = []
  const open = await findOpen(scope, of)
  const ends = open.flatMap(({ expiresAt }) => expiresAt ?? [])
  // An invitation that is still waiting for its credits has no expiry yet.
  const until = ends.length === open.length ? latestOf(ends) : undefined
  if (open.length > 0) obstacles.push({ reason: 'invitations_open', amount: open.length, until })
  const unsettled = await findUnsettled(scope, of)
  const settlements = unsettled.map(({ endsAt, payableAt }) => dueSettlement(payableAt ?? finalSettlementAt(endsAt), now).at)
  if (unsettled.length > 0) obstacles.push({ reason: 'partnerships_unsettled', amount: unsettled.length, until: latestOf(settlements) })
  return obstacles
}

export const showDeletionObstacles = async (_: unknown, ctx: Context<'creator' | 'any-brand'>): Promise<DeletionObstacles> => ({
  obstacles: await findObstacles(ctx, ctx.actor, ctx.now()),
})

export const answerDeletionRequest = deletion.answers(UserDeletionRequested, async (tx, { userId, role, attempt }, ctx) => {
  const obstacles = await findObstacles(tx, { id: userId, role }, ctx.now())
  const earnedCents = role === 'creator' ? await earnedBy(tx, userId) : 0
  return { obstacles, answer: UserInvitationsChecked.of({ userId, attempt, obstacles, earnedCents }) }
})
