import type { AssignmentHistory, MeasuredVideo, Review } from '@reelfair/contracts'
import { usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'

/** The videos of a sign-up, newest first. */
export const useVideos = (signUpId: string) =>
  usePages<MeasuredVideo>('campaigns', `/metrics/assignments/${signUpId}/videos`, { limit: 20 })

/**
 * The open and decided reviews for a sign-up. Refetched when the language changes, because the service writes the
 * sentences that explain default decisions.
 */
export function useReviews(signUpId: string) {
  const reviews = usePages<Review>('campaigns', `/metrics/assignments/${signUpId}/reviews`, { limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

/** A sign-up's daily totals. */
export const useHistory = (signUpId: string) => useRead<AssignmentHistory>('campaigns', `/metrics/assignments/${signUpId}/history`)
