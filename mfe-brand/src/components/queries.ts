import type {
  AssignmentHistory,
  Campaign,
  CampaignsSummary,
  CampaignTab,
  Credits,
  CurrentDraft,
  MeasuredVideo,
  RegisteredCreator,
  Review,
} from '@reelfair/contracts'
import { usePages, useRead, useReads } from '@reelfair/web-kit'

/** The brand's credits: available, held, spent. */
export const useCredits = () => useRead<Credits>('credits', '/payouts/credits')

/** The brand's campaigns, newest first; `items` grows with each page. */
export const useCampaigns = () => usePages<Campaign>('campaigns', '/campaigns/campaigns', { limit: 50 })

/** Those under one tab. */
export const useCampaignsUnder = (tab: CampaignTab) => usePages<Campaign>('campaigns', '/campaigns/campaigns', { tab })

/** How many stand under each tab, which tab opens first, and the views of all. */
export const useSummary = () => useRead<CampaignsSummary>('campaigns', '/campaigns/campaigns/summary')

export const useCampaign = (campaignId: string) => useRead<Campaign>('campaigns', `/campaigns/campaigns/${encodeURIComponent(campaignId)}`)

/** Who has joined a campaign, in the order of joining. */
export const useCreators = (campaignId: string) =>
  usePages<RegisteredCreator>('campaigns', `/campaigns/campaigns/${encodeURIComponent(campaignId)}/sign-ups`)

const assignment = (signUpId: string) => `/metrics/assignments/${encodeURIComponent(signUpId)}` as const

// What metrics knows of a sign-up has changed whenever campaigns says that it has heard of new totals: they are all of the topic `campaigns`.
export const useVideos = (signUpId: string) => usePages<MeasuredVideo>('campaigns', `${assignment(signUpId)}/videos`)

/** How the views of each of these sign-ups have grown. */
export const useHistories = (signUpIds: readonly string[]) =>
  useReads<AssignmentHistory>(
    'campaigns',
    signUpIds.map((id) => `${assignment(id)}/history` as const),
  )

/** All reviews of the brand's campaigns: open ones first, those due first. */
export const useReviews = () => usePages<Review>('reviews', '/metrics/reviews')

/** Those of one sign-up. */
export const useReviewsOf = (signUpId: string) => usePages<Review>('reviews', `${assignment(signUpId)}/reviews`)

/** The campaign that was begun in the wizard, if there is one. */
export const useDraft = () => useRead<CurrentDraft>('campaigns', '/campaigns/drafts/current')
