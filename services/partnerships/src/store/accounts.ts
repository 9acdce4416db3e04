/** What this service knows of creators' accounts, from verification's events. A removed account stays as a mark for a while, so that an older event does not bring it back. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

/** How long the mark stays: longer than an older event can still arrive. */
const MARK_KEPT_DAYS = 90

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  removed: Boolean,
  removedAt: z.date().optional(),
}).index({ removedAt: 1 }, { expireAfterSeconds: MARK_KEPT_DAYS * 86_400 })

export const putAccount = (tx: Tx, account: Stored<typeof accounts>) => accounts.putNewer(tx, account)

export async function loadAccount(scope: Scope, id: string) {
  const account = await accounts.byId(scope, id)
  return found(account?.removed ? undefined : account)
}
