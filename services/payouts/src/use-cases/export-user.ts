import { childrenOf, dataExport, owned } from '@reelfair/service-kit'
import { earnings } from '../store/earnings.ts'
import { deletion } from '../store/erase-user.ts'
import { holds } from '../store/holds.ts'
import { entries } from '../store/ledger.ts'
import { orders } from '../store/orders.ts'
import { payoutAccounts } from '../store/payout-accounts.ts'
import { attempts, pageOfAttempts, transfers } from '../store/transfers.ts'

export const userExport = dataExport('payouts', {
  deletion,
  sections: [
    {
      name: 'ledgerEntries',
      collection: entries.name,
      page: owned(entries, { owner: 'ownerId', sort: { id: -1 }, fields: ['id', 'at', 'why', 'postings'] }),
    },
    {
      name: 'earnings',
      role: 'creator',
      collection: earnings.name,
      page: owned(earnings, {
        owner: 'creatorId',
        sort: { id: 1 },
        fields: ['subject', 'cents', 'station', 'until', 'payment', 'transferId'],
      }),
    },
    {
      name: 'payoutAccount',
      role: 'creator',
      collection: payoutAccounts.name,
      page: owned(payoutAccounts, {
        owner: 'id',
        sort: {},
        fields: ['stripeAccountId', 'status', 'transfers', 'country', 'requirements', 'checkedAt'],
      }),
    },
    {
      name: 'transfers',
      role: 'creator',
      collection: transfers.name,
      page: owned(transfers, {
        owner: 'creatorId',
        sort: { createdAt: -1 },
        fields: [
          ...(['id', 'amountCents', 'reversedCents', 'cause', 'partnershipId', 'status', 'stripeAccountId', 'stripeTransferId'] as const),
          ...(['failure', 'createdAt', 'finishedAt'] as const),
        ],
      }),
    },
    {
      name: 'transferAttempts',
      role: 'creator',
      collection: attempts.name,
      page: childrenOf(transfers, 'creatorId', (scope, { id }, asked) => pageOfAttempts(scope, id, asked), [
        'transferId',
        'attempt',
        'at',
        'outcome',
      ]),
    },
    {
      name: 'creditOrders',
      role: 'brand',
      collection: orders.name,
      page: owned(orders, {
        owner: 'brandId',
        sort: { createdAt: -1 },
        fields: ['id', 'package', 'credits', 'priceCents', 'status', 'createdAt', 'paidAt', 'expiredAt'],
      }),
    },
    {
      name: 'heldCredits',
      role: 'brand',
      collection: holds.name,
      page: owned(holds, {
        owner: 'brandId',
        sort: { id: 1 },
        // Omits the title, which is the username of an invited creator.
        fields: ['kind', 'subjectId', 'credits', 'consumed', 'status', 'missing', 'decidedAt'],
      }),
    },
  ],
  notExported: {
    forfeits: 'balances given up with a deleted account',
    accounts: 'balances, which the last posting of each account states',
    creators: 'copies of e-mail addresses, which identity exports',
    brands: 'copies of brand names, which identity exports',
    campaigns: 'copies of campaigns, which the campaigns service exports',
    posted_totals: 'posted totals of sign-ups and partnerships, which their services export',
    stripe_events: 'ids of messages from Stripe, without a person',
  },
})
