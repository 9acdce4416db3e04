import { useEveryPage, usePages, useRead } from '@reelfair/web-kit'

export const usePartnership = (partnershipId: string) =>
  useRead('partnerships', '/partnerships/partnerships/:partnershipId', { partnershipId })

// In metrics, a partnership is one assignment with the partnership's id. Metrics answers `not_found` until it measures
// a new partnership, and for a test partnership.
export const usePartnershipVideos = (assignmentId: string) =>
  usePages('partnerships', '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 100 }, { emptyIfNotFound: true })

const UNMEASURED = { days: [], compliance: [] }

export const useHistory = (assignmentId: string, enabled = true) =>
  useRead('partnerships', '/metrics/assignments/:assignmentId/history', { assignmentId }, { enabled, ifNotFound: UNMEASURED })

/** Readings never change. */
const isFinal = () => true

/** All readings, newest first; undefined until every page has loaded. */
export function useObservations(assignmentId: string) {
  const input = { assignmentId, limit: 100 }
  const options = { isFinal, emptyIfNotFound: true } as const
  const pages = useEveryPage(usePages('partnerships', '/metrics/assignments/:assignmentId/observations', input, options))
  return { ...pages, items: pages.hasNextPage ? undefined : pages.items }
}
