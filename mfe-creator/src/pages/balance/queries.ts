import type { ProviderLink } from '@reelfair/contracts'
import { redirectToProvider, usePages, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'

export const useStatement = () => usePages('balance', '/payouts/statement', { limit: 20 })

/** The service translates failure messages, so a language change refetches the transfers. */
export function useTransfers() {
  const transfers = usePages('balance', '/payouts/transfers', { limit: 50 })
  useRefetchOnLanguageChange(transfers.refetch)
  return transfers
}

export const historyUrl = (campaignId: string) => `/creator-history?open=${encodeURIComponent(campaignId)}`

const leave = { changes: ['balance'], onDone: ({ url }: ProviderLink) => redirectToProvider(url) } as const

/** Opens Stripe's form, creating the payout account if necessary. */
export const useOnboarding = () => useWrite('POST', '/payouts/payout-account/onboarding', leave)

export const useDashboard = () => useWrite('POST', '/payouts/payout-account/dashboard', leave)

/** Fetches the account's current status from Stripe. */
export const useRecheck = () => useWrite('POST', '/payouts/payout-account/refresh', { changes: ['balance'] })
