/** An account's way from unverified to verified, and its statistics. Pure; `undefined` takes a field away. */
import {
  type AccountLanguage,
  type AccountStatus,
  type Category,
  type ErrorCode,
  type Network,
  type NetworkAccount,
  refuse,
  STATS_COOL_DOWN_DAYS,
} from '@reelfair/contracts'
import { usernameKey } from './username.ts'

export interface Account {
  readonly id: string
  readonly creatorId: string
  readonly network: Network
  readonly username: string
  readonly usernameKey: string
  readonly status: AccountStatus
  readonly createdAt: Date
  /** The attempt that runs: it alone may say how it ended. */
  readonly attemptId?: string | undefined
  readonly verifyingSince?: Date | undefined
  /** When it was verified first; from then on it is this creator's, also while it is verified again. */
  readonly verifiedAt?: Date | undefined
  readonly failure?: ErrorCode | undefined
  /** The network's stable id. */
  readonly externalId?: string | undefined
  readonly language?: AccountLanguage | undefined
  readonly category?: Category | undefined
  readonly followers?: number | undefined
  /** Null: not known. */
  readonly averageViews?: number | null | undefined
  readonly isPublic?: boolean | undefined
  readonly ageRestricted?: boolean | undefined
  readonly paidLabelConsent?: boolean | undefined
  readonly avatarUrl?: string | undefined
  readonly country?: string | undefined
  readonly city?: string | undefined
  readonly statsAt?: Date | undefined
  readonly nextStatsAt?: Date | undefined
  /** Since when a refresh was asked for; how often it was tried; when it is tried next, or whoever tries it is taken for dead. */
  readonly statsSince?: Date | undefined
  readonly statsTries?: number | undefined
  readonly statsDueAt?: Date | undefined
  readonly statsFailure?: ErrorCode | undefined
}

const DAY_MS = 86_400_000
/** A refresh that has not ended by then may be asked for anew. @source specification §9 */
const STATS_LOCK_MS = 5 * 60_000

/**
 * A verification begins.
 * @param again also of an account that is verified @source specification §4: only when explicitly requested
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

/** It was not verified. One that was verified before stays so: pay and history rest on it. */
export const failVerification = <A extends Account>(account: A, failure: ErrorCode): A => ({
  ...account,
  ...ended,
  status: account.verifiedAt ? 'verified' : 'failed',
  failure,
})

/**
 * It is verified, with what the network says of it.
 * @throws Refusal verification_unreadable when the network speaks of another account than the one asked for, account_taken when the name now belongs to another one
 */
export function verifyAccount<A extends Account>(account: A, stats: NetworkAccount, at: Date): A {
  if (usernameKey(stats.username) !== account.usernameKey) refuse('verification_unreadable')
  if (account.externalId !== undefined && account.externalId !== stats.externalId) refuse('account_taken')
  return { ...withStats(account, stats, at), ...ended, status: 'verified', verifiedAt: account.verifiedAt ?? at, failure: undefined }
}

/**
 * A refresh of the statistics is asked for.
 * @throws Refusal account_not_verified, stats_running, stats_too_soon
 */
export function beginStats<A extends Account>(account: A, at: Date): A {
  const { verifiedAt, externalId, statsSince, nextStatsAt } = account
  if (!verifiedAt || externalId === undefined) refuse('account_not_verified')
  if (statsSince && at.getTime() < statsSince.getTime() + STATS_LOCK_MS) refuse('stats_running')
  if (nextStatsAt && at < nextStatsAt) refuse('stats_too_soon', { days: STATS_COOL_DOWN_DAYS, at: nextStatsAt.toISOString() })
  return { ...account, statsSince: at, statsTries: 0, statsDueAt: at, statsFailure: undefined }
}

const statsOver = { statsSince: undefined, statsTries: undefined, statsDueAt: undefined } as const

/** The statistics could not be had; they may be asked for again at once. */
export const failStats = <A extends Account>(account: A, failure: ErrorCode): A => ({ ...account, ...statsOver, statsFailure: failure })

/**
 * What the network says now, kept with the next time it may be asked. The username follows the network's.
 * @param at When it was asked
 */
export const withStats = <A extends Account>(account: A, stats: NetworkAccount, at: Date): A => ({
  ...account,
  ...statsOver,
  statsFailure: undefined,
  externalId: stats.externalId,
  username: stats.username,
  usernameKey: usernameKey(stats.username),
  followers: stats.followers,
  averageViews: stats.averageViews,
  // What it no longer says it does not know any more.
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
