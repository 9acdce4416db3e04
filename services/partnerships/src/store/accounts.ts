/**
 * Copies of creators' accounts, taken from verification's events. A removed account leaves a tombstone, so that an
 * older event that arrives late does not restore the account.
 */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** Days until a tombstone is deleted. No older event can arrive after that. */
const TOMBSTONE_DAYS = 90

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  removed: Boolean,
  removedAt: z.date().optional(),
})
  .index({ creatorId: 1 })
  .index({ removedAt: 1 }, { expireAfterSeconds: TOMBSTONE_DAYS * 86_400 })

export const putAccount = (tx: Tx, account: Stored<typeof accounts>) => accounts.putNewer(tx, account)

export async function loadAccount(scope: Scope, id: string) {
  const account = await accounts.byId(scope, id)
  return found(account?.removed ? undefined : account)
}
