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
import { useAgainIn, usePages, useRead, useReads } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'

/** The brand's credits: available, held, spent. */
export const useCredits = () => useRead<Credits>('credits', '/payouts/credits')

/** The brand's campaigns, newest first; `items` grows with each page. */
export const useCampaigns = () => usePages<Campaign>('campaigns', '/campaigns/campaigns', { limit: 50 })

/** Those under one tab. */
export const useCampaignsUnder = (tab: CampaignTab) => usePages<Campaign>('campaigns', '/campaigns/campaigns', { tab })

/**
 * What each of the last nights brought, all campaigns together. Campaigns' notice comes when metrics has counted, too; a night that brought nothing is known by
 * its reading alone.
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

/** How many stand under each tab, which tab opens first, and the views of all. */
export const useSummary = () => useRead<CampaignsSummary>('campaigns', '/campaigns/campaigns/summary')

const addressOf = (campaignId: string) => `/campaigns/campaigns/${encodeURIComponent(campaignId)}` as const

export const useCampaign = (campaignId: string) => useRead<Campaign>('campaigns', addressOf(campaignId))

/** Who has joined a campaign, in the order of joining. */
export const useCreators = (campaignId: string) => usePages<RegisteredCreator>('campaigns', `${addressOf(campaignId)}/sign-ups`)

const assignment = (signUpId: string) => `/metrics/assignments/${encodeURIComponent(signUpId)}` as const

// What metrics knows of a sign-up has changed whenever campaigns says that it has heard of new totals: they are all of the topic `campaigns`.
export const useVideos = (signUpId: string) => usePages<MeasuredVideo>('campaigns', `${assignment(signUpId)}/videos`)

/** The newest videos of a campaign, of all its creators. */
export const useCampaignVideos = (campaignId: string) =>
  usePages<MeasuredVideo>('campaigns', `/metrics/campaigns/${encodeURIComponent(campaignId)}/videos`, { limit: 100 })

/** How the views of each of these sign-ups have grown. */
export const useHistories = (signUpIds: readonly string[]) =>
  useReads<AssignmentHistory>(
    'campaigns',
    signUpIds.map((id) => `${assignment(id)}/history` as const),
  )

/** All reviews of the brand's campaigns: open ones first, those due first. Live notices of `reviews` tell of one that was opened or decided. */
export const useReviews = () => usePages<Review>('reviews', '/metrics/reviews')

/** Those of one sign-up, asked for as the receipt does, so that they are fetched once and say the same everywhere. The reasons are the service's words. */
export function useReviewsOf(signUpId: string) {
  const reviews = usePages<Review>('campaigns', `${assignment(signUpId)}/reviews`, { limit: 100 })
  useAgainIn(reviews.refetch)
  return reviews
}

/** What these campaigns are called: the newest ones are loaded together, each other one by itself. */
export function useNames(campaignIds: readonly string[]): (campaignId: string) => string | undefined {
  const { items, isPending } = useCampaigns()
  const names = new Map(items?.map(({ id, name }) => [id, name]))
  const others = isPending ? [] : [...new Set(campaignIds)].filter((id) => !names.has(id))
  const found = useReads<Campaign>('campaigns', others.map(addressOf))
  for (const { data } of found) if (data) names.set(data.id, data.name)
  return (campaignId) => names.get(campaignId)
}

/** The campaign that was begun in the wizard, if there is one. */
export const useDraft = () => useRead<CurrentDraft>('campaigns', '/campaigns/drafts/current')
