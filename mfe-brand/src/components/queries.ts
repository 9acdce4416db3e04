import type { CampaignTab, LiveTopic, Review } from '@reelfair/contracts'
import { usePages, useRead, useReads, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'
import { useText } from '../messages/index.ts'

export const useCredits = () => useRead('credits', '/payouts/credits')

/** The brand's campaigns, newest first. */
export const useCampaigns = () => usePages('campaigns', '/campaigns/campaigns', { limit: 50 })

export const useCampaignsOfTab = (tab: CampaignTab) => usePages('campaigns', '/campaigns/campaigns', { tab })

/**
 * Updates on the topic `campaigns` announce new views. A night without new views changes only the latest reading, so a
 * new reading also triggers a refetch.
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

export const useSummary = () => useRead('campaigns', '/campaigns/campaigns/summary')

export const useCampaign = (campaignId: string) => useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })

export const useCreators = (campaignId: string) => usePages('campaigns', '/campaigns/campaigns/:campaignId/sign-ups', { campaignId })

// The following data comes from metrics, but the topic is `campaigns` or `partnerships`: these services send their
// updates after they receive the new totals from metrics.
export const useVideos = (assignmentId: string) => usePages('campaigns', '/metrics/assignments/:assignmentId/videos', { assignmentId })

export const useCampaignVideos = (campaignId: string) =>
  usePages('campaigns', '/metrics/campaigns/:campaignId/videos', { campaignId, limit: 100 })

export const useHistories = (signUpIds: readonly string[]) =>
  useReads(
    'campaigns',
    '/metrics/assignments/:assignmentId/history',
    signUpIds.map((assignmentId) => ({ assignmentId })),
  )

/** Open reviews come first, sorted by deadline. */
export const useReviews = () => usePages('reviews', '/metrics/reviews')

/**
 * Sends the same request as the receipt, so that the reviews are fetched only once. Refetches them when the language
 * changes, because the service translates the reasons.
 */
export function useReviewsOf(assignmentId: string, topic: LiveTopic = 'campaigns') {
  const reviews = usePages(topic, '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 }, { emptyIfNotFound: true })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

/** Loads the newest campaigns in one request and older ones one by one. */
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

/** Names the campaigns of reviews; partnerships have no name. */
export function useSubjectNames(reviews: readonly Review[]): (review: Review) => string | undefined {
  const { t } = useText()
  const nameOf = useCampaignNames(reviews.flatMap(({ subject, subjectId }) => (subject === 'campaign' ? [subjectId] : [])))
  return ({ subject, subjectId }) => (subject === 'campaign' ? nameOf(subjectId) : t('partnership'))
}

/** Newest first. */
export const useInvitations = () => usePages('invitations', '/partnerships/invitations', { limit: 10 })

/** Newest first. */
export const usePartnerships = () => usePages('partnerships', '/partnerships/partnerships', { limit: 10 })

export const useDraft = () => useRead('campaigns', '/campaigns/drafts/current')
