/** What this service knows of creators' accounts, from verification's events. One taken away stays as a mark, so that an older event does not bring it back. */
import { Id, Network } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const accounts = defineCollection('accounts', { creatorId: Id, network: Network, username: String, removed: Boolean })

export const putAccount = (tx: Tx, account: Stored<typeof accounts>) => accounts.putNewer(tx, account)

export async function loadAccount(scope: Scope, id: string) {
  const account = await accounts.byId(scope, id)
  return found(account?.removed ? undefined : account)
}
