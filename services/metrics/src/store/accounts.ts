/**
 * Copies of verified accounts, keyed by the network's stable id, because usernames change and an account may be
 * verified again.
 */
import { Id, Network, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const verifiedAccounts = defineCollection('verified_accounts', {
  creatorId: Id,
  network: Network,
  externalId: String,
  accountKey: String,
  username: String,
  followers: Views,
  averageViews: Views.nullable(),
  isPublic: z.boolean(),
  ageRestricted: z.boolean(),
})
  .index({ accountKey: 1 })
  .index({ creatorId: 1 })

export type StoredAccount = Stored<typeof verifiedAccounts>

export const accountKeyOf = (network: string, externalId: string) => `${network}:${externalId}`

export const putAccount = (tx: Tx, account: StoredAccount) => verifiedAccounts.putNewer(tx, account)

export async function accountsOf(scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, StoredAccount>> {
  if (keys.length === 0) return new Map()
  const found = await verifiedAccounts.find(scope, { accountKey: { $in: keys } }, { limit: 1_000 })
  return new Map(found.map((account) => [account.accountKey, account]))
}
