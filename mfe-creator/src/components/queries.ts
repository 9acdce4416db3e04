import type { Account, Accounts, Balance, Invitation, Network, NetworkCode, PayoutAccount, Readings, SignUp } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'
import { useAgainIn } from './use-again-in.ts'

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

/** The creator's sign-ups to campaigns, newest first, each with its code. */
export const useSignUps = () => usePages<SignUp>('campaigns', '/campaigns/sign-ups', { limit: 100 })

/** A new code for a network; the old one is void. */
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
