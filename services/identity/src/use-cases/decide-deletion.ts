import {
  type DataOf,
  type DeletionObstacle,
  type UserCampaignsChecked,
  UserDeletionBlocked,
  type UserInvitationsChecked,
  type UserMoneyChecked,
  UserWorkCleared,
} from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { type AccountDeletion, pendingDeletion, saveDeletion } from '../store/account-deletions.ts'

/**
 * Answers arrive in any order. Once campaigns and partnerships have locked the user, no work can be added, so payouts
 * knows that the money it sees is final.
 */
export const noteCampaigns = (answer: DataOf<typeof UserCampaignsChecked>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const request = await pendingDeletion(tx, answer)
    if (!request) return
    if (answer.obstacles.length > 0) return block(tx, request, answer.obstacles)
    await askForMoney(tx, { ...request, campaigns: { earnedCents: answer.earnedCents } })
  })

export const noteInvitations = (answer: DataOf<typeof UserInvitationsChecked>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const request = await pendingDeletion(tx, answer)
    if (!request) return
    if (answer.obstacles.length > 0) return block(tx, request, answer.obstacles)
    await askForMoney(tx, { ...request, invitations: { earnedCents: answer.earnedCents } })
  })

export const noteMoney = (answer: DataOf<typeof UserMoneyChecked>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const request = await pendingDeletion(tx, answer)
    if (!request) return
    if (answer.obstacles.length > 0) return block(tx, request, answer.obstacles)
    const { hasBought, givenUp } = answer
    await saveDeletion(tx, request, { ...request, clearedAt: ctx.now(), hasBought, ...(givenUp && { givenUp }) })
  })

async function block(tx: Tx, request: AccountDeletion, obstacles: readonly DeletionObstacle[]): Promise<void> {
  const { campaigns: _, invitations: __, ...asked } = request
  await saveDeletion(tx, request, { ...asked, state: 'blocked', obstacles: [...obstacles] })
  tx.emit(UserDeletionBlocked.of({ userId: request.id, attempt: request.attempt }))
}

async function askForMoney(tx: Tx, request: AccountDeletion): Promise<void> {
  const { id, campaigns, invitations } = await saveDeletion(tx, request, request)
  if (!campaigns || !invitations) return
  const earnedCents = campaigns.earnedCents + invitations.earnedCents
  tx.emit(UserWorkCleared.of(request, { userId: id, earnedCents }))
}
