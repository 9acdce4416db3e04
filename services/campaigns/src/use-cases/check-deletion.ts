import { type DeletionObstacle, type DeletionObstacles, type Role, UserCampaignsChecked, UserDeletionRequested } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { lastSettlement } from '../domain/campaign.ts'
import { type Campaign, findByIds, unsettledOfBrand } from '../store/campaigns.ts'
import { deletion } from '../store/erase-user.ts'
import { earnedBy, unsettledOfCreator } from '../store/sign-ups.ts'

interface User {
  readonly id: string
  readonly role: Role
}

async function findUnsettled(scope: Scope, { id, role }: User): Promise<readonly Campaign[]> {
  if (role === 'brand') return unsettledOfBrand(scope, id)
  const joined = await unsettledOfCreator(scope, id)
  return findByIds(
    scope,
    joined.map(({ campaignId }) => campaignId),
  )
}

function obstaclesOf(unsettled: readonly Campaign[], { role }: User, now: Date): DeletionObstacle[] {
  if (unsettled.length === 0) return []
  const reason = role === 'brand' ? 'campaigns_unsettled' : 'sign_ups_unsettled'
  return [{ reason, amount: unsettled.length, until: lastSettlement(unsettled, now)?.toISOString() }]
}

const NAMED = 3

/** Adds the campaigns' names, which only this screen needs; events omit them. */
export async function showDeletionObstacles(_: unknown, ctx: Context<'creator' | 'any-brand'>): Promise<DeletionObstacles> {
  const unsettled = await findUnsettled(ctx, ctx.actor)
  const names = unsettled.slice(0, NAMED).map(({ name }) => name)
  return { obstacles: obstaclesOf(unsettled, ctx.actor, ctx.now()).map((one) => ({ ...one, names })) }
}

export const answerDeletionRequest = deletion.answers(UserDeletionRequested, async (tx, { userId, role, attempt }, ctx) => {
  const user = { id: userId, role }
  const obstacles = obstaclesOf(await findUnsettled(tx, user), user, ctx.now())
  const earnedCents = role === 'creator' ? await earnedBy(tx, userId) : 0
  return { obstacles, answer: UserCampaignsChecked.of({ userId, attempt, obstacles, earnedCents }) }
})
