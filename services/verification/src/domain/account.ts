/** In account updates, `undefined` removes a field. */
import {
  type AccountLanguage,
  type AccountStatus,
  type Category,
  type ErrorCode,
  type Network,
  type NetworkAccount,
  refuse,
  STATS_COOL_DOWN_DAYS,
  usernameKey,
} from '@reelfair/contracts'

export interface Account {
  readonly id: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly usernameKey: string
  readonly status: AccountStatus
  readonly createdAt: Date
  /** Only the running attempt may set the result. */
  readonly attemptId?: string | undefined
  readonly verifyingSince?: Date | undefined
  /**
   * First successful verification. From then on, the account belongs to this creator, even while it is verified again.
   */
  readonly verifiedAt?: Date | undefined
  readonly failure?: ErrorCode | undefined
  /** The stable id that the network assigned to the account. */
  readonly externalId?: string | undefined
  readonly language?: AccountLanguage | undefined
  readonly category?: Category | undefined
  readonly followers?: number | undefined
  readonly averageViews?: number | null | undefined
  readonly rpmCents?: number | undefined
  readonly isPublic?: boolean | undefined
  readonly ageRestricted?: boolean | undefined
  readonly paidLabelConsent?: boolean | undefined
  /** Whether the creator has switched on the account's public page. */
  readonly isCollabOpen?: boolean | undefined
  /** The creator's newest request to delete the Reelfair account, and whether it is pending. */
  readonly deletionAttempt?: number | undefined
  readonly isClosing?: true | undefined
  readonly avatarUrl?: string | undefined
  readonly country?: string | undefined
  readonly city?: string | undefined
  readonly statsAt?: Date | undefined
  readonly nextStatsAt?: Date | undefined
  readonly statsSince?: Date | undefined
  /** Attempts of the running refresh, each counted before its call. */
  readonly statsTries?: number | undefined
  readonly statsDueAt?: Date | undefined
  readonly statsFailure?: ErrorCode | undefined
}

const DAY_MS = 86_400_000
/** If a refresh runs longer than this, the creator may request another one. @source specification §9 */
const STATS_LOCK_MS = 5 * 60_000

/**
 * @param attempt.again allows an account that is already verified @source specification §4: only when explicitly
 * requested
 * @throws Refusal verification_running, account_already_verified
 */
export function beginVerification<A extends Account>(
  account: A,
  attempt: { readonly id: string; readonly again: boolean; readonly at: Date },
): A {
  switch (account.status) {
    case 'verifying':
      return refuse('verification_running')
    case 'verified':
      if (!attempt.again) refuse('account_already_verified')
      break
    case 'unverified':
    case 'failed':
      break
    default:
      return refuse('conflict')
  }
  return { ...account, status: 'verifying', attemptId: attempt.id, verifyingSince: attempt.at, failure: undefined }
}

const ended = { attemptId: undefined, verifyingSince: undefined } as const

/** A previously verified account stays verified, because payments and history depend on it. */
export const failVerification = <A extends Account>(account: A, failure: ErrorCode): A => ({
  ...account,
  ...ended,
  status: account.verifiedAt ? 'verified' : 'failed',
  failure,
})

/**
 * Marks an account as verified and stores the network's statistics.
 * @throws Refusal verification_unreadable if the statistics describe a different username or hide the number of
 * followers, account_taken if the username now belongs to a different account on the network
 */
export function verifyAccount<A extends Account>(account: A, stats: NetworkAccount, at: Date): A {
  if (usernameKey(stats.username) !== account.usernameKey) refuse('verification_unreadable')
  if (stats.followers === null && account.followers === undefined) refuse('verification_unreadable')
  if (account.externalId !== undefined && account.externalId !== stats.externalId) refuse('account_taken')
  return { ...withStats(account, stats, at), ...ended, status: 'verified', verifiedAt: account.verifiedAt ?? at, failure: undefined }
}

/**
 * Public pages are addressed by username alone, so only one network has them.
 * @source specification §2, /collab
 */
export const COLLAB_NETWORK = 'instagram'

/** @throws Refusal account_not_verified, collab_network */
export function switchCollab<A extends Account>(account: A, isOpen: boolean): A {
  if (!account.verifiedAt) refuse('account_not_verified')
  if (account.network !== COLLAB_NETWORK) refuse('collab_network')
  return { ...account, isCollabOpen: isOpen }
}

/**
 * While the creator's deletion is pending, brands do not find the account.
 * @returns undefined for an older request; the end of a request may arrive before it
 */
export function withDeletion<A extends Account>(account: A, attempt: number, isPending: boolean): A | undefined {
  const { deletionAttempt = 0 } = account
  if (attempt < deletionAttempt || (isPending && attempt === deletionAttempt)) return undefined
  return { ...account, deletionAttempt: attempt, isClosing: isPending ? true : undefined }
}

/** A refresh has begun so recently that the creator may not request another one. */
export const isWithinStatsLock = ({ statsSince }: Account, at: Date): boolean =>
  statsSince !== undefined && at.getTime() < statsSince.getTime() + STATS_LOCK_MS

/** @throws Refusal account_not_verified, stats_running, stats_too_soon */
export function beginStats<A extends Account>(account: A, at: Date): A {
  const { verifiedAt, externalId, nextStatsAt } = account
  if (!verifiedAt || externalId === undefined) refuse('account_not_verified')
  if (isWithinStatsLock(account, at)) refuse('stats_running')
  if (nextStatsAt && at < nextStatsAt) refuse('stats_too_soon', { days: STATS_COOL_DOWN_DAYS, at: nextStatsAt.toISOString() })
  return { ...account, statsSince: at, statsTries: 0, statsDueAt: at, statsFailure: undefined }
}

const statsOver = { statsSince: undefined, statsTries: undefined, statsDueAt: undefined } as const

/** After a failed refresh, the creator may request another one immediately. */
export const failStats = <A extends Account>(account: A, failure: ErrorCode): A => ({ ...account, ...statsOver, statsFailure: failure })

/** Also adopts the username that the network reports. */
export const withStats = <A extends Account>(account: A, stats: NetworkAccount, at: Date): A => ({
  ...account,
  ...statsOver,
  statsFailure: undefined,
  externalId: stats.externalId,
  username: stats.username,
  usernameKey: usernameKey(stats.username),
  followers: stats.followers ?? account.followers,
  averageViews: stats.averageViews,
  // Values that the network no longer reports are removed.
  rpmCents: stats.rpmCents,
  language: stats.language,
  category: stats.category,
  country: stats.country,
  city: stats.city,
  avatarUrl: stats.avatarUrl,
  isPublic: stats.isPublic,
  ageRestricted: stats.ageRestricted,
  paidLabelConsent: stats.paidLabelConsent,
  statsAt: at,
  nextStatsAt: new Date(at.getTime() + STATS_COOL_DOWN_DAYS * DAY_MS),
})
