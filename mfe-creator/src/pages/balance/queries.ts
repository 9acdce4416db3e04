import type { ProviderLink } from '@reelfair/contracts'
import { redirectToProvider, usePages, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'

/** All movements of the creator's money, newest first. */
export const useStatement = () => usePages('balance', '/payouts/statement', { limit: 20 })

/** The creator's transfers. Refetched when the language changes, because the service writes the failure sentences. */
export function useTransfers() {
  const transfers = usePages('balance', '/payouts/transfers', { limit: 50 })
  useRefetchOnLanguageChange(transfers.refetch)
  return transfers
}

/** URL of a campaign's history entry, which includes the receipt. */
export const historyUrl = (campaignId: string) => `/creator-history?open=${encodeURIComponent(campaignId)}`

const leave = { changes: ['balance'], onDone: ({ url }: ProviderLink) => redirectToProvider(url) } as const

/** Creates the payout account if it does not exist, and opens Stripe's form. */
export const useOnboarding = () => useWrite('POST', '/payouts/payout-account/onboarding', leave)

/** Opens Stripe's dashboard for the account. */
export const useDashboard = () => useWrite('POST', '/payouts/payout-account/dashboard', leave)

/** Updates the account's status from Stripe. */
export const useRecheck = () => useWrite('POST', '/payouts/payout-account/refresh', { changes: ['balance'] })
