import type { Account, Accounts, Balance, Invitation, Network, NetworkCode, PayoutAccount, Readings, SignUp } from '@reelfair/contracts'
import { houseNow } from '@reelfair/ui'
import { useAgainIn, usePages, useRead, useWrite } from '@reelfair/web-kit'
import { useEffect } from 'react'

/** The creator's accounts, and how they stand on each network. What went wrong is said by the service, so another language asks again. */
export function useAccounts() {
  const accounts = useRead<Accounts>('accounts', '/verification/accounts')
  useAgainIn(accounts.refetch)
  return accounts
}

/** Has the statistics of a verified account read anew. */
export const useRefreshStats = () =>
  useWrite<Pick<Account, 'id'>, Account>('POST', ({ id }) => `/verification/accounts/${id}/stats`, {
    changes: ['accounts'],
    body: () => ({}),
  })

/** Last and next nightly reading. */
export const useReadings = () => useRead<Readings>('readings', '/metrics/readings/latest')

/** The creator's invitations, newest first. */
export const useInvitations = () => usePages<Invitation>('invitations', '/partnerships/invitations', { limit: 50 })

/** The longest campaign, its final settlement with a silent network, and a day more: what was joined earlier is settled. @source decisions §3, §5 */
const RUNS_AT_MOST_MS = 38 * 86_400_000

/** Nothing becomes of it any more. */
const isSettled = ({ state }: SignUp) => state === 'settled' || state === 'withdrawn'

/**
 * The creator's sign-ups to campaigns, newest first, each with its code. Loaded are as many as are needed to know of all that may still run, or all.
 * @param which `all`: every page; what is settled is asked for once
 */
export function useSignUps(which: 'running' | 'all' = 'running') {
  const signUps = usePages<SignUp>('campaigns', '/campaigns/sign-ups', { limit: 20 }, { isFinal: isSettled })
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = signUps
  const oldest = items?.at(-1)
  const isMissing =
    hasNextPage && (which === 'all' || (oldest !== undefined && houseNow() - Date.parse(oldest.signedUpAt) < RUNS_AT_MOST_MS))
  // After each drawing: an answer that comes at once changes none of these values. Several parts of a page ask for the same, and one of them gets it.
  useEffect(() => {
    if (isMissing && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  })
  return signUps
}

/** The code for a network: the one there is while it is valid, so that asking twice voids nothing; otherwise a new one. */
export const useNewCode = (onDone: (code: NetworkCode) => void) =>
  useWrite<{ network: Network }, NetworkCode>('PUT', ({ network }) => `/verification/codes/${network}`, {
    changes: ['accounts'],
    body: () => ({}),
    onDone,
  })

/** Takes an account away that is not verified. */
export const useRemoveAccount = (onDone: (account: Account) => void) =>
  useWrite<Account>('DELETE', ({ id }) => `/verification/accounts/${id}`, {
    changes: ['accounts'],
    onDone: (_, account) => onDone(account),
  })

/** Where the creator's money stands, in cents. */
export const useBalance = () => useRead<Balance>('balance', '/payouts/balance')

/** How the payout account stands. Its sentences are the service's, so another language asks again. */
export function usePayoutAccount() {
  const account = useRead<PayoutAccount>('balance', '/payouts/payout-account')
  useAgainIn(account.refetch)
  return account
}

/** Whether there is something for its owner to do in the provider's pages: an account that the provider stopped for good, or is looking into, asks for nothing. */
export const asksForMore = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' || (status === 'restricted' && requirements.some(({ awaits }) => awaits === 'you'))

/** Whether all is filled in and the provider checks it: then there is nothing to do. */
export const isBeingChecked = ({ status, requirements }: PayoutAccount) =>
  status === 'in_setup' && requirements.length > 0 && requirements.every(({ awaits }) => awaits === 'provider')
