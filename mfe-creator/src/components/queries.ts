import type { NetworkCode, PayoutAccount, SignUp } from '@reelfair/contracts'
import { serverNow } from '@reelfair/ui'
import { usePages, useRead, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'
import { useEffect } from 'react'

/** The service translates failure messages, so a language change refetches the accounts. */
export function useAccounts() {
  const accounts = useRead('accounts', '/verification/accounts')
  useRefetchOnLanguageChange(accounts.refetch)
  return accounts
}

export const useRefreshStats = () => useWrite('POST', '/verification/accounts/:accountId/stats', { changes: ['accounts'] })

export const useReadings = () => useRead('readings', '/metrics/readings/latest')

/**
 * Maximum age of an unsettled sign-up: the length of the longest campaign, the time until its latest possible final
 * settlement, and one extra day.
 * @source decisions §3, §5
 */
const LONGEST_RUN_MS = 38 * 86_400_000

const isSettled = ({ state }: SignUp) => state === 'settled' || state === 'withdrawn'

/**
 * The creator's sign-ups, newest first. By default, loads only the pages that may contain running sign-ups.
 * @param which `all` loads every page; pages of settled sign-ups are fetched only once
 */
export function useSignUps(which: 'running' | 'all' = 'running') {
  const signUps = usePages('campaigns', '/campaigns/sign-ups', { limit: 20 }, { isFinal: isSettled })
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = signUps
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return
    const oldest = items?.at(-1)
    const isMissing = which === 'all' || (oldest !== undefined && serverNow() - Date.parse(oldest.signedUpAt) < LONGEST_RUN_MS)
    // Several components use this hook. Without `cancelRefetch: false`, each would restart the others' requests.
    if (isMissing) void fetchNextPage({ cancelRefetch: false })
  }, [which, items, hasNextPage, isFetching, isError, fetchNextPage])
  return signUps
}

/** The service returns the current code while it is valid, so repeating the request is harmless. */
export const useNewCode = (onDone: (code: NetworkCode) => void) =>
  useWrite('PUT', '/verification/codes/:network', { changes: ['accounts'], onDone })

/** Only unverified accounts can be removed. */
export const useRemoveAccount = (onDone: () => void) =>
  useWrite('DELETE', '/verification/accounts/:accountId', { changes: ['accounts'], onDone })

/** Amounts in cents. */
export const useBalance = () => useRead('balance', '/payouts/balance')

/** The service translates the payout account’s texts, so a change of language fetches the account again. */
export function usePayoutAccount() {
  const account = useRead('balance', '/payouts/payout-account')
  useRefetchOnLanguageChange(account.refetch)
  return account
}

/** The creator can't act while Stripe reviews the account or after Stripe has disabled it for good. */
export const needsAction = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' || (status === 'restricted' && requirements.some(({ awaits }) => awaits === 'you'))

/** The creator has entered all information, and Stripe is checking it. */
export const isBeingChecked = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' && requirements.length > 0 && requirements.every(({ awaits }) => awaits === 'provider')
