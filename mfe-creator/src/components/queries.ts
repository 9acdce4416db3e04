import type { Account, Accounts, Invitation, Network, NetworkCode, Readings } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** The creator's accounts, with the codes of those that are not verified. */
export const useAccounts = () => useRead<Accounts>('accounts', '/verification/accounts')

/** Last and next nightly reading. */
export const useReadings = () => useRead<Readings>('readings', '/metrics/readings/latest')

/** The creator's invitations, newest first. */
export const useInvitations = () => usePages<Invitation>('invitations', '/partnerships/invitations', { limit: 50 })

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
