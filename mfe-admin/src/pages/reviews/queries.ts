import type { Campaign, Observation, Review, ReviewDecision } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** All reviews: open ones first, those due first; then decided ones, the newest first. */
export const useReviews = () => usePages<Review>('reviews', '/metrics/admin/reviews', { limit: 20 })

/** What the campaign is called, and the logo that it asks for. */
export const useCampaign = (campaignId: string) => useRead<Campaign>('campaigns', `/campaigns/campaigns/${campaignId}`)

/** The newest 100 readings of the sign-up; those of the reviewed video are among them, also from before the review. */
export const useReadings = ({ assignmentId }: Review) =>
  useRead<{ readonly items: readonly Observation[] }>('reviews', `/metrics/assignments/${assignmentId}/observations`, {
    query: { limit: 100 },
  })

/** Said once and for all. */
export const useDecision = (onDone: (decided: Review) => void) =>
  useWrite<ReviewDecision, Review>('POST', ({ reviewId }) => `/metrics/admin/reviews/${reviewId}/decision`, {
    changes: ['reviews'],
    body: ({ reviewId: _, ...decision }) => decision,
    onDone,
  })

/** Where a campaign's logo lies; it is ours, so the page's policy lets it in. */
export const addressOfLogo = ({ logo }: Pick<Campaign, 'logo'>) => `/api/campaigns/media/${logo.mediaId}`
