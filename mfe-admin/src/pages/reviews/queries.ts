import type { Campaign, Review } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** All reviews: first the open ones by deadline, then the decided ones, newest first. */
export const useReviews = () => usePages('reviews', '/metrics/admin/reviews', { limit: 20 })

/** Loads the campaign for its name and logo. */
export const useCampaign = (campaignId: string) => useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })

/** The newest 100 readings of all the sign-up's videos, including readings from before the review. */
export const useReadings = ({ assignmentId }: Review) =>
  useRead('reviews', '/metrics/assignments/:assignmentId/observations', { assignmentId, limit: 100 })

/** Decides a review. A decision is final. */
export const useDecision = (onDone: (decided: Review) => void) =>
  useWrite('POST', '/metrics/admin/reviews/:reviewId/decision', { changes: ['reviews'], onDone })

/** URL of a campaign's logo. The content security policy allows it because it shares the page's origin. */
export const logoUrl = ({ logo }: Pick<Campaign, 'logo'>) => `/api/campaigns/media/${logo.mediaId}`
