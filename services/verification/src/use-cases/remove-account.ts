import { type AccountPath, AccountRemoved, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { newCreatorNetwork, uncountAccount } from '../domain/creator-network.ts'
import { type Account, loadOwnAccount, removeAccount as remove } from '../store/accounts.ts'
import { lockCreatorNetwork, saveCreatorNetwork } from '../store/creator-networks.ts'

/** A verified account cannot be removed, because payments and history depend on it. */
export async function removeAccount({ accountId }: AccountPath, ctx: Context<'creator'>) {
  await ctx.transact(async (tx) => {
    const account = await loadOwnAccount(tx, accountId, ctx.actor.id)
    if (account.verifiedAt) refuse('account_verified')
    if (account.status === 'verifying') refuse('verification_running')
    await deleteAccount(tx, account, ctx.now())
  })
}

/** Callers ensure that the account has never been verified. */
export async function deleteAccount(tx: Tx, account: Account, now: Date): Promise<void> {
  const creatorNetwork = await lockCreatorNetwork(tx, account.creatorId, account.network, newCreatorNetwork(randomCode(), now))
  await remove(tx, account)
  await saveCreatorNetwork(tx, uncountAccount(creatorNetwork))
  tx.emit(AccountRemoved.of(account, { accountId: account.id, version: account.version + 1 }))
}
