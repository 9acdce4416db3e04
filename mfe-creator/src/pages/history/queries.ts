import type { Invitation, Partnership } from '@reelfair/contracts'
import { useEveryPage, usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useSignUps } from '../../components/queries.ts'

/** Reports new views: `campaigns` for sign-ups, `partnerships` for partnerships. */
export type MeasureTopic = 'campaigns' | 'partnerships'

// Metrics answers `not_found` until it measures a new sign-up or partnership, and for a test partnership.
export const useVideos = (assignmentId: string, topic: MeasureTopic) =>
  usePages(topic, '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 20 }, { emptyIfNotFound: true })

/** The service translates the explanations of default decisions, so a language change refetches the reviews. */
export function useReviews(assignmentId: string, topic: MeasureTopic) {
  const reviews = usePages(topic, '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 }, { emptyIfNotFound: true })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

export const useHistory = (assignmentId: string, topic: MeasureTopic) =>
  useRead(topic, '/metrics/assignments/:assignmentId/history', { assignmentId }, { ifNotFound: { days: [] } })

const isAnswered = ({ status }: Invitation) => status !== 'pending'

/** While pay is owed, the partnership can change: even a paid transfer can still be reversed. */
const isFinal = ({ settledAt, decisions }: Partnership) => settledAt !== undefined && decisions.at(-1)?.cents === 0

/** Everything that the creator has taken part in, or was invited to. The totals need every page of each kind. */
export const useCollaborations = () => ({
  signUps: useSignUps('all'),
  partnerships: useEveryPage(usePages('partnerships', '/partnerships/partnerships', { limit: 20 }, { isFinal })),
  invitations: useEveryPage(usePages('invitations', '/partnerships/invitations', { limit: 20 }, { isFinal: isAnswered })),
})

export type Collaborations = ReturnType<typeof useCollaborations>
