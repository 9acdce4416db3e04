/** Accounts of creators on the networks. Guard: a creator has a username once per network. */
import { AccountStatus, Id, MAX_ACCOUNTS_PER_NETWORK, Network } from '@reelfair/contracts'
import { defineCollection, found, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { usernameKey } from '../domain/username.ts'

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  usernameKey: String,
  status: AccountStatus,
  createdAt: Date,
}).unique('account_exists', { creatorId: 1, network: 1, usernameKey: 1 })

export type Account = Stored<typeof accounts>

export const insertAccount = (tx: Tx, account: Omit<Account, 'version' | 'usernameKey'>) =>
  accounts.insert(tx, { ...account, usernameKey: usernameKey(account.username) })

export const removeAccount = (tx: Tx, account: Account) => accounts.remove(tx, account)

/** Someone else's account is "not found". */
export const loadOwnAccount = async (scope: Scope, id: string, creatorId: string) => found(await accounts.findOne(scope, { id, creatorId }))

/** All of them: the limit per network keeps them few. */
export const accountsOf = (scope: Scope, creatorId: string) =>
  accounts.find(scope, { creatorId }, { limit: MAX_ACCOUNTS_PER_NETWORK * Network.options.length })
