import type { OnboardingInput, PayoutAccount, ProviderLink, StatementLine, Transfer } from '@reelfair/contracts'
import { leaveFor, useAgainIn, usePages, useWrite } from '@reelfair/web-kit'

/** Each movement of the money, newest first. */
export const useStatement = () => usePages<StatementLine>('balance', '/payouts/statement', { limit: 20 })

/** The creator's transfers; one that failed says why, in the reader's language. */
export function useTransfers() {
  const transfers = usePages<Transfer>('balance', '/payouts/transfers', { limit: 50 })
  useAgainIn(transfers.refetch)
  return transfers
}

/** From a campaign to what became of it, with its receipt. */
export const wayToHistory = (campaignId: string) => `/creator-history?open=${encodeURIComponent(campaignId)}`

const leave = { changes: ['balance'], onDone: ({ url }: ProviderLink) => leaveFor(url) } as const

/** Opens the account if there is none, and leaves for the provider's form. */
export const useOnboarding = () => useWrite<Partial<OnboardingInput>, ProviderLink>('POST', '/payouts/payout-account/onboarding', leave)

/** Leaves for the provider's own view of the account. */
export const useDashboard = () => useWrite<void, ProviderLink>('POST', '/payouts/payout-account/dashboard', { ...leave, body: () => ({}) })

/** Has the provider asked how the account stands. */
export const useRecheck = () =>
  useWrite<void, PayoutAccount>('POST', '/payouts/payout-account/refresh', { changes: ['balance'], body: () => ({}) })
