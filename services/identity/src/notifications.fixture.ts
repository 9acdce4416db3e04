import type { NotificationKind, Role } from '@reelfair/contracts'
import { person, type TestOptions } from '@reelfair/testkit'
import { startIdentity } from './users.fixture.ts'

/** Starts identity with helpers for one user's bell. */
export async function startWithBells(options: TestOptions = {}) {
  const identity = await startIdentity(options)
  const { app, user } = identity
  return {
    ...identity,
    async member(role: Role) {
      const { id, email } = await user(role)
      const client = app.as({ ...person(role), id })
      return {
        id,
        email,
        client,
        list: async (query = '') => (await client.get(`/notifications${query}`)).body,
        kinds: async (): Promise<NotificationKind[]> =>
          (await client.get('/notifications?limit=100')).body.items.map(({ kind }: { kind: NotificationKind }) => kind),
        unread: async (): Promise<number> => (await client.get('/notifications/unread')).body.unread,
        choose: (group: string, mail: boolean) => client.put('/notifications/choices', { group, mail }),
      }
    },
  }
}

/** Values of every kind, as the product would store them. */
export const sampleValues: Readonly<Record<NotificationKind, Readonly<Record<string, string | number>>>> = (() => {
  const at = '2026-11-24T01:00:00.000Z'
  const campaign = { campaignId: 'campaign' }
  const invitation = { invitationId: 'invitation', brandId: 'brand' }
  const partnership = { partnershipId: 'partnership', brandId: 'brand' }
  const account = { accountId: 'account', network: 'instagram' }
  const transfer = { transferId: 'transfer', amountCents: 4_137 }
  const review = { ...campaign, review: 'logo', views: 5_985, answerBy: at }
  return {
    'account-verified': account,
    'account-failed': account,
    'account-disconnected': account,
    'campaign-started': { ...campaign, endsAt: at },
    'campaign-unfunded': { ...campaign, missingViews: 1_580 },
    'campaign-goal-reached': { ...campaign, charged: 30_000, checkedAt: at },
    'campaign-ended': { ...campaign, charged: 12_345, viewsGoal: 30_000, checkedAt: at },
    'campaign-settled': { ...campaign, charged: 30_000 },
    'earnings-settled': { ...campaign, views: 41_370, cents: 4_137 },
    'views-at-risk': { ...campaign, reason: 'account_private', views: 5_985, fixBy: at },
    'review-asks-brand': { ...review, accountId: 'account' },
    'review-asks-admin': review,
    'review-opened': review,
    'review-counts': { ...campaign, views: 5_985 },
    'review-counts-brand': { ...campaign, views: 5_985 },
    'review-excluded': { ...campaign, views: 5_985 },
    'review-excluded-brand': { ...campaign, views: 5_985 },
    'invitation-received': { ...invitation, ...account, views: 20_685, amountCents: 4_137, answerBy: at },
    'invitation-expiring': { ...invitation, answerBy: at },
    'invitation-unfunded': { invitationId: 'invitation', missingViews: 1_580 },
    'invitation-rejected': { ...invitation, accountId: 'account', credits: 20_685 },
    'invitation-superseded': { ...invitation, ...campaign, network: 'instagram' },
    'invitation-superseded-brand': { ...invitation, ...campaign, ...account, credits: 20_685 },
    'invitation-expired': invitation,
    'invitation-expired-brand': { ...invitation, accountId: 'account', credits: 20_685 },
    'invitation-withdrawn': invitation,
    'partnership-agreed': { ...partnership, startsAt: at, endsAt: at },
    'partnership-accepted': { ...partnership, accountId: 'account', views: 20_685, startsAt: at, endsAt: at },
    'partnership-started': { ...partnership, code: 'RF-NK2QD', endsAt: at },
    'partnership-started-brand': { ...partnership, accountId: 'account', views: 20_685, endsAt: at },
    'partnership-ended': { ...partnership, tier: 50, cents: 4_137, checkedAt: at },
    'partnership-ended-brand': { ...partnership, accountId: 'account', tier: 50, checkedAt: at },
    'partnership-settled': { ...partnership, tier: 50, cents: 4_137 },
    'partnership-settled-brand': { ...partnership, accountId: 'account', tier: 50, consumed: 10_342, returned: 10_343 },
    'order-paid': { orderId: 'order', credits: 50_000, priceCents: 1_400 },
    'order-failed': { orderId: 'order', credits: 50_000, priceCents: 1_400 },
    'transfer-paid': transfer,
    'transfer-failed': transfer,
    'transfer-failed-admin': transfer,
    'transfer-reversed': transfer,
    'payout-account-ready': {},
    'payout-account-asks': {},
    'payout-account-restricted': {},
    'payout-account-closed': {},
    'terms-change': { termsVersion: '1.2', effectiveAt: at },
    'new-sign-in': { name: 'Firefox', system: 'Windows', signedInAt: at },
    'data-export-ready': { readyUntil: at },
  }
})()
