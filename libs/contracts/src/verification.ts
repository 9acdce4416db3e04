/** Verification: a creator's accounts on the social networks. */
import { z } from 'zod'
import { defineEvent } from './event.ts'
import { AccountLanguage, Category, Id, Instant, Network, Version, Views } from './words.ts'

/** Accounts per network and creator. @source decisions §5 */
export const MAX_ACCOUNTS_PER_NETWORK = 3

/** Verifications per network and creator, each counted before it is tried. @source specification §9 */
export const MAX_ATTEMPTS_PER_NETWORK = 10

/** Between two refreshes of an account's statistics. @source specification §9 */
export const STATS_COOL_DOWN_DAYS = 7

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

/** Why something did not come about: a code of the error table, and its sentence in the reader's language. @example failure?.sentence */
export const Failure = z.object({ code: z.string(), sentence: z.string() })
export type Failure = z.infer<typeof Failure>

/**
 * An account as its own creator sees it. What the network has told of it stands there from its first verification on; null is "not known", never 0.
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
  /** Since when the code is being looked for. */
  verifyingSince: Instant.optional(),
  /** When it was verified first; also while it is verified again. */
  verifiedAt: Instant.optional(),
  /** Why the last verification failed. */
  failure: Failure.optional(),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views.optional(),
  averageViews: Views.nullable().optional(),
  isPublic: z.boolean().optional(),
  ageRestricted: z.boolean().optional(),
  /** Whether the network's own label for paid content could be read at `statsAt`, with the creator's consent. */
  paidLabelConsent: z.boolean().optional(),
  /** On the network's own servers; pages draw initials instead. */
  avatarUrl: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  statsAt: Instant.optional(),
  /** From then on the statistics may be refreshed again. */
  nextStatsAt: Instant.optional(),
  /** Since when they are being refreshed. */
  statsSince: Instant.optional(),
  /** Why the last refresh failed. */
  statsFailure: Failure.optional(),
})
export type Account = z.infer<typeof Account>

/** How a creator stands on one network. @example const { attemptsLeft } = standing */
export const NetworkStanding = z.object({
  network: Network,
  attemptsLeft: z.int().min(0),
  attemptsLimit: z.int(),
  /** While it is valid. */
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
})
export type NetworkStanding = z.infer<typeof NetworkStanding>

/** All accounts of the creator, and the standing on each network: few, so no pages. */
export const Accounts = z.object({ items: z.array(Account), limitPerNetwork: z.int(), standings: z.array(NetworkStanding) })
export type Accounts = z.infer<typeof Accounts>

/** Names one account in an address. @example del('/accounts/:accountId', { role: 'creator', input: AccountPath, run: removeAccount }) */
export const AccountPath = z.strictObject({ accountId: Id })
export type AccountPath = z.infer<typeof AccountPath>

/**
 * Asks for a verification. `again`: also of an account that is verified already. `userAgent`: of the browser, which the workflow asks for.
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

const whose = ({ creatorId }: { creatorId: string }) => [{ to: `user:${creatorId}` as const, topic: 'accounts' as const }]

const AccountFacts = z.object({ accountId: Id, creatorId: Id, network: Network, username: z.string(), version: Version })

/** A creator has added an account, unverified. @example tx.emit(AccountAdded.of(account, { accountId: account.id })) */
export const AccountAdded = defineEvent('account.added', 1, AccountFacts, { live: whose })

/** The creator took an unverified account away. It may arrive before `account.added`, hence all facts again. */
export const AccountRemoved = defineEvent('account.removed', 1, AccountFacts, { live: whose })

/** Something about an account has changed that only its own creator sees: a verification begins or fails, statistics are asked for. */
export const AccountChanged = defineEvent('account.changed', 1, z.object({ accountId: Id, creatorId: Id, version: Version }), {
  transient: true,
  live: whose,
})

/** What the network says of an account, as the others keep it. `externalId` is the network's stable id: usernames change. */
export const VerifiedAccountFacts = AccountFacts.extend({
  externalId: z.string().min(1).max(200),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views,
  /** Null: not known, never 0. */
  averageViews: Views.nullable(),
  isPublic: z.boolean(),
})
export type VerifiedAccountFacts = z.infer<typeof VerifiedAccountFacts>

/** The code stood in the account's bio: it is this creator's alone. Said again when it is verified again. @example hears: [on(AccountVerified, rememberAccount)] */
export const AccountVerified = defineEvent('account.verified', 1, VerifiedAccountFacts, { live: whose })

/** Its statistics were read anew. */
export const AccountUpdated = defineEvent('account.updated', 1, VerifiedAccountFacts, { live: whose })
