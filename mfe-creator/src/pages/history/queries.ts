import type { Invitation, Partnership } from '@reelfair/contracts'
import { usePages, useRead, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import { useEffect } from 'react'
import { useSignUps } from '../../components/queries.ts'

/** Reports new views: `campaigns` for sign-ups, `partnerships` for partnerships. */
export type MeasureTopic = 'campaigns' | 'partnerships'

export const useVideos = (assignmentId: string, topic: MeasureTopic) =>
  usePages(topic, '/metrics/assignments/:assignmentId/videos', { assignmentId, limit: 20 })

/** The service translates the explanations of default decisions, so a language change refetches the reviews. */
export function useReviews(assignmentId: string, topic: MeasureTopic) {
  const reviews = usePages(topic, '/metrics/assignments/:assignmentId/reviews', { assignmentId, limit: 100 })
  useRefetchOnLanguageChange(reviews.refetch)
  return reviews
}

export const useHistory = (assignmentId: string, topic: MeasureTopic) =>
  useRead(topic, '/metrics/assignments/:assignmentId/history', { assignmentId })

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

function useEveryPage<P extends Pages>(pages: P): P {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return pages
}

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
