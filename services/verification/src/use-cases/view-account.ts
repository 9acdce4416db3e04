import { type ErrorCode, type Locale, STATS_COOL_DOWN_DAYS, sentenceOf } from '@reelfair/contracts'
import { isCodeValid } from '../domain/creator-network.ts'
import type { Account } from '../store/accounts.ts'
import type { StoredGrant } from '../store/grants.ts'

interface Seen {
  readonly creatorNetwork?: { readonly code: string; readonly codeExpiresAt: Date } | undefined
  readonly grant?: Pick<StoredGrant, 'since' | 'endedAt' | 'endedBy'> | undefined
  readonly now: Date
  readonly locale: Locale
}

const describeFailure = (code: ErrorCode | undefined, locale: Locale) =>
  code && { code, sentence: sentenceOf(code, { days: STATS_COOL_DOWN_DAYS }, locale) }

/** Shows the bio code only while it is needed and valid. */
export function viewAccount(account: Account, { creatorNetwork, grant, now, locale }: Seen) {
  const isNeeded = account.status !== 'verified' && creatorNetwork && isCodeValid(creatorNetwork, now)
  return {
    ...account,
    ...(isNeeded ? { code: creatorNetwork.code, codeExpiresAt: creatorNetwork.codeExpiresAt } : {}),
    connection: grant && { since: grant.since, endedAt: grant.endedAt, endedBy: grant.endedBy },
    failure: describeFailure(account.failure, locale),
    statsFailure: describeFailure(account.statsFailure, locale),
  }
}
