import { type DeletionObstacle, type DeletionObstacles, type Role, UserCampaignsChecked, UserDeletionRequested } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { countUnsettled as countCampaigns, findByIds, someUnsettled as someCampaigns } from '../store/campaigns.ts'
import { deletion } from '../store/erase-user.ts'
import { countUnsettled as countSignUps, earnedBy, someUnsettled as someSignUps } from '../store/sign-ups.ts'

async function findObstacles(scope: Scope, { id, role }: { readonly id: string; readonly role: Role }): Promise<DeletionObstacle[]> {
  const amount = await (role === 'brand' ? countCampaigns(scope, id) : countSignUps(scope, id))
  return amount === 0 ? [] : [{ reason: role === 'brand' ? 'campaigns_unsettled' : 'sign_ups_unsettled', amount }]
}

const NAMED = 3

/** Events contain no names, which are not needed after this screen. */
export async function showDeletionObstacles(_: unknown, ctx: Context<'creator' | 'any-brand'>): Promise<DeletionObstacles> {
  const { id, role } = ctx.actor
  const obstacles = await findObstacles(ctx, ctx.actor)
  if (obstacles.length === 0) return { obstacles }
  const some =
    role === 'brand'
      ? await someCampaigns(ctx, id, NAMED)
      : await findByIds(
          ctx,
          (await someSignUps(ctx, id, NAMED)).map(({ campaignId }) => campaignId),
        )
  return { obstacles: obstacles.map((one) => ({ ...one, names: some.map(({ name }) => name) })) }
}

export const answerDeletionRequest = deletion.answers(UserDeletionRequested, async (tx, { userId, role, attempt }) => {
  const obstacles = await findObstacles(tx, { id: userId, role })
  const earnedCents = role === 'creator' ? await earnedBy(tx, userId) : 0
  return { obstacles, answer: UserCampaignsChecked.of({ userId, attempt, obstacles, earnedCents }) }
})
