import { childrenOf, dataExport, owned } from '@reelfair/service-kit'
import { assignments } from '../store/assignments.ts'
import { deletion } from '../store/erase-user.ts'
import { observations, observationsPage } from '../store/observations.ts'
import { reviews, reviewsOfAssignment } from '../store/reviews.ts'
import { videos } from '../store/videos.ts'

export const userExport = dataExport('metrics', {
  deletion,
  sections: [
    {
      name: 'measuredSignUps',
      role: 'creator',
      collection: assignments.name,
      page: owned(assignments, {
        owner: 'creatorId',
        sort: { id: 1 },
        fields: [
          ...(['id', 'subject', 'subjectId', 'accountId', 'network', 'externalId', 'username', 'code', 'link', 'signedUpAt'] as const),
          ...(['endsAt', 'windowDays', 'final', 'finalReadingMissing', 'totals', 'days', 'compliance'] as const),
        ],
      }),
    },
    {
      name: 'videos',
      role: 'creator',
      collection: videos.name,
      page: owned(videos, {
        owner: 'creatorId',
        sort: { firstSeenAt: -1 },
        fields: [
          ...(['id', 'assignmentId', 'subject', 'subjectId', 'network', 'externalId', 'url', 'caption', 'publishedAt'] as const),
          ...(['durationS', 'width', 'height', 'thumbnailUrl', 'firstSeenAt', 'seenAt', 'until', 'faults', 'logo'] as const),
          ...(['paidLabel', 'figures', 'count'] as const),
        ],
      }),
    },
    {
      name: 'observations',
      role: 'creator',
      collection: observations.name,
      page: childrenOf(assignments, 'creatorId', (scope, { id }, asked) => observationsPage(scope, id, asked), [
        ...(['assignmentId', 'videoId', 'readAt', 'at', 'publishedAt', 'views', 'likes', 'comments', 'faults', 'logo'] as const),
        ...(['looksInhuman', 'evidence', 'added', 'isFinal', 'removed'] as const),
      ]),
    },
    {
      name: 'reviews',
      role: 'creator',
      collection: reviews.name,
      page: childrenOf(
        assignments,
        'creatorId',
        async (scope, { id }, asked) => {
          const { items, ...next } = await reviewsOfAssignment(scope, id, asked)
          // Omits the decider, who is another person.
          return { items: items.map(({ decision: { deciderId: _, ...decision } = {}, ...review }) => ({ ...review, decision })), ...next }
        },
        [
          ...(['id', 'assignmentId', 'subject', 'subjectId', 'network', 'username', 'url', 'kind', 'state', 'openedAt'] as const),
          ...(['decideBy', 'views', 'decision'] as const),
        ],
      ),
    },
  ],
  notExported: {
    verified_accounts: 'copies of verified accounts, which verification exports',
    accesses: 'copies of access tokens; verification exports the connections',
    nights: 'sums of views per brand and night, without a person',
    subject_ends: 'ends of campaigns and partnerships, without a person',
    subject_locks: 'locks',
    refreshes: 'nightly runs, without a person',
    tasks: 'a work queue; its results are the observations',
  },
})
