import type { Logo, Review } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** Open reviews come first, sorted by deadline, then decided ones, newest first. */
export const useReviews = () => usePages('reviews', '/metrics/admin/reviews', { limit: 20 })

export const useCampaign = (campaignId: string) => useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId })

export const usePartnership = (partnershipId: string) =>
  useRead('partnerships', '/partnerships/partnerships/:partnershipId', { partnershipId })

/** The newest 100 readings of the sign-up's videos, including readings from before the review. */
export const useReadings = ({ assignmentId }: Review) =>
  useRead('reviews', '/metrics/assignments/:assignmentId/observations', { assignmentId, limit: 100 })

export const useDecision = (onDone: (decided: Review) => void) =>
  useWrite('POST', '/metrics/admin/reviews/:reviewId/decision', { changes: ['reviews'], onDone })

export const logoUrl = ({ mediaId }: Logo) => fileUrl('/campaigns/media/:mediaId', { mediaId })
