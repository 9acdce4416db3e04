import type { AudienceLanguage, Category, IneligibilityReason, SignUp } from '@reelfair/contracts'
import { ApiError, usePages, useWrite } from '@reelfair/web-kit'
import { useEffect } from 'react'

/** Filters for the campaign list. With no filters set, the list shows all campaigns. */
export type Filters = {
  readonly language?: AudienceLanguage
  readonly category?: Category
  /** Smallest campaign goal, in views. */
  readonly minViews?: number
  /** Largest campaign goal, in views. */
  readonly maxViews?: number
  /** Longest time until the campaign ends. */
  readonly remaining?: '24h' | '3d' | '7d' | '30d'
}

/**
 * Campaigns open to sign-ups, ending soonest first.
 * @param limit campaigns per page
 */
export function usePublicCampaigns(filters: Filters, limit: number) {
  const pages = usePages('campaigns', '/campaigns/public-campaigns', { ...filters, limit })
  return { ...pages, firstPage: pages.data?.pages[0] }
}

/**
 * Polling interval for changes that no live update announces: an account verified moments ago that the campaigns
 * service does not know about yet, or a change whose live update was lost.
 * @source specification §9
 */
const POLL_INTERVAL_MS = 30_000

/** Refetches every 30 s while the page is visible. */
export function usePolling(refetch: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetch])
}

/** Signs up one of the creator's accounts to a campaign. */
export const useJoin = (onDone: (signUp: SignUp) => void) =>
  useWrite('POST', '/campaigns/public-campaigns/:campaignId/sign-ups', {
    changes: ['campaigns'],
    onDone,
  })

/** The reasons in a `not_eligible` error. Empty for any other error. */
export function reasonsOf(error: unknown): readonly IneligibilityReason[] {
  const reasons = error instanceof ApiError && error.code === 'not_eligible' ? error.details.reasons : undefined
  return Array.isArray(reasons) ? (reasons as IneligibilityReason[]) : []
}
