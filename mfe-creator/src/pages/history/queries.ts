import { usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'

/** The videos of a sign-up, newest first. */
export const useVideos = (assignmentId: string) =>
  usePages('campaigns', '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 20 })

/**
 * The open and decided reviews for a sign-up. Refetched when the language changes, because the service writes the
 * sentences that explain default decisions.
 */
export function useReviews(assignmentId: string) {
  const reviews = usePages('campaigns', '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

/** A sign-up's daily totals. */
export const useHistory = (assignmentId: string) => useRead('campaigns', '/metrics/assignments/:assignmentId/history', { assignmentId })
