import type { CampaignTab } from '@reelfair/contracts'
import { usePages, useRead, useReads, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'

/** The brand's available, held and spent credits. */
export const useCredits = () => useRead('credits', '/payouts/credits')

/** The brand's campaigns, newest first. `items` grows with each page. */
export const useCampaigns = () => usePages('campaigns', '/campaigns/campaigns', { limit: 50 })

/** The campaigns under one tab. */
export const useCampaignsOfTab = (tab: CampaignTab) => usePages('campaigns', '/campaigns/campaigns', { tab })

/**
 * Views per night for all campaigns together. The topic `campaigns` announces new views. A night without new views
 * changes only the latest reading, so a new reading triggers a refetch.
 */
export function useNights() {
  const nights = useRead('campaigns', '/metrics/nights')
  const readings = useRead('readings', '/metrics/readings/latest')
  const latest = readings.data && (readings.data.last?.at ?? 'none yet')
  const shown = useRef(latest)
  const { refetch } = nights
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== latest) void refetch()
    shown.current = latest
  }, [latest, refetch])
  return nights
}

/** The number of campaigns under each tab, the initial tab, and the total views. */
export const useSummary = () => useRead('campaigns', '/campaigns/campaigns/summary')

export const useCampaign = (campaignId: string) => useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })

/** The creators in a campaign, in the order in which they joined. */
export const useCreators = (campaignId: string) => usePages('campaigns', '/campaigns/campaigns/:campaignId/sign-ups', { campaignId })

// The metrics service serves the data below, but the topic is `campaigns`: the campaigns service sends its updates
// after it has received new totals from metrics.
export const useVideos = (assignmentId: string) => usePages('campaigns', '/metrics/assignments/:assignmentId/videos', { assignmentId })

/** The newest 100 videos of a campaign, by any of its creators. */
export const useCampaignVideos = (campaignId: string) =>
  usePages('campaigns', '/metrics/campaigns/:campaignId/videos', { campaignId, limit: 100 })

/** The view history of each of these sign-ups. */
export const useHistories = (signUpIds: readonly string[]) =>
  useReads(
    'campaigns',
    '/metrics/assignments/:assignmentId/history',
    signUpIds.map((assignmentId) => ({ assignmentId })),
  )

/**
 * All reviews for the brand's campaigns: first the open ones by deadline, then the decided ones. The topic `reviews`
 * announces new and decided reviews.
 */
export const useReviews = () => usePages('reviews', '/metrics/reviews')

/**
 * The reviews for one sign-up. Sends the same request as the receipt, so that the reviews are fetched only once.
 * Refetched when the language changes, because the service writes the reasons.
 */
export function useReviewsOf(assignmentId: string) {
  const reviews = usePages('campaigns', '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

/** The names of these campaigns. The newest campaigns are loaded in one request, older ones one by one. */
export function useCampaignNames(campaignIds: readonly string[]): (campaignId: string) => string | undefined {
  const { items, isPending } = useCampaigns()
  const names = new Map(items?.map(({ id, name }) => [id, name]))
  const others = isPending ? [] : [...new Set(campaignIds)].filter((id) => !names.has(id))
  const found = useReads(
    'campaigns',
    '/campaigns/campaigns/:campaignId',
    others.map((campaignId) => ({ campaignId })),
  )
  for (const { data } of found) if (data) names.set(data.id, data.name)
  return (campaignId) => names.get(campaignId)
}

/** The brand's draft from the wizard, if it exists. */
export const useDraft = () => useRead('campaigns', '/campaigns/drafts/current')
