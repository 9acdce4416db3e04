import type { ProviderLink } from '@reelfair/contracts'
import { redirectToProvider, usePages, useRefetchOnLanguageChange, useWrite } from '@reelfair/web-kit'

export const useStatement = () => usePages('balance', '/payouts/statement', { limit: 20 })

/** The service translates failure sentences, so a language change refetches the transfers. */
export function useTransfers() {
  const transfers = usePages('balance', '/payouts/transfers', { limit: 50 })
  useRefetchOnLanguageChange(transfers.refetch)
  return transfers
}

export const historyUrl = (campaignId: string) => `/creator-history?open=${encodeURIComponent(campaignId)}`

const leave = { changes: ['balance'], onDone: ({ url }: ProviderLink) => redirectToProvider(url) } as const

/** Opens Stripe's form, and creates the payout account if it does not exist. */
export const useOnboarding = () => useWrite('POST', '/payouts/payout-account/onboarding', leave)

export const useDashboard = () => useWrite('POST', '/payouts/payout-account/dashboard', leave)

/** Updates the account's status from Stripe. */
export const useRecheck = () => useWrite('POST', '/payouts/payout-account/refresh', { changes: ['balance'] })
