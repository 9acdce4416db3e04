import { usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'

export const useVideos = (assignmentId: string) =>
  usePages('campaigns', '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 20 })

/** The service translates the explanations of default decisions, so a language change refetches the reviews. */
export function useReviews(assignmentId: string) {
  const reviews = usePages('campaigns', '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

export const useHistory = (assignmentId: string) => useRead('campaigns', '/metrics/assignments/:assignmentId/history', { assignmentId })
