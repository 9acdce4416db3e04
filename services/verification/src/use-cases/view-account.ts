import { type ErrorCode, type Locale, STATS_COOL_DOWN_DAYS, sentenceOf } from '@reelfair/contracts'
import { isCodeValid } from '../domain/standing.ts'
import type { Account } from '../store/accounts.ts'

interface Seen {
  readonly standing: { readonly code: string; readonly codeExpiresAt: Date } | undefined
  readonly now: Date
  readonly locale: Locale
}

const told = (code: ErrorCode | undefined, locale: Locale) =>
  code && { code, sentence: sentenceOf(code, { days: STATS_COOL_DOWN_DAYS }, locale) }

/** An account as its creator sees it: with the network's code as long as one is needed and valid, and what went wrong in words. */
export function viewAccount(account: Account, { standing, now, locale }: Seen) {
  const isNeeded = account.status !== 'verified' && standing && isCodeValid(standing, now)
  return {
    ...account,
    ...(isNeeded ? { code: standing.code, codeExpiresAt: standing.codeExpiresAt } : {}),
    failure: told(account.failure, locale),
    statsFailure: told(account.statsFailure, locale),
  }
}
