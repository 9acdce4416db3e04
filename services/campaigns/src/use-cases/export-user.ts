import { childrenOf, dataExport, owned } from '@reelfair/service-kit'
import { allocationLines, allocationLinesOf } from '../store/allocation-lines.ts'
import { campaigns } from '../store/campaigns.ts'
import { drafts } from '../store/drafts.ts'
import { deletion } from '../store/erase-user.ts'
import { media } from '../store/media.ts'
import { signUps } from '../store/sign-ups.ts'

export const userExport = dataExport('campaigns', {
  deletion,
  sections: [
    {
      name: 'signUps',
      role: 'creator',
      collection: signUps.name,
      page: owned(signUps, {
        owner: 'creatorId',
        sort: { signedUpAt: -1 },
        fields: [
          ...(['id', 'campaignId', 'accountId', 'network', 'username', 'code', 'link', 'signedUpAt', 'endsAt'] as const),
          ...(['terms', 'totals', 'observed', 'charged', 'reserved', 'cents', 'settledAt'] as const),
        ],
      }),
    },
    {
      name: 'dailyAllocations',
      role: 'creator',
      collection: allocationLines.name,
      page: childrenOf(signUps, 'creatorId', async (scope, { id }) => ({ items: await allocationLinesOf(scope, id) }), [
        ...(['signUpId', 'campaignId', 'day', 'qualified', 'inReview', 'byDefault', 'removed', 'returned', 'demand'] as const),
        ...(['granted', 'freed', 'charged', 'reserved', 'cents'] as const),
      ]),
    },
    {
      name: 'campaigns',
      role: 'brand',
      collection: campaigns.name,
      page: owned(campaigns, {
        owner: 'brandId',
        sort: { createdAt: -1 },
        fields: [
          ...(['id', 'name', 'viewsGoal', 'category', 'language', 'zones', 'network', 'link', 'logo', 'duration', 'status'] as const),
          ...(['missingViews', 'rateCard', 'charged', 'reserved', 'observedViews', 'signUps', 'createdAt', 'startsAt', 'endsAt'] as const),
          ...(['endedAt', 'payableAt', 'settledAt', 'deleteRequestedAt', 'deletedAt'] as const),
        ],
      }),
    },
    {
      name: 'campaignDraft',
      role: 'brand',
      collection: drafts.name,
      page: owned(drafts, {
        owner: 'id',
        sort: {},
        fields: ['step', 'name', 'viewsGoal', 'category', 'language', 'zones', 'network', 'link', 'mediaId', 'duration', 'savedAt'],
      }),
    },
    {
      name: 'logos',
      role: 'brand',
      collection: media.name,
      page: owned(media, {
        owner: 'brandId',
        sort: { id: 1 },
        fields: ['id', 'type', 'bytes', 'width', 'height', 'durationS', 'createdAt'],
      }),
    },
  ],
  notExported: {
    accounts: 'copies of verified accounts, which verification exports',
    brands: 'copies of brand names, which identity exports',
    sign_up_videos: 'the latest counts of videos, which metrics exports',
    settlement_parts: 'intermediate results, removed after the settlement',
    refreshes: 'nightly runs, without a person',
  },
})
