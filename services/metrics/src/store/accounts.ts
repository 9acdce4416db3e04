/** The accounts to be read, from verification's events. One taken away stays as a mark, so that an older event that arrives late does not bring it back. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const measuredAccounts = defineCollection('measured_accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  removed: Boolean,
}).index({ removed: 1 })

export const putAccount = (tx: Tx, account: Stored<typeof measuredAccounts>) => measuredAccounts.putNewer(tx, account)

/** Far more than there will be; a count without a bound is a scan without a bound. */
const MANY = 10_000_000

export const countAccountsToRead = (scope: Scope) => measuredAccounts.count(scope, { removed: false }, MANY)
