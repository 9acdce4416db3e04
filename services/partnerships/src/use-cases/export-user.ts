import { dataExport, owned } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { invitations } from '../store/invitations.ts'
import { partnerships } from '../store/partnerships.ts'

const OFFER = ['id', 'network', 'amountCents', 'rateCard', 'durationDays', 'link', 'caption', 'status'] as const

const INVITATION = [
  ...OFFER,
  ...(['weeklyViewsGoal', 'beginning', 'origin', 'createdAt', 'invitedAt', 'expiresAt', 'respondedAt', 'endedAt', 'campaignId'] as const),
]

const PARTNERSHIP = [
  ...OFFER,
  ...(['viewsGoal', 'windowDays', 'termsVersion', 'acceptedAt', 'startsAt', 'endsAt', 'endedAt', 'payableAt', 'settledAt'] as const),
  ...(['totals', 'decisions', 'payment', 'paidAt'] as const),
]

export const userExport = dataExport('partnerships', {
  deletion,
  sections: [
    {
      name: 'invitationsReceived',
      role: 'creator',
      collection: invitations.name,
      page: owned(invitations, {
        owner: 'creatorId',
        sort: { createdAt: -1 },
        fields: ['accountId', 'username', ...INVITATION],
        // An invitation without credits is never sent.
        visible: ({ invitedAt }) => invitedAt !== undefined,
      }),
    },
    {
      // Omits the invited creators, who are other people.
      name: 'invitationsSent',
      role: 'brand',
      collection: invitations.name,
      page: owned(invitations, { owner: 'brandId', sort: { createdAt: -1 }, fields: [...INVITATION, 'termsVersion', 'missingViews'] }),
    },
    {
      name: 'partnershipsJoined',
      role: 'creator',
      collection: partnerships.name,
      page: owned(partnerships, {
        owner: 'creatorId',
        sort: { acceptedAt: -1 },
        fields: ['accountId', 'username', 'code', ...PARTNERSHIP],
      }),
    },
    {
      name: 'partnershipsOffered',
      role: 'brand',
      collection: partnerships.name,
      page: owned(partnerships, { owner: 'brandId', sort: { acceptedAt: -1 }, fields: [...PARTNERSHIP, 'brandTermsVersion'] }),
    },
  ],
  notExported: {
    accounts: 'copies of verified accounts, which verification exports',
    brand_records: 'sums of the exported partnerships',
    brands: 'copies of brand names, which identity exports',
    logos: 'copies of the files that campaigns exports',
    refreshes: 'nightly runs, without a person',
  },
})
