/**
 * Guards: a creator has each username at most once per network; a verified account belongs to one creator, both by its
 * username and by its id on the network.
 */
import {
  AccountLanguage,
  AccountStatus,
  Category,
  type ErrorCode,
  Id,
  MAX_ACCOUNTS_PER_NETWORK,
  Network,
  usernameKey,
} from '@reelfair/contracts'
import { defineCollection, defineQueue, found, queueFields, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { searchKeysOf } from '../domain/creator-search.ts'

const Code = z.custom<ErrorCode>((code) => typeof code === 'string')

const FINDABLE = { where: { searchKeys: { $exists: true } } } as const

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
  rpmCents: z.int().min(1).optional(),
  isPublic: z.boolean().optional(),
  ageRestricted: z.boolean().optional(),
  paidLabelConsent: z.boolean().optional(),
  isCollabOpen: z.boolean().optional(),
  deletionAttempt: z.int().optional(),
  isClosing: z.literal(true).optional(),
  avatarUrl: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  statsAt: z.date().optional(),
  nextStatsAt: z.date().optional(),
  statsSince: z.date().optional(),
  statsTries: z.int().optional(),
  statsDueAt: z.date().optional(),
  statsFailure: Code.optional(),
  /** Only accounts that brands may find have search keys. */
  searchKeys: z.array(z.string()).optional(),
  ...queueFields,
})
  .unique('account_exists', { creatorId: 1, network: 1, usernameKey: 1 })
  // The first verification sets `externalId` and `verifiedAt`, and nothing removes them, so both guards are permanent.
  .unique('account_taken', { network: 1, externalId: 1 }, { where: { externalId: { $exists: true } } })
  .unique('username_taken', { network: 1, usernameKey: 1 }, { where: { verifiedAt: { $exists: true } } })
  .index({ creatorId: 1, id: 1 })
  .index({ statsDueAt: 1, id: 1 })
  .index({ searchKeys: 1, followers: 1, id: 1 }, FINDABLE)
  .index({ searchKeys: 1, averageViews: 1, id: 1 }, FINDABLE)
  .index({ searchKeys: 1, rpmCents: 1, id: 1 }, FINDABLE)

export type Account = Stored<typeof accounts>

export const insertAccount = (tx: Tx, account: Omit<Account, 'version' | 'usernameKey' | 'searchKeys'>) =>
  accounts.insert(tx, { ...account, usernameKey: usernameKey(account.username) })

export const saveAccount = (tx: Tx, account: Account) => accounts.save(tx, { ...account, searchKeys: searchKeysOf(account) })

export const removeAccount = (tx: Tx, account: Account) => accounts.remove(tx, account)

/** Refuses access to another creator's account with `not_found`. */
export const loadOwnAccount = async (scope: Scope, id: string, creatorId: string) => found(await accounts.findOne(scope, { id, creatorId }))

export const findByName = (scope: Scope, creatorId: string, network: Network, username: string) =>
  accounts.findOne(scope, { creatorId, network, usernameKey: usernameKey(username) })

export const findByExternalId = (scope: Scope, network: Network, externalId: string) => accounts.findOne(scope, { network, externalId })

export const holderOf = (scope: Scope, network: Network, key: string) =>
  accounts.findOne(scope, { network, usernameKey: key, verifiedAt: { $exists: true } })

export const statsQueue = defineQueue(accounts, { name: 'statistics', dueAt: 'statsDueAt', leaseMs: 30_000 })

/** The limit per network keeps the list of a creator's accounts short. */
export const accountsOf = (scope: Scope, creatorId: string) =>
  accounts.find(scope, { creatorId }, { limit: MAX_ACCOUNTS_PER_NETWORK * Network.options.length })
