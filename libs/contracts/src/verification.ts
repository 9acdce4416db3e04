import { z } from 'zod'
import { Connection } from './connections.ts'
import { CreatorRecord } from './creator-search.ts'
import { defineEvent } from './event.ts'
import { AccountLanguage, Category, Cents, Id, Instant, Network, Version, Views } from './words.ts'

/** Maximum number of a creator's accounts on one network. @source decisions §5 */
export const MAX_ACCOUNTS_PER_NETWORK = 3

/**
 * Maximum number of a creator's attempts on one network. Each attempt is counted before it starts.
 * @source specification §9
 */
export const MAX_ATTEMPTS_PER_NETWORK = 10

/** Minimum wait between two refreshes of an account's statistics. @source specification §9 */
export const STATS_COOL_DOWN_DAYS = 7

/** 7 capital letters and digits, without ambiguous characters. @source decisions §5 */
export const VerificationCode = z.string().regex(/^[A-HJ-NP-Z2-9]{7}$/)

/** `unverified`: waiting for the code. `verifying`: checking for the code. `failed`: the code was not found. */
export const AccountStatus = z.enum(['unverified', 'verifying', 'verified', 'failed'])
export type AccountStatus = z.infer<typeof AccountStatus>

/** The schema accepts any username; each kind of invalid username has its own `username_…` code. */
export const AccountInput = z.strictObject({ network: Network, username: z.string().min(1).max(200) })
export type AccountInput = z.infer<typeof AccountInput>

/** All of a creator's accounts on one network share the same code. */
export const NetworkCode = z.object({ network: Network, code: VerificationCode, expiresAt: Instant })
export type NetworkCode = z.infer<typeof NetworkCode>

export const NetworkPath = z.strictObject({ network: Network })
export type NetworkPath = z.infer<typeof NetworkPath>

const Failure = z.object({ code: z.string(), sentence: z.string() })

/** Data from the network appears after the first verification. Null means unknown, never 0. */
export const Account = z.object({
  id: Id,
  network: Network,
  username: z.string(),
  status: AccountStatus,
  /** Present while the code is valid and the account is unverified. `PUT /codes/:network` creates a new code. */
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
  createdAt: Instant,
  verifyingSince: Instant.optional(),
  /** Stays set during a repeated verification. */
  verifiedAt: Instant.optional(),
  failure: Failure.optional(),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views.optional(),
  averageViews: Views.nullable().optional(),
  /** What 1,000 of the account's views usually cost. Missing means unknown, never 0. */
  rpmCents: Cents.optional(),
  isPublic: z.boolean().optional(),
  ageRestricted: z.boolean().optional(),
  /** Whether the creator's consent let us read the network's paid-content label at `statsAt`. */
  paidLabelConsent: z.boolean().optional(),
  /** Whether the account's public page is open for bookings. @source specification §3, `status` */
  isCollabOpen: z.boolean().optional(),
  /** On the network's servers. Screens show our copy. */
  avatarUrl: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  statsAt: Instant.optional(),
  nextStatsAt: Instant.optional(),
  statsSince: Instant.optional(),
  statsFailure: Failure.optional(),
  connection: Connection.optional(),
})
export type Account = z.infer<typeof Account>

export const NetworkStatus = z.object({
  network: Network,
  attemptsLeft: z.int().min(0),
  attemptsLimit: z.int(),
  code: VerificationCode.optional(),
  codeExpiresAt: Instant.optional(),
  /**
   * Whether creators can connect their accounts. `verifies`: only proves whose account it is, because the external
   * workflow reads the network. `offered`: also lets us read the paid-content label. `required`: videos are read only
   * with the creator's consent, so the bio code is not enough.
   */
  connect: z.enum(['verifies', 'offered', 'required']).optional(),
})
export type NetworkStatus = z.infer<typeof NetworkStatus>

/** A creator has too few accounts to paginate. */
export const Accounts = z.object({ items: z.array(Account), limitPerNetwork: z.int(), networks: z.array(NetworkStatus) })
export type Accounts = z.infer<typeof Accounts>

export const AccountPath = z.strictObject({ accountId: Id })
export type AccountPath = z.infer<typeof AccountPath>

export const CollabInput = z.strictObject({ accountId: Id, isOpen: z.boolean() })
export type CollabInput = z.infer<typeof CollabInput>

/** Accepts any username: an impossible one is unknown. */
export const CollabPath = z.strictObject({ username: z.string().max(200) })
export type CollabPath = z.infer<typeof CollabPath>

/**
 * The id identifies one picture, which never changes. Ids are random, and only responses that may show the picture
 * contain them.
 */
export const PicturePath = z.strictObject({ pictureId: Id })
export type PicturePath = z.infer<typeof PicturePath>

export const SHOWN_VIDEOS = 3

export const RecentVideo = z.object({
  url: z.string(),
  /** The beginning of the caption; may be empty. */
  title: z.string(),
  publishedAt: Instant,
  /** Null means unknown, never 0. */
  views: Views.nullable(),
  pictureId: Id.optional(),
})
export type RecentVideo = z.infer<typeof RecentVideo>

/** Everything that an account's public page shows, and the account's id for bookings. */
export const CollabPage = z.object({
  accountId: Id,
  username: z.string(),
  verifiedAt: Instant,
  followers: Views,
  /** Null means unknown, never 0. */
  averageViews: Views.nullable(),
  rpmCents: Cents.optional(),
  /** Missing while the network is still analysing the account. */
  language: AccountLanguage.exclude(['wait', 'post']).optional(),
  category: Category.optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  /** When the network reported these figures. */
  statsAt: Instant,
  bio: z.string().optional(),
  /** The account's picture. */
  pictureId: Id.optional(),
  /** Newest first. */
  videos: z.array(RecentVideo).max(SHOWN_VIDEOS),
  /** When the network reported the videos' views; missing until they have been read. */
  videosAt: Instant.optional(),
  /** Missing before the creator's first settled partnership. */
  record: CreatorRecord.optional(),
})
export type CollabPage = z.infer<typeof CollabPage>

/**
 * `again` allows another verification of a verified account. The verification workflow requires the browser's
 * `userAgent`.
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

export const AccountAdded = defineEvent('account.added', 1, AccountFacts, { live: toCreator })

/** This event may arrive before `account.added`, so it repeats that event's data. */
export const AccountRemoved = defineEvent('account.removed', 1, AccountFacts, { live: toCreator })

/** Notifies the creator's screens that a verification or a refresh of statistics started. */
export const AccountChanged = defineEvent('account.changed', 1, z.object({ accountId: Id, creatorId: Id, version: Version }), {
  transient: true,
  live: toCreator,
})

/** An attempt to verify the account failed. */
export const AccountFailed = defineEvent('account.failed', 1, AccountFacts, { live: toCreator })

/** `externalId` is the network's stable id; usernames can change. */
export const VerifiedAccountFacts = AccountFacts.extend({
  externalId: z.string().min(1).max(200),
  language: AccountLanguage.optional(),
  category: Category.optional(),
  followers: Views,
  /** Null means unknown, never 0. */
  averageViews: Views.nullable(),
  isPublic: z.boolean(),
  // Missing in older events.
  ageRestricted: z.boolean().optional(),
  rpmCents: Cents.optional(),
  isCollabOpen: z.boolean().optional(),
})
export type VerifiedAccountFacts = z.infer<typeof VerifiedAccountFacts>

/** The account's bio contained the code. Each repeated verification emits the event again. */
export const AccountVerified = defineEvent('account.verified', 1, VerifiedAccountFacts, { live: toCreator })

export const AccountUpdated = defineEvent('account.updated', 1, VerifiedAccountFacts, { live: toCreator })
