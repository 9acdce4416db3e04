/** Accounts of creators on the networks. Guards: a creator has a username once per network; one that was verified belongs to one creator, by its name and by the network's id. */
import { AccountLanguage, AccountStatus, Category, type ErrorCode, Id, MAX_ACCOUNTS_PER_NETWORK, Network } from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { usernameKey } from '../domain/username.ts'

const Code = z.custom<ErrorCode>((code) => typeof code === 'string')

export const accounts = defineCollection('accounts', {
  creatorId: Id,
  network: Network,
  username: String,
  usernameKey: String,
  status: AccountStatus,
  createdAt: Date,
  attemptId: Id.optional(),
  verifyingSince: z.date().optional(),
  verifiedAt: z.date().optional(),
  failure: Code.optional(),
  externalId: z.string().optional(),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: z.int().min(0).optional(),
  averageViews: z.int().min(0).nullable().optional(),
  isPublic: z.boolean().optional(),
  ageRestricted: z.boolean().optional(),
  paidLabelConsent: z.boolean().optional(),
  avatarUrl: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  statsAt: z.date().optional(),
  nextStatsAt: z.date().optional(),
  statsSince: z.date().optional(),
  statsTries: z.int().optional(),
  statsDueAt: z.date().optional(),
  statsFailure: Code.optional(),
  ...queueFields,
})
  .unique('account_exists', { creatorId: 1, network: 1, usernameKey: 1 })
  // The network's id is kept from the first verification on, and so is what these two guard.
  .unique('account_taken', { network: 1, externalId: 1 }, { where: { externalId: { $exists: true } } })
  .unique('username_taken', { network: 1, usernameKey: 1 }, { where: { verifiedAt: { $exists: true } } })
  .index({ statsDueAt: 1, id: 1 })

export type Account = Stored<typeof accounts>

export const insertAccount = (tx: Tx, account: Omit<Account, 'version' | 'usernameKey'>) =>
  accounts.insert(tx, { ...account, usernameKey: usernameKey(account.username) })

export const saveAccount = (tx: Tx, account: Account) => accounts.save(tx, account)

export const removeAccount = (tx: Tx, account: Account) => accounts.remove(tx, account)

/** Someone else's account is "not found". */
export const loadOwnAccount = async (scope: Scope, id: string, creatorId: string) => found(await accounts.findOne(scope, { id, creatorId }))

export const findByName = (scope: Scope, creatorId: string, network: Network, username: string) =>
  accounts.findOne(scope, { creatorId, network, usernameKey: usernameKey(username) })

/** Who holds a username by verification, if anybody does. */
export const holderOf = (scope: Scope, network: Network, key: string) =>
  accounts.findOne(scope, { network, usernameKey: key, verifiedAt: { $exists: true } })

/** Accounts whose statistics are to be read. */
export const statsQueue = defineQueue(accounts, { name: 'statistics', dueAt: 'statsDueAt', leaseMs: 30_000 })

/** All of them: the limit per network keeps them few. */
export const accountsOf = (scope: Scope, creatorId: string) =>
  accounts.find(scope, { creatorId }, { limit: MAX_ACCOUNTS_PER_NETWORK * Network.options.length })
