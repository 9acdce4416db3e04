/** Verification: a creator's accounts on the social networks. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { AccountLanguage, Category, Id, Instant, Network, Version, Views } from './words.ts'

/** Maximum number of accounts per network and creator. @source decisions §5 */
export const MAX_ACCOUNTS_PER_NETWORK = 3

/**
 * Maximum number of verification attempts per network and creator. Each attempt is counted before it starts.
 * @source specification §9
 */
export const MAX_ATTEMPTS_PER_NETWORK = 10

/** Minimum number of days between two refreshes of an account's statistics. @source specification §9 */
export const STATS_COOL_DOWN_DAYS = 7

/** 7 capital letters and digits, without ambiguous characters. @source decisions §5 */
export const VerificationCode = z.string().regex(/^[A-HJ-NP-Z2-9]{7}$/)

/**
 * `unverified`: waiting for the code. `verifying`: checking for the code. `failed`: the code was not found.
 * @example AccountStatus.parse('verified')
 */
export const AccountStatus = z.enum(['unverified', 'verifying', 'verified', 'failed'])
export type AccountStatus = z.infer<typeof AccountStatus>

/**
 * Input for adding an account. The username is as typed; each kind of invalid username has its own code (`username_…`).
 * @example AccountInput.parse({ network: 'tiktok', username: 'lea.films' })
 */
export const AccountInput = z.strictObject({ network: Network, username: z.string().min(1).max(200) })
export type AccountInput = z.infer<typeof AccountInput>

/** The code that a creator puts in the bio. All of a creator's accounts on one network share the same code. */
export const NetworkCode = z.object({ network: Network, code: VerificationCode, expiresAt: Instant })
export type NetworkCode = z.infer<typeof NetworkCode>

/** Path parameter that identifies a network. */
export const NetworkPath = z.strictObject({ network: Network })
export type NetworkPath = z.infer<typeof NetworkPath>

/**
 * Why an operation failed: a code from the error table and its text in the reader's language.
 * @example failure?.sentence
 */
const Failure = z.object({ code: z.string(), sentence: z.string() })

/**
 * An account as its own creator sees it. Data from the network appear after the first verification. Null means unknown,
 * never 0.
 * @example const needsCode = ({ status, code }: Account) => status !== 'verified' && code === undefined
 */
export const Account = z.object({
  id: Id,
  network: Network,
  username: z.string(),
  status: AccountStatus,
  /** Present while the code is valid and the account is unverified. `PUT /codes/:network` creates a new code. */
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
  createdAt: Instant,
  /** Start of the running verification. */
  verifyingSince: Instant.optional(),
  /** Time of the first verification. Remains set during a repeated verification. */
  verifiedAt: Instant.optional(),
  /** Why the last verification failed. */
  failure: Failure.optional(),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views.optional(),
  averageViews: Views.nullable().optional(),
  isPublic: z.boolean().optional(),
  ageRestricted: z.boolean().optional(),
  /** Whether the network's paid-content label was readable at `statsAt`, with the creator's consent. */
  paidLabelConsent: z.boolean().optional(),
  /** An address on the network's servers. Screens show initials instead. */
  avatarUrl: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  statsAt: Instant.optional(),
  /** Earliest time of the next statistics refresh. */
  nextStatsAt: Instant.optional(),
  /** Start of the running statistics refresh. */
  statsSince: Instant.optional(),
  /** Why the last refresh failed. */
  statsFailure: Failure.optional(),
})
export type Account = z.infer<typeof Account>

/** A creator's verification status on one network. @example const { attemptsLeft } = networkStatus */
export const NetworkStatus = z.object({
  network: Network,
  attemptsLeft: z.int().min(0),
  attemptsLimit: z.int(),
  /** Present while the code is valid. */
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

/** All accounts of the creator and the status on each network. Too few to paginate. */
export const Accounts = z.object({ items: z.array(Account), limitPerNetwork: z.int(), networks: z.array(NetworkStatus) })
export type Accounts = z.infer<typeof Accounts>

/** Path parameter that identifies an account. */
export const AccountPath = z.strictObject({ accountId: Id })
export type AccountPath = z.infer<typeof AccountPath>

/**
 * Starts a verification. `again` allows it for an already verified account. `userAgent` is the browser's user agent,
 * which the verification workflow requires.
 * @example VerificationInput.parse({ accountId, userAgent: navigator.userAgent })
 */
export const VerificationInput = z.strictObject({
  accountId: Id,
  again: z.boolean().default(false),
  userAgent: z
    .string()
    .max(400)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
})
export type VerificationInput = z.infer<typeof VerificationInput>

const toCreator = ({ creatorId }: { creatorId: string }) => [{ to: `user:${creatorId}` as const, topic: 'accounts' as const }]

const AccountFacts = z.object({ accountId: Id, creatorId: Id, network: Network, username: z.string(), version: Version })

/**
 * A creator added an account, which is still unverified.
 * @example tx.emit(AccountAdded.of(account, { accountId: account.id }))
 */
export const AccountAdded = defineEvent('account.added', 1, AccountFacts, { live: toCreator })

/**
 * The creator removed an unverified account. This event may arrive before `account.added`, so it repeats
 * all of that event's data.
 */
export const AccountRemoved = defineEvent('account.removed', 1, AccountFacts, { live: toCreator })

/**
 * A change that only the account's own creator sees: a verification starts or fails, or a statistics refresh starts.
 */
export const AccountChanged = defineEvent('account.changed', 1, z.object({ accountId: Id, creatorId: Id, version: Version }), {
  transient: true,
  live: toCreator,
})

/** Account data that other services copy. `externalId` is the network's stable id; usernames can change. */
export const VerifiedAccountFacts = AccountFacts.extend({
  externalId: z.string().min(1).max(200),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views,
  /** Null means unknown, never 0. */
  averageViews: Views.nullable(),
  isPublic: z.boolean(),
})
export type VerifiedAccountFacts = z.infer<typeof VerifiedAccountFacts>

/**
 * The account belongs to this creator, because its bio contained the code. Emitted again after each repeated
 * verification.
 * @example subscribes: [on(AccountVerified, rememberAccount)]
 */
export const AccountVerified = defineEvent('account.verified', 1, VerifiedAccountFacts, { live: toCreator })

/** The account's statistics were refreshed. */
export const AccountUpdated = defineEvent('account.updated', 1, VerifiedAccountFacts, { live: toCreator })
