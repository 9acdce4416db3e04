/** Verification: a creator's accounts on the social networks. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Id, Instant, Network, Version } from './words.ts'

/** Accounts per network and creator. @source decisions §5 */
export const MAX_ACCOUNTS_PER_NETWORK = 3

/** 7 capital letters and digits without look-alikes. @source decisions §5 */
export const VerificationCode = z.string().regex(/^[A-HJ-NP-Z2-9]{7}$/)

/** `unverified`: the code is awaited. `verifying`: it is being looked for. `verified`. `failed`: it was not found. @example AccountStatus.parse('verified') */
export const AccountStatus = z.enum(['unverified', 'verifying', 'verified', 'failed'])
export type AccountStatus = z.infer<typeof AccountStatus>

/**
 * An account to be added. The username is as typed; what is wrong with it has its own code and sentence (`username_…`).
 * @example AccountInput.parse({ network: 'tiktok', username: 'lea.films' })
 */
export const AccountInput = z.strictObject({ network: Network, username: z.string().min(1).max(200) })
export type AccountInput = z.infer<typeof AccountInput>

/** The code to put into the bio: one per creator and network, the same for all of the creator's accounts there. */
export const NetworkCode = z.object({ network: Network, code: VerificationCode, expiresAt: Instant })
export type NetworkCode = z.infer<typeof NetworkCode>

/** Names one network in an address. @example put('/codes/:network', { role: 'creator', input: NetworkPath, output: NetworkCode, run: renewCode }) */
export const NetworkPath = z.strictObject({ network: Network })
export type NetworkPath = z.infer<typeof NetworkPath>

/**
 * An account as its own creator sees it.
 * @example const needsCode = ({ status, code }: Account) => status !== 'verified' && code === undefined
 */
export const Account = z.object({
  id: Id,
  network: Network,
  username: z.string(),
  status: AccountStatus,
  /** Until the account is verified, while the code is valid; `PUT /codes/:network` makes a new one. */
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
  createdAt: Instant,
})
export type Account = z.infer<typeof Account>

/** All accounts of the creator: few, so no pages. */
export const Accounts = z.object({ items: z.array(Account), limitPerNetwork: z.int() })
export type Accounts = z.infer<typeof Accounts>

/** Names one account in an address. @example del('/accounts/:accountId', { role: 'creator', input: AccountPath, run: removeAccount }) */
export const AccountPath = z.strictObject({ accountId: Id })
export type AccountPath = z.infer<typeof AccountPath>

const whose = ({ creatorId }: { creatorId: string }) => [{ to: `user:${creatorId}` as const, topic: 'accounts' as const }]

const AccountFacts = z.object({ accountId: Id, creatorId: Id, network: Network, username: z.string(), version: Version })

/** A creator has added an account, unverified. @example tx.emit(AccountAdded.of(account, { accountId: account.id })) */
export const AccountAdded = defineEvent('account.added', 1, AccountFacts, { live: whose })

/** The creator took an unverified account away. It may arrive before `account.added`, hence all facts again. */
export const AccountRemoved = defineEvent('account.removed', 1, AccountFacts, { live: whose })
