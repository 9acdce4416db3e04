/** Verified accounts, which nobody takes away: copies of verification's, with its version, so that an older word never replaces a newer one. */
import { AccountLanguage, Category, Id, Network, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored } from '@reelfair/service-kit'

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

export const accountsOf = (scope: Scope, creatorId: string) => accounts.find(scope, { creatorId }, { limit: MOST })
