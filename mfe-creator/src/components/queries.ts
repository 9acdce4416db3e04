import type { NetworkCode, PayoutAccount, SignUp } from '@reelfair/contracts'
import { serverNow } from '@reelfair/ui'
import { usePages, useRead, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'
import { useEffect } from 'react'

/**
 * The creator's accounts and the status of each network. Refetched when the language changes, because the service
 * writes the failure sentences.
 */
export function useAccounts() {
  const accounts = useRead('accounts', '/verification/accounts')
  useRefetchOnLanguageChange(accounts.refetch)
  return accounts
}

/** Requests fresh statistics for a verified account. */
export const useRefreshStats = () => useWrite('POST', '/verification/accounts/:accountId/stats', { changes: ['accounts'] })

/** The latest and next nightly readings. */
export const useReadings = () => useRead('readings', '/metrics/readings/latest')

/** The creator's invitations, newest first. */
export const useInvitations = () => usePages('invitations', '/partnerships/invitations', { limit: 50 })

/**
 * Any sign-up older than this is settled: the longest campaign, its latest possible final settlement and one extra day.
 * @source decisions §3, §5
 */
const LONGEST_RUN_MS = 38 * 86_400_000

/** Whether the sign-up can no longer change. */
const isSettled = ({ state }: SignUp) => state === 'settled' || state === 'withdrawn'

/**
 * The creator's campaign sign-ups, newest first, each with its code. Loads as many pages as may contain running
 * sign-ups.
 * @param which `all` loads every page; pages of settled sign-ups are fetched only once
 */
export function useSignUps(which: 'running' | 'all' = 'running') {
  const signUps = usePages('campaigns', '/campaigns/sign-ups', { limit: 20 }, { isFinal: isSettled })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = signUps
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return
    const oldest = data?.pages.at(-1)?.items.at(-1)
    const isMissing = which === 'all' || (oldest !== undefined && serverNow() - Date.parse(oldest.signedUpAt) < LONGEST_RUN_MS)
    // Several components use this hook: without `cancelRefetch: false`, each would restart the others' requests.
    if (isMissing) void fetchNextPage({ cancelRefetch: false })
  }, [which, data, hasNextPage, isFetching, isError, fetchNextPage])
  return signUps
}

/**
 * Requests a code for a network. The service returns the current code while it is valid, so repeating the request is
 * harmless.
 */
export const useNewCode = (onDone: (code: NetworkCode) => void) =>
  useWrite('PUT', '/verification/codes/:network', { changes: ['accounts'], onDone })

/** Removes an unverified account. */
export const useRemoveAccount = (onDone: () => void) =>
  useWrite('DELETE', '/verification/accounts/:accountId', { changes: ['accounts'], onDone })

/** The creator's balance by stage, in cents. */
export const useBalance = () => useRead('balance', '/payouts/balance')

/** The payout account. Refetched when the language changes, because the service writes its sentences. */
export function usePayoutAccount() {
  const account = useRead('balance', '/payouts/payout-account')
  useRefetchOnLanguageChange(account.refetch)
  return account
}

/**
 * Whether the creator must act on Stripe's pages. If Stripe has disabled the account for good or is reviewing it, there
 * is nothing to do.
 */
export const needsAction = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' || (status === 'restricted' && requirements.some(({ awaits }) => awaits === 'you'))

/** Whether the creator has entered everything and Stripe is checking it. */
export const isBeingChecked = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' && requirements.length > 0 && requirements.every(({ awaits }) => awaits === 'provider')
