import type { Account, Network } from '@reelfair/contracts'
import { useWrite } from '@reelfair/web-kit'

/** Adds an account, unverified. */
export const useAddAccount = () =>
  useWrite<{ network: Network; username: string }, Account>('POST', '/verification/accounts', { changes: ['accounts'] })

/** What the service takes of a browser's name: printable ASCII, 400 of it. */
const browserName = () => navigator.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400)

/** Has the code looked for in an account's bio; the answer comes live. `at` makes each press another request. */
export const useVerify = () =>
  useWrite<{ accountId: string; at: number }, Account>('POST', ({ accountId }) => `/verification/accounts/${accountId}/verification`, {
    changes: ['accounts'],
    body: () => ({ userAgent: browserName() }),
  })
