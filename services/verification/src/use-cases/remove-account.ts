import { type AccountPath, AccountRemoved, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newStanding, uncountAccount } from '../domain/standing.ts'
import { type Account, loadOwnAccount, removeAccount as remove } from '../store/accounts.ts'
import { lockStanding, saveStanding } from '../store/standings.ts'

/** A creator takes one of their own accounts away, which makes room for another. A verified one stays: pay and history rest on it. */
export async function removeAccount({ accountId }: AccountPath, ctx: Context<'creator'>) {
  await ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    if (account.verifiedAt) refuse('account_verified')
    if (account.status === 'verifying') refuse('verification_running')
    await takeAway(tx, account, ctx.now())
  })
}

/** Without it there is room for another. Whoever calls has seen to it that it was never verified. */
export async function takeAway(tx: Tx, account: Account, now: Date): Promise<void> {
  const standing = await lockStanding(tx, account.creatorId, account.network, newStanding(randomCode(), now))
  await remove(tx, account)
  await saveStanding(tx, uncountAccount(standing))
  tx.emit(AccountRemoved.of(account, { accountId: account.id, version: account.version + 1 }))
}
