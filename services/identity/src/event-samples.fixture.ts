/** A sample of every event that notifies someone, with the expected notifications. */
import {
  AccessEnded,
  AccountFailed,
  AccountVerified,
  CampaignActivated,
  CampaignEnded,
  CampaignFailed,
  CampaignSettled,
  CreditOrderChanged,
  CreditsPurchased,
  type EventDraft,
  InvitationClosed,
  InvitationExpiring,
  InvitationFailed,
  InvitationSent,
  type NotificationKind,
  PartnershipAccepted,
  PartnershipEnded,
  PartnershipSettled,
  PartnershipStarted,
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
  const subject = { subject: 'campaign', subjectId: id() }
  const ended = (data: object = {}) =>
    CampaignEnded.of({ ...parties(), status: 'failed', charged: 1, reserved: 0, kept: 0, endedAt: now(), payableAt: inHours(50), ...data })
  const review = (kind: 'logo' | 'growth', data: object = {}) =>
    ReviewOpened.of(parties(), subject, {
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
    ReviewDecided.of(parties(), subject, {
      reviewId: id(),
      assignmentId: id(),
      videoId: 'v',
      kind: 'logo',
      by,
      verdict,
      decidedAt: now(),
      ...data,
    })
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
  const accessEnded = (endedBy: 'creator' | 'network' | 'interrupted') => AccessEnded.of(account(), { endedAt: now(), endedBy })
  const transfer = (data: object = {}) => ({
    transferId: id(),
    creatorId: creator.id,
    amountCents: 1_400,
    failure: 'transfer_refused',
    ...data,
  })
  const payout = (data: object) => PayoutAccountChanged.of({ creatorId: creator.id, version: 1, ...data })
  return { brandId: brand.id, inHours, now, parties, ended, review, decided, account, accessEnded, transfer, payout, subject }
}

type Makers = ReturnType<typeof makersOf>

function partnershipMakersOf(brand: { id: string }, creator: { id: string }, now: () => Date) {
  const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000)
  const invitation = (data: object = {}) => ({
    brandId: brand.id,
    creatorId: creator.id,
    version: 2,
    invitationId: id(),
    accountId: id(),
    network: 'instagram',
    username: 'lea.films',
    viewsGoal: 20_685,
    amountCents: 4_137,
    mediaId: id(),
    missingViews: 5,
    invitedAt: now(),
    expiresAt: inHours(24),
    wasSent: true,
    ...data,
  })
  const partnership = (data: object = {}) => ({
    ...invitation(),
    partnershipId: id(),
    externalId: 'x',
    code: 'RF-NK2QD',
    link: 'https://kefiro.example',
    startsAt: now(),
    endsAt: inHours(168),
    windowDays: 7,
    status: 'completed_at_50',
    tier: 50,
    cents: 2_068,
    consumed: 10_342,
    returned: 10_343,
    observed: 12_000,
    qualified: 11_000,
    endedAt: now(),
    payableAt: inHours(50),
    settledAt: now(),
    ...data,
  })
  return { invitation, partnership }
}

const aboutCampaigns = ({ accessEnded, account, decided, ended, inHours, now, parties, review, subject }: Makers): readonly EventCase[] => [
  ['account.verified', () => AccountVerified.of(account()), { creator: ['account-verified'] }],
  ['account.failed', () => AccountFailed.of(account()), { creator: ['account-failed'] }],
  ['access.ended by the network', () => accessEnded('network'), { creator: ['account-disconnected'] }],
  ['access.ended because a response was lost', () => accessEnded('interrupted'), { creator: ['account-disconnected'] }],
  ['access.ended by the creator', () => accessEnded('creator'), {}],
  ['campaign.activated', () => CampaignActivated.of(parties(), { startsAt: now(), endsAt: inHours(168) }), { brand: ['campaign-started'] }],
  ['campaign.failed', () => CampaignFailed.of(parties(), { missingViews: 5 }), { brand: ['campaign-unfunded'] }],
  ['campaign.ended with its goal reached', () => ended({ status: 'completed' }), { brand: ['campaign-goal-reached'] }],
  ['campaign.ended below its goal', () => ended(), { brand: ['campaign-ended'] }],
  ['campaign.ended because the brand deleted it', () => ended({ deletedAt: now() }), {}],
  ['campaign.settled', () => CampaignSettled.of(parties(), { status: 'failed', charged: 1 }), { brand: ['campaign-settled'] }],
  ['signup.settled', () => SignupSettled.of(parties(), { signupId: id(), charged: 1_000, cents: 10 }), { creator: ['earnings-settled'] }],
  [
    'views.endangered',
    () =>
      ViewsEndangered.of(parties(), subject, { assignmentId: id(), reason: 'video_deleted', views: 5_985, finalReadingAt: inHours(72) }),
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

const aboutPartnerships = ({ invitation, partnership }: ReturnType<typeof partnershipMakersOf>): readonly EventCase[] => {
  const closed = (status: 'rejected' | 'expired' | 'withdrawn', data: object = {}) => InvitationClosed.of(invitation({ status, ...data }))
  const campaignId = id()
  return [
    ['invitation.sent', () => InvitationSent.of(invitation()), { creator: ['invitation-received'] }],
    ['invitation.expiring', () => InvitationExpiring.of(invitation()), { creator: ['invitation-expiring'] }],
    ['invitation.failed', () => InvitationFailed.of(invitation()), { brand: ['invitation-unfunded'] }],
    ['invitation.closed by a refusal', () => closed('rejected'), { brand: ['invitation-rejected'] }],
    [
      'invitation.closed by a campaign sign-up',
      () => closed('rejected', { campaignId }),
      { brand: ['invitation-superseded-brand'], creator: ['invitation-superseded'] },
    ],
    [
      'invitation.closed by a campaign sign-up before it was sent',
      () => closed('rejected', { campaignId, wasSent: false }),
      { brand: ['invitation-superseded-brand'] },
    ],
    ['invitation.closed by expiry', () => closed('expired'), { brand: ['invitation-expired-brand'], creator: ['invitation-expired'] }],
    ['invitation.closed by the brand', () => closed('withdrawn'), { creator: ['invitation-withdrawn'] }],
    ['invitation.closed by the brand before it was sent', () => closed('withdrawn', { wasSent: false }), {}],
    [
      'partnership.accepted',
      () => PartnershipAccepted.of(partnership()),
      { brand: ['partnership-accepted'], creator: ['partnership-agreed'] },
    ],
    [
      'partnership.started',
      () => PartnershipStarted.of(partnership({ startsAt: '2026-11-22T23:00:00.000Z' })),
      { brand: ['partnership-started-brand'], creator: ['partnership-started'] },
    ],
    [
      'partnership.started on its acceptance',
      () => PartnershipStarted.of(partnership({ startsAt: '2026-11-22T23:00:01.000Z' })),
      { brand: ['partnership-started-brand'] },
    ],
    ['partnership.ended', () => PartnershipEnded.of(partnership()), { brand: ['partnership-ended-brand'], creator: ['partnership-ended'] }],
    [
      'partnership.settled',
      () => PartnershipSettled.of(partnership()),
      { brand: ['partnership-settled-brand'], creator: ['partnership-settled'] },
    ],
  ]
}

const aboutMoney = ({ brandId, payout, transfer }: Makers): readonly EventCase[] => [
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
  const ofPartnerships = partnershipMakersOf(brand, creator, now)
  const cases = [...aboutCampaigns(makers), ...aboutPartnerships(ofPartnerships), ...aboutMoney(makers)]
  return { ...makers, ...ofPartnerships, cases }
}
