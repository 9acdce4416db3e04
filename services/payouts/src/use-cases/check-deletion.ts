import { type DeletionObstacles, UserMoneyChecked, UserWorkCleared } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { givenUpOf, type MoneyOfUser, notWaived, obstaclesOf } from '../domain/deletion.ts'
import { forfeit } from '../domain/earnings.ts'
import { isRefusedForGood } from '../domain/payout-account.ts'
import { deletion } from '../store/erase-user.ts'
import { insertForfeit } from '../store/forfeits.ts'
import { balancesOf, postEntry } from '../store/ledger.ts'
import { countOrders } from '../store/orders.ts'
import { findAccount } from '../store/payout-accounts.ts'
import { countInReview } from '../store/transfers.ts'

async function readMoney(scope: Scope, userId: string): Promise<MoneyOfUser & { readonly hasBought: boolean }> {
  const { unpaid, hasPaid } = await countOrders(scope, userId)
  const balances: MoneyOfUser['balances'] = Object.fromEntries(
    (await balancesOf(scope, userId)).map(({ kind, balance }) => [kind, balance]),
  )
  const payoutAccount = balances.payable ? await findAccount(scope, userId) : undefined
  return {
    balances,
    unpaidOrders: unpaid,
    hasBought: hasPaid,
    transfersInReview: await countInReview(scope, userId),
    isRefusedForGood: isRefusedForGood(payoutAccount?.transfers),
  }
}

export const showDeletionObstacles = async (_: unknown, ctx: Context<'creator' | 'any-brand'>): Promise<DeletionObstacles> => ({
  obstacles: [...obstaclesOf(await readMoney(ctx, ctx.actor.id))],
})

/**
 * The last answer before the deletion, which nothing can stop after this transaction: it also posts what the creator
 * gives up. Guards: the entry's key; the forfeit's id.
 */
export const answerDeletionRequest = deletion.answers(UserWorkCleared, async (tx, { userId, attempt, earnedCents, waives }, ctx) => {
  const money = await readMoney(tx, userId)
  const found = obstaclesOf({ ...money, earnedCents })
  const obstacles = notWaived(found, waives)
  const answer = { userId, attempt, obstacles, hasBought: money.hasBought }
  if (obstacles.length > 0) return { obstacles, answer: UserMoneyChecked.of(answer) }
  const givenUp = givenUpOf(found)
  const { cents } = givenUp
  if (cents > 0) {
    await postEntry(tx, forfeit(userId, cents), ctx)
    await insertForfeit(tx, { creatorId: userId, cents, at: ctx.now() })
  }
  return { obstacles, answer: UserMoneyChecked.of({ ...answer, givenUp }) }
})
