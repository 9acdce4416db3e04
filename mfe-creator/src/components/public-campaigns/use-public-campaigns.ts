import type { AudienceLanguage, Category, IneligibilityReason, PublicCampaign, PublicCampaigns, SignUp } from '@reelfair/contracts'
import { ApiError, usePages, useWrite } from '@reelfair/web-kit'
import { useEffect } from 'react'

/** What a creator narrows the list down to; nothing: all of it. */
export type Filters = {
  readonly language?: AudienceLanguage
  readonly category?: Category
  /** Of the campaign's goal, in views. */
  readonly minViews?: number
  readonly maxViews?: number
  /** Ends within so long. */
  readonly remaining?: '24h' | '3d' | '7d' | '30d'
}

/**
 * What may be joined, what ends first at the top.
 * @param limit campaigns per page
 */
export function usePublicCampaigns(filters: Filters, limit: number) {
  const pages = usePages<PublicCampaign, Pick<PublicCampaigns, 'figures' | 'windowDays'>>('campaigns', '/campaigns/public-campaigns', {
    ...filters,
    limit,
  })
  return { ...pages, said: pages.data?.pages[0] }
}

/**
 * What a notice does not tell: an account that was verified a moment ago and is not known to campaigns yet, a notice that came to nothing.
 * @source specification §9
 */
const ASK_AGAIN_MS = 30_000

/** Asks again every 30 s while somebody looks. */
export function useAskAgain(refetch: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch()
    }, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [refetch])
}

/** Joins a campaign with one of one's own accounts. */
export const useJoin = (campaignId: string, onDone: (signUp: SignUp) => void) =>
  useWrite<{ accountId: string }, SignUp>('POST', `/campaigns/public-campaigns/${campaignId}/sign-ups`, {
    changes: ['campaigns'],
    onDone,
  })

/** All that speaks against an account, as a refusal tells it; none where it tells nothing of the kind. */
export function reasonsOf(error: unknown): readonly IneligibilityReason[] {
  const reasons = error instanceof ApiError && error.code === 'not_eligible' ? error.details.reasons : undefined
  return Array.isArray(reasons) ? (reasons as IneligibilityReason[]) : []
}
