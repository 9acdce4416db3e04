/** A sample of every event that notifies someone, with the expected notifications. */
import {
  AccountFailed,
  AccountVerified,
  CampaignActivated,
  CampaignEnded,
  CampaignFailed,
  CampaignSettled,
  CreditOrderChanged,
  CreditsPurchased,
  type EventDraft,
  InvitationExpired,
  InvitationFailed,
  InvitationSent,
  type NotificationKind,
  PayoutAccountChanged,
  ReviewDecided,
  ReviewOpened,
  type Role,
  SignupSettled,
  TransferCompleted,
  TransferFailed,
  TransferReversed,
  ViewsEndangered,
} from '@reelfair/contracts'

type EventCase = readonly [string, () => EventDraft, Partial<Record<Role, readonly NotificationKind[]>>]

const id = () => crypto.randomUUID()

function makersOf(brand: { id: string }, creator: { id: string }, now: () => Date) {
  const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000)
  const parties = () => ({ brandId: brand.id, creatorId: creator.id, campaignId: id(), version: 2 })
  const ended = (data: object = {}) =>
    CampaignEnded.of({ ...parties(), status: 'failed', charged: 1, reserved: 0, kept: 0, endedAt: now(), payableAt: inHours(50), ...data })
  const review = (kind: 'logo' | 'growth', data: object = {}) =>
    ReviewOpened.of(parties(), {
      reviewId: id(),
      assignmentId: id(),
      videoId: 'v',
      kind,
      accountId: id(),
      views: 5_985,
      openedAt: now(),
      decideBy: inHours(72),
      ...data,
    })
  const decided = (by: 'admin' | 'brand' | 'default', verdict: 'counts' | 'excluded', data: object = {}) =>
    ReviewDecided.of(parties(), { reviewId: id(), assignmentId: id(), videoId: 'v', kind: 'logo', by, verdict, decidedAt: now(), ...data })
  const account = (data: object = {}) => ({
    accountId: id(),
    creatorId: creator.id,
    network: 'instagram',
    username: 'lea.films',
    externalId: 'x',
    followers: 1,
    averageViews: null,
    isPublic: true,
    version: 2,
    ...data,
  })
  const transfer = (data: object = {}) => ({
    transferId: id(),
    creatorId: creator.id,
    amountCents: 1_400,
    failure: 'transfer_refused',
    ...data,
  })
  const invitation = (data: object = {}) => ({
    ...parties(),
    invitationId: id(),
    missingViews: 5,
    invitedAt: now(),
    expiresAt: inHours(24),
    ...data,
  })
  const payout = (data: object) => PayoutAccountChanged.of({ creatorId: creator.id, version: 1, ...data })
  return { brandId: brand.id, inHours, now, parties, ended, review, decided, account, transfer, invitation, payout }
}

type Makers = ReturnType<typeof makersOf>

const aboutCampaigns = ({ account, decided, ended, inHours, now, parties, review }: Makers): readonly EventCase[] => [
  ['account.verified', () => AccountVerified.of(account()), { creator: ['account-verified'] }],
  ['account.failed', () => AccountFailed.of(account()), { creator: ['account-failed'] }],
  ['campaign.activated', () => CampaignActivated.of(parties(), { startsAt: now(), endsAt: inHours(168) }), { brand: ['campaign-started'] }],
  ['campaign.failed', () => CampaignFailed.of(parties(), { missingViews: 5 }), { brand: ['campaign-unfunded'] }],
  ['campaign.ended with its goal reached', () => ended({ status: 'completed' }), { brand: ['campaign-goal-reached'] }],
  ['campaign.ended below its goal', () => ended(), { brand: ['campaign-ended'] }],
  ['campaign.ended because the brand deleted it', () => ended({ deletedAt: now() }), {}],
  ['campaign.settled', () => CampaignSettled.of(parties(), { status: 'failed', charged: 1 }), { brand: ['campaign-settled'] }],
  ['signup.settled', () => SignupSettled.of(parties(), { signupId: id(), charged: 1_000, cents: 10 }), { creator: ['earnings-settled'] }],
  [
    'views.endangered',
    () => ViewsEndangered.of(parties(), { assignmentId: id(), reason: 'video_deleted', views: 5_985, finalReadingAt: inHours(72) }),
    { creator: ['views-at-risk'] },
  ],
  [
    'review.opened about a logo',
    () => review('logo'),
    { brand: ['review-asks-brand'], creator: ['review-opened'], admin: ['review-asks-admin'] },
  ],
  ['review.opened about growth', () => review('growth'), { creator: ['review-opened'], admin: ['review-asks-admin'] }],
  ['review.decided by an admin', () => decided('admin', 'excluded'), { brand: ['review-excluded-brand'], creator: ['review-excluded'] }],
  ['review.decided by default', () => decided('default', 'counts'), { brand: ['review-counts-brand'], creator: ['review-counts'] }],
  ['review.decided by the brand', () => decided('brand', 'counts'), { creator: ['review-counts'] }],
]

const aboutMoney = ({ brandId, invitation, payout, transfer }: Makers): readonly EventCase[] => [
  ['invitation.sent', () => InvitationSent.of(invitation()), { creator: ['invitation-received'] }],
  ['invitation.failed', () => InvitationFailed.of(invitation()), { brand: ['invitation-unfunded'] }],
  ['invitation.expired', () => InvitationExpired.of(invitation()), { brand: ['invitation-expired'] }],
  [
    'credits.purchased',
    () => CreditsPurchased.of({ orderId: id(), brandId, package: 'growth', credits: 50_000, priceCents: 1_400 }),
    { brand: ['order-paid'] },
  ],
  [
    'credit-order.changed to failed',
    () => CreditOrderChanged.of({ orderId: id(), brandId, status: 'failed' }),
    { brand: ['order-failed'] },
  ],
  ['credit-order.changed to expired', () => CreditOrderChanged.of({ orderId: id(), brandId, status: 'expired' }), {}],
  ['transfer.completed', () => TransferCompleted.of(transfer()), { creator: ['transfer-paid'] }],
  ['transfer.failed', () => TransferFailed.of(transfer()), { creator: ['transfer-failed'], admin: ['transfer-failed-admin'] }],
  ['transfer.reversed', () => TransferReversed.of(transfer()), { creator: ['transfer-reversed'] }],
  ['payout-account.changed to being set up', () => payout({ status: 'in_setup', asksYou: true, version: 1 }), {}],
  ['payout-account.changed to active', () => payout({ status: 'active', version: 2 }), { creator: ['payout-account-ready'] }],
  ['payout-account.changed, unchanged', () => payout({ status: 'active', version: 3 }), {}],
  ['payout-account.changed to asking', () => payout({ status: 'active', asksYou: true, version: 4 }), { creator: ['payout-account-asks'] }],
  ['payout-account.changed to restricted', () => payout({ status: 'restricted', version: 5 }), { creator: ['payout-account-restricted'] }],
  ['payout-account.changed to closed', () => payout({ status: 'closed', version: 6 }), { creator: ['payout-account-closed'] }],
  ['payout-account.changed, delivered late', () => payout({ status: 'active', version: 2 }), {}],
]

/** `cases`: what each event adds to each person's bell. */
export function eventSamples(brand: { id: string }, creator: { id: string }, now: () => Date) {
  const makers = makersOf(brand, creator, now)
  return { ...makers, cases: [...aboutCampaigns(makers), ...aboutMoney(makers)] }
}
