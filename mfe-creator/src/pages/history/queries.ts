import type { AssignmentHistory, MeasuredVideo, Review } from '@reelfair/contracts'
import { useAgainIn, usePages, useRead } from '@reelfair/web-kit'

/** The videos of a sign-up, newest first. */
export const useVideos = (signUpId: string) =>
  usePages<MeasuredVideo>('campaigns', `/metrics/assignments/${signUpId}/videos`, { limit: 20 })

/** What waits for a decision, and what was decided. The sentence of a default is the service's, so another language asks again. */
export function useReviews(signUpId: string) {
  const reviews = usePages<Review>('campaigns', `/metrics/assignments/${signUpId}/reviews`, { limit: 100 })
  useAgainIn(reviews.refetch)
  return reviews
}

/** The totals of a sign-up, day by day. */
export const useHistory = (signUpId: string) => useRead<AssignmentHistory>('campaigns', `/metrics/assignments/${signUpId}/history`)
