import type { OnboardingInput, PayoutAccount, ProviderLink, StatementLine, Transfer } from '@reelfair/contracts'
import { leaveFor, usePages, useWrite } from '@reelfair/web-kit'
import { useSignUps } from '../../components/queries.ts'
import { useAgainIn } from '../../components/use-again-in.ts'

/** Each movement of the money, newest first. */
export const useStatement = () => usePages<StatementLine>('balance', '/payouts/statement', { limit: 20 })

/** The creator's transfers; one that failed says why, in the reader's language. */
export function useTransfers() {
  const transfers = usePages<Transfer>('balance', '/payouts/transfers', { limit: 50 })
  useAgainIn(transfers.refetch)
  return transfers
}

/** From a campaign to what became of it, with its receipt; to the whole history while the sign-up is not known. */
export function useWayToHistory() {
  const { items } = useSignUps()
  return (campaignId: string) => {
    const signUp = items?.find((one) => one.campaignId === campaignId)
    return signUp ? `/creator-history?open=${signUp.id}` : '/creator-history'
  }
}

const leave = { changes: ['balance'], onDone: ({ url }: ProviderLink) => leaveFor(url) } as const

/** Opens the account if there is none, and leaves for the provider's form. */
export const useOnboarding = () => useWrite<Partial<OnboardingInput>, ProviderLink>('POST', '/payouts/payout-account/onboarding', leave)

/** Leaves for the provider's own view of the account. */
export const useDashboard = () => useWrite<void, ProviderLink>('POST', '/payouts/payout-account/dashboard', { ...leave, body: () => ({}) })

/** Has the provider asked how the account stands. */
export const useRecheck = () =>
  useWrite<void, PayoutAccount>('POST', '/payouts/payout-account/refresh', { changes: ['balance'], body: () => ({}) })
