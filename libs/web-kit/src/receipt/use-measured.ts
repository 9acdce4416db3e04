import { usePages, useRefetchOnLanguageChange } from '@reelfair/web-kit'

/**
 * A receipt's reviews and videos. Both are empty until metrics measures a new sign-up or partnership, and for a test
 * partnership.
 * @param topic reported only after every service has processed the new counts
 */
export function useMeasured(topic: 'campaigns' | 'partnerships', assignmentId: string) {
  const input = { assignmentId, limit: 100 }
  const reviews = usePages(topic, '/metrics/assignments/:assignmentId/reviews', input, { emptyIfNotFound: true })
  const videos = usePages(topic, '/metrics/assignments/:assignmentId/videos', input, { emptyIfNotFound: true })
  // The service writes reasons for default decisions in the language of the request.
  useRefetchOnLanguageChange(reviews.refetch)
  return { reviews, videos }
}
