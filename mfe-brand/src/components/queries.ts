import type {
  AssignmentHistory,
  Campaign,
  CampaignsSummary,
  CampaignTab,
  Credits,
  CurrentDraft,
  MeasuredVideo,
  Nights,
  Readings,
  RegisteredCreator,
  Review,
} from '@reelfair/contracts'
import { usePages, useRead, useReads, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'

/** The brand's available, held and spent credits. */
export const useCredits = () => useRead<Credits>('credits', '/payouts/credits')

/** The brand's campaigns, newest first. `items` grows with each page. */
export const useCampaigns = () => usePages<Campaign>('campaigns', '/campaigns/campaigns', { limit: 50 })

/** The campaigns under one tab. */
export const useCampaignsOfTab = (tab: CampaignTab) => usePages<Campaign>('campaigns', '/campaigns/campaigns', { tab })

/**
 * Views per night for all campaigns together. The topic `campaigns` announces new views. A night without new views
 * changes only the latest reading, so a new reading triggers a refetch.
 */
export function useNights() {
  const nights = useRead<Nights>('campaigns', '/metrics/nights')
  const readings = useRead<Readings>('readings', '/metrics/readings/latest')
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
export const useSummary = () => useRead<CampaignsSummary>('campaigns', '/campaigns/campaigns/summary')

const campaignPath = (campaignId: string) => `/campaigns/campaigns/${encodeURIComponent(campaignId)}` as const

export const useCampaign = (campaignId: string) => useRead<Campaign>('campaigns', campaignPath(campaignId))

/** The creators in a campaign, in the order in which they joined. */
export const useCreators = (campaignId: string) => usePages<RegisteredCreator>('campaigns', `${campaignPath(campaignId)}/sign-ups`)

const assignmentPath = (signUpId: string) => `/metrics/assignments/${encodeURIComponent(signUpId)}` as const

// The metrics service serves the data below, but the topic is `campaigns`: the campaigns service sends its updates
// after it has received new totals from metrics.
export const useVideos = (signUpId: string) => usePages<MeasuredVideo>('campaigns', `${assignmentPath(signUpId)}/videos`)

/** The newest 100 videos of a campaign, by any of its creators. */
export const useCampaignVideos = (campaignId: string) =>
  usePages<MeasuredVideo>('campaigns', `/metrics/campaigns/${encodeURIComponent(campaignId)}/videos`, { limit: 100 })

/** The view history of each of these sign-ups. */
export const useHistories = (signUpIds: readonly string[]) =>
  useReads<AssignmentHistory>(
    'campaigns',
    signUpIds.map((id) => `${assignmentPath(id)}/history` as const),
  )

/**
 * All reviews for the brand's campaigns: first the open ones by deadline, then the decided ones. The topic `reviews`
 * announces new and decided reviews.
 */
export const useReviews = () => usePages<Review>('reviews', '/metrics/reviews')

/**
 * The reviews for one sign-up. Sends the same request as the receipt, so that the reviews are fetched only once.
 * Refetched when the language changes, because the service writes the reasons.
 */
export function useReviewsOf(signUpId: string) {
  const reviews = usePages<Review>('campaigns', `${assignmentPath(signUpId)}/reviews`, { limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

/** The names of these campaigns. The newest campaigns are loaded in one request, older ones one by one. */
export function useCampaignNames(campaignIds: readonly string[]): (campaignId: string) => string | undefined {
  const { items, isPending } = useCampaigns()
  const names = new Map(items?.map(({ id, name }) => [id, name]))
  const others = isPending ? [] : [...new Set(campaignIds)].filter((id) => !names.has(id))
  const found = useReads<Campaign>('campaigns', others.map(campaignPath))
  for (const { data } of found) if (data) names.set(data.id, data.name)
  return (campaignId) => names.get(campaignId)
}

/** The brand's draft from the wizard, if it exists. */
export const useDraft = () => useRead<CurrentDraft>('campaigns', '/campaigns/drafts/current')
