/**
 * Copies of verified accounts, with version numbers from the verification service, so that an older event never
 * replaces a newer one.
 */
import { AccountLanguage, Category, Id, Network, Views } from '@reelfair/contracts'
import { batched, defineCollection, type Stored } from '@reelfair/service-kit'

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  externalId: String,
  language: AccountLanguage.optional(),
  category: Category.optional(),
  averageViews: Views.nullable(),
}).index({ creatorId: 1, id: 1 })

export type Account = Stored<typeof accounts>

/** Maximum number of accounts read per creator; verification allows only a few per network. */
const MOST = 100
const MANY = 1_000

/** Concurrent calls share one query, because every request for the public list needs a creator's accounts. */
export const accountsOf = batched(async (scope, creatorIds: readonly string[]): Promise<Account[][]> => {
  const some = await accounts.find(scope, { creatorId: { $in: [...new Set(creatorIds)] } }, { limit: MANY })
  if (some.length === MANY) return Promise.all(creatorIds.map((creatorId) => accounts.find(scope, { creatorId }, { limit: MOST })))
  const own = Map.groupBy(some, ({ creatorId }) => creatorId)
  return creatorIds.map((creatorId) => own.get(creatorId) ?? [])
})
