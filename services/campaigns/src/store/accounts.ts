/** Verified accounts, which nobody takes away: copies of verification's, with its version, so that an older word never replaces a newer one. */
import { AccountLanguage, Category, Id, Network, Views } from '@reelfair/contracts'
import { askedTogether, defineCollection, type Stored } from '@reelfair/service-kit'

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

/** Verification lets a creator have a few per network. */
const MOST = 100
const MANY = 1_000

/** A creator's own. Those of all who ask at the same moment are one question, for the public list asks it each time. */
export const accountsOf = askedTogether(async (scope, creatorIds: readonly string[]): Promise<Account[][]> => {
  const some = await accounts.find(scope, { creatorId: { $in: [...new Set(creatorIds)] } }, { limit: MANY })
  if (some.length === MANY) return Promise.all(creatorIds.map((creatorId) => accounts.find(scope, { creatorId }, { limit: MOST })))
  const own = Map.groupBy(some, ({ creatorId }) => creatorId)
  return creatorIds.map((creatorId) => own.get(creatorId) ?? [])
})
