import { dataExport, owned } from '@reelfair/service-kit'
import { accounts } from '../store/accounts.ts'
import { attempts } from '../store/attempts.ts'
import { creatorNetworks } from '../store/creator-networks.ts'
import { deletion } from '../store/erase-user.ts'
import { grants } from '../store/grants.ts'
import { records } from '../store/records.ts'
import { savedSearches, savedSearchesOf } from '../store/saved-searches.ts'
import { showcases } from '../store/showcases.ts'

export const userExport = dataExport('verification', {
  deletion,
  sections: [
    {
      name: 'socialAccounts',
      role: 'creator',
      collection: accounts.name,
      page: owned(accounts, {
        owner: 'creatorId',
        sort: { id: 1 },
        fields: [
          ...(['id', 'network', 'username', 'status', 'createdAt', 'verifiedAt', 'failure', 'externalId'] as const),
          ...(['language', 'category', 'followers', 'averageViews', 'rpmCents', 'isPublic', 'ageRestricted', 'paidLabelConsent'] as const),
          ...(['isCollabOpen', 'avatarUrl', 'country', 'city', 'statsAt', 'nextStatsAt', 'statsFailure'] as const),
        ],
      }),
    },
    {
      name: 'publicProfiles',
      role: 'creator',
      collection: showcases.name,
      page: owned(showcases, { owner: 'creatorId', sort: { id: 1 }, fields: ['id', 'bio', 'videos', 'readAt'] }),
    },
    {
      name: 'connections',
      role: 'creator',
      collection: grants.name,
      page: owned(grants, {
        owner: 'creatorId',
        sort: { id: 1 },
        fields: ['id', 'network', 'externalId', 'since', 'endedAt', 'endedBy'],
      }),
    },
    {
      name: 'verificationAttempts',
      role: 'creator',
      collection: attempts.name,
      page: owned(attempts, {
        owner: 'creatorId',
        sort: { id: 1 },
        fields: ['accountId', 'network', 'username', 'userAgent', 'startedAt', 'outcome', 'finishedAt'],
      }),
    },
    {
      name: 'verificationLimits',
      role: 'creator',
      collection: creatorNetworks.name,
      page: owned(creatorNetworks, { owner: 'creatorId', sort: { id: 1 }, fields: ['network', 'accounts', 'attempts', 'codeExpiresAt'] }),
    },
    {
      name: 'partnershipRecord',
      role: 'creator',
      collection: records.name,
      page: owned(records, { owner: 'id', sort: { id: 1 }, fields: ['partnerships'] }),
    },
    {
      name: 'savedSearches',
      role: 'brand',
      collection: savedSearches.name,
      page: async (ctx, brandId) => ({ items: await savedSearchesOf(ctx, brandId) }),
    },
  ],
  notExported: {
    connection_attempts: 'random values that expire after 15 minutes',
    revocations: 'encrypted tokens without their creator, until the network has revoked them',
    pictures: 'copies of public pictures on the social networks',
    messages: 'ids of messages from the workflow, without a person',
  },
})
