import { usernameKey } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { type Account, findByName, holderOf } from '../store/accounts.ts'
import { deleteAccount } from './remove-account.ts'

/**
 * Whether the account may adopt the username that the network reports. Another verified account that holds the username
 * keeps it until that account is refreshed. An unverified account of the same creator with that username is the same
 * account, added twice, and is removed unless its verification is running.
 */
export async function isFree(tx: Tx, account: Account, username: string, ctx: { now(): Date }): Promise<boolean> {
  const { id, creatorId, network } = account
  const holder = await holderOf(tx, network, usernameKey(username))
  if (holder && holder.id !== id) return false
  const own = await findByName(tx, creatorId, network, username)
  if (!own || own.id === id) return true
  if (own.status === 'verifying') return false
  await deleteAccount(tx, own, ctx.now())
  return true
}
