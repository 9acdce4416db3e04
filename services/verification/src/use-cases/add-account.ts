import { AccountAdded, type AccountInput } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { randomCode } from '../adapters/random-code.ts'
import { countAccount, newCreatorNetwork, withValidCode } from '../domain/creator-network.ts'
import { checkUsername } from '../domain/username.ts'
import { insertAccount } from '../store/accounts.ts'
import { lockCreatorNetwork, saveCreatorNetwork } from '../store/creator-networks.ts'
import { viewAccount } from './view-account.ts'

/**
 * Guards: the unique index on creator, network and username; the creator network, which counts the creator's accounts.
 */
export async function addAccount({ network, username }: AccountInput, ctx: Context<'creator'>) {
  checkUsername(network, username)
  return ctx.transact(async (tx) => {
    const { account, creatorNetwork } = await addAccountIn(tx, { network, username }, ctx)
    return viewAccount(account, { creatorNetwork, now: ctx.now(), locale: ctx.locale })
  })
}

export async function addAccountIn(tx: Tx, { network, username }: AccountInput, ctx: Context<'creator'>) {
  const creatorId = ctx.actor.id
  const at = ctx.now()
  const fresh = randomCode()
  const locked = await lockCreatorNetwork(tx, creatorId, network, newCreatorNetwork(fresh, at))
  const account = await insertAccount(tx, { id: ctx.newId(), creatorId, network, username, status: 'unverified', createdAt: at })
  const creatorNetwork = countAccount(withValidCode(locked, fresh, at), at)
  await saveCreatorNetwork(tx, creatorNetwork)
  tx.emit(AccountAdded.of(account, { accountId: account.id }))
  return { account, creatorNetwork }
}
