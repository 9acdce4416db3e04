import { dataExport, owned } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { invitations } from '../store/invitations.ts'

const TERMS = [
  ...(['id', 'network', 'weeklyViewsGoal', 'amountCents', 'rateCard', 'link', 'caption', 'beginning'] as const),
  ...(['status', 'createdAt', 'invitedAt', 'expiresAt', 'endedAt'] as const),
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
        sort: { id: 1 },
        fields: ['accountId', 'username', ...TERMS],
        // An invitation without credits is never sent.
        visible: ({ invitedAt }) => invitedAt !== undefined,
      }),
    },
    {
      // Omits the invited creators, who are other people.
      name: 'invitationsSent',
      role: 'brand',
      collection: invitations.name,
      page: owned(invitations, { owner: 'brandId', sort: { createdAt: -1 }, fields: [...TERMS, 'missingViews'] }),
    },
  ],
  notExported: {
    accounts: 'copies of verified accounts, which verification exports',
    brands: 'copies of brand names, which identity exports',
  },
})
