/**
 * The product’s events: whom each one notifies, about what, through which channels and in which words. A test fails for
 * an event without an entry.
 */
import {
  AccessEnded,
  AccessRenewed,
  AccessRequested,
  AccountAdded,
  AccountChanged,
  AccountFailed,
  AccountRemoved,
  AccountSeen,
  AccountUpdated,
  AccountVerified,
  BalanceChanged,
  BrandRegistered,
  CampaignActivated,
  CampaignChanged,
  CampaignEnded,
  CampaignFailed,
  CampaignRenamed,
  CampaignRequested,
  CampaignSettled,
  CreatorRegistered,
  CreditOrderChanged,
  CreditsConsumed,
  CreditsGranted,
  CreditsHeld,
  CreditsPurchased,
  CreditsRefused,
  CreditsReleased,
  DataExportChanged,
  DataExportPart,
  DataExportRequested,
  type DataOf,
  type EventDefinition,
  eventKey,
  type Locale,
  LogoRemoved,
  LogoStored,
  type NotificationKind,
  NotificationsChanged,
  PayoutAccountChanged,
  RefreshCompleted,
  ReviewDecided,
  ReviewGrown,
  ReviewOpened,
  SessionChanged,
  SessionEnded,
  SettingChanged,
  SignupCounted,
  SignupCreated,
  SignupCredited,
  SignupSettled,
  TransferCompleted,
  TransferFailed,
  TransferPostponed,
  TransferQueued,
  TransferReversed,
  userDeletionEvents,
  ViewsEndangered,
  ViewsQualified,
} from '@reelfair/contracts'
import { ADMINS, type Entry, entry, none, type Step, type Told } from './notification-entry.ts'
import { ofPartnerships } from './notification-partnerships.ts'
import { en } from './notification-texts-en.ts'
import { fr } from './notification-texts-fr.ts'
import type { OfSubject, Texts } from './notification-values.ts'

export const texts: Readonly<Record<Locale, Texts>> = { en, fr }

type AnyEvent = Pick<EventDefinition, 'type' | 'version'>

interface OfCampaign {
  readonly campaignId: string
  readonly version: number
}

/** A deleted campaign ends and settles in one version, hence the rank. */
const campaignStep =
  (rank: 0 | 1) =>
  ({ campaignId, version }: OfCampaign): Step => ({ subject: `campaign:${campaignId}`, order: 2 * version + rank })
const accountStep = ({ accountId, version }: { accountId: string; version: number }): Step => ({
  subject: `account:${accountId}`,
  order: version,
})
const transferStep =
  (order: number) =>
  ({ transferId }: { transferId: string }): Step => ({ subject: `transfer:${transferId}`, order })
const orderStep =
  (order: number) =>
  ({ orderId }: { orderId: string }): Step => ({ subject: `order:${orderId}`, order })

/** The brand deleted the campaign, so it already knows of the end. */
const isDeleted = (campaign: { deleteRequestedAt?: unknown; deletedAt?: unknown }) =>
  (campaign.deleteRequestedAt ?? campaign.deletedAt) !== undefined

function campaignEnded({ brandId, campaignId, charged, viewsGoal, status, payableAt, ...rest }: DataOf<typeof CampaignEnded>): Told[] {
  if (isDeleted(rest)) return []
  const checkedAt = String(payableAt)
  if (status === 'completed') return [{ to: brandId, kind: 'campaign-goal-reached', values: { campaignId, charged, checkedAt } }]
  return [
    { to: brandId, kind: 'campaign-ended', values: { campaignId, charged, checkedAt, ...(viewsGoal !== undefined && { viewsGoal }) } },
  ]
}

const ofSubject = ({ subject, subjectId, brandId }: Pick<DataOf<typeof ReviewOpened>, 'subject' | 'subjectId' | 'brandId'>): OfSubject =>
  subject === 'campaign' ? { campaignId: subjectId } : { partnershipId: subjectId, brandId }

/** The brand is asked only about unclear logos. @source decisions §5 */
function reviewOpened(opened: DataOf<typeof ReviewOpened>): Told[] {
  const { brandId, creatorId, accountId, kind, views, decideBy } = opened
  const values = { ...ofSubject(opened), answerBy: String(decideBy), ...(views !== undefined && { views }) }
  return [
    { to: ADMINS, kind: 'review-asks-admin', values: { ...values, review: kind } },
    { to: creatorId, kind: 'review-opened', values: { ...values, review: kind } },
    ...(kind === 'logo'
      ? [{ to: brandId, kind: 'review-asks-brand', values: { ...values, ...(accountId !== undefined && { accountId }) } } as const]
      : []),
  ]
}

function reviewDecided(decided: DataOf<typeof ReviewDecided>): Told[] {
  const { brandId, creatorId, verdict, by, views } = decided
  const kind = verdict === 'counts' ? 'review-counts' : 'review-excluded'
  const values = { ...ofSubject(decided), ...(views !== undefined && { views }) }
  return [{ to: creatorId, kind, values }, ...(by === 'brand' ? [] : [{ to: brandId, kind: `${kind}-brand`, values } as const])]
}

function payoutAccountChanged({ creatorId, status, asksYou = false }: DataOf<typeof PayoutAccountChanged>): Told[] {
  const say = (kind: Extract<NotificationKind, `payout-account-${string}`>): Told[] => [{ to: creatorId, kind, values: {} }]
  switch (status) {
    case 'active':
      return say(asksYou ? 'payout-account-asks' : 'payout-account-ready')
    case 'restricted':
      return say('payout-account-restricted')
    case 'closed':
      return say('payout-account-closed')
    // The creator is in the middle of the setup, which lists what is missing.
    case 'in_setup':
    case 'none':
      return []
  }
}

const transferValues = ({ transferId, amountCents }: { transferId: string; amountCents: number }) => ({ transferId, amountCents })

export const table: readonly Entry[] = [
  entry(
    AccountVerified,
    ({ creatorId, accountId, network }) => [{ to: creatorId, kind: 'account-verified', values: { accountId, network } }],
    accountStep,
  ),
  entry(
    AccountFailed,
    ({ creatorId, accountId, network }) => [{ to: creatorId, kind: 'account-failed', values: { accountId, network } }],
    accountStep,
  ),
  // Verification repeats the event for services that ask again.
  entry(
    AccessEnded,
    ({ creatorId, accountId, network, endedBy }) =>
      endedBy === 'creator' ? [] : [{ to: creatorId, kind: 'account-disconnected', values: { accountId, network } }],
    ({ accountId, version }) => ({ subject: `access:${accountId}`, order: version, state: `ended in version ${version}` }),
  ),
  entry(
    CampaignActivated,
    ({ brandId, campaignId, endsAt }) => [{ to: brandId, kind: 'campaign-started', values: { campaignId, endsAt: String(endsAt) } }],
    campaignStep(0),
  ),
  entry(
    CampaignFailed,
    ({ brandId, campaignId, missingViews = 0 }) => [{ to: brandId, kind: 'campaign-unfunded', values: { campaignId, missingViews } }],
    campaignStep(0),
  ),
  entry(CampaignEnded, campaignEnded, campaignStep(0)),
  entry(
    CampaignSettled,
    ({ brandId, campaignId, charged, ...rest }) =>
      isDeleted(rest) ? [] : [{ to: brandId, kind: 'campaign-settled', values: { campaignId, charged } }],
    campaignStep(1),
  ),
  entry(SignupSettled, ({ creatorId, campaignId, charged: views, cents }) => [
    { to: creatorId, kind: 'earnings-settled', values: { campaignId, views, cents } },
  ]),
  entry(ViewsEndangered, ({ creatorId, reason, views, finalReadingAt, ...about }) => [
    { to: creatorId, kind: 'views-at-risk', values: { ...ofSubject(about), reason, views, fixBy: String(finalReadingAt) } },
  ]),
  entry(ReviewOpened, reviewOpened, ({ reviewId }) => ({ subject: `review:${reviewId}`, order: 1 })),
  entry(ReviewDecided, reviewDecided, ({ reviewId }) => ({ subject: `review:${reviewId}`, order: 2 })),
  entry(
    CreditsPurchased,
    ({ brandId, orderId, credits, priceCents }) => [{ to: brandId, kind: 'order-paid', values: { orderId, credits, priceCents } }],
    orderStep(2),
  ),
  entry(
    CreditOrderChanged,
    ({ brandId, orderId, status, credits, priceCents }) =>
      status === 'failed'
        ? [
            {
              to: brandId,
              kind: 'order-failed',
              values: { orderId, ...(credits !== undefined && { credits }), ...(priceCents !== undefined && { priceCents }) },
            },
          ]
        : [],
    orderStep(1),
  ),
  entry(TransferCompleted, (data) => [{ to: data.creatorId, kind: 'transfer-paid', values: transferValues(data) }], transferStep(1)),
  entry(
    TransferFailed,
    (data) => [
      { to: data.creatorId, kind: 'transfer-failed', values: transferValues(data) },
      { to: ADMINS, kind: 'transfer-failed-admin', values: transferValues(data) },
    ],
    transferStep(1),
  ),
  entry(TransferReversed, (data) => [{ to: data.creatorId, kind: 'transfer-reversed', values: transferValues(data) }], transferStep(2)),
  entry(PayoutAccountChanged, payoutAccountChanged, ({ creatorId, status, asksYou, version }) =>
    version === undefined
      ? undefined
      : { subject: `payout-account:${creatorId}`, order: version, state: `${status}${asksYou ? ', asks' : ''}` },
  ),
  ...ofPartnerships,
  ...none(
    // The user’s own action, which the screen confirms.
    AccountAdded,
    AccountRemoved,
    BrandRegistered,
    CreatorRegistered,
    CampaignRequested,
    CampaignRenamed,
    SignupCreated,
    DataExportRequested,
    TransferQueued,
    // A step whose result another event reports.
    CreditsHeld,
    CreditsRefused,
    CreditsReleased,
    CreditsConsumed,
    TransferPostponed,
    SignupCredited,
    ViewsQualified,
    RefreshCompleted,
    ReviewGrown,
    // Copies of other services.
    AccessRequested,
    AccessRenewed,
    AccountSeen,
    LogoStored,
    LogoRemoved,
    // The last part notifies the user, in `store-export-part.ts`.
    DataExportPart,
    // Notifies screens or gateways only.
    AccountChanged,
    AccountUpdated,
    BalanceChanged,
    CampaignChanged,
    CreditsGranted,
    DataExportChanged,
    NotificationsChanged,
    SessionChanged,
    SessionEnded,
    SettingChanged,
    SignupCounted,
    // The account page shows the progress of a deletion, and a notice is the last e-mail about it.
    ...userDeletionEvents,
  ),
]

/** Entries for events that identity subscribes to. */
export const notifyingEvents = table.filter(({ tell }) => tell !== 'none')

export const entryOf = (event: AnyEvent): Entry | undefined => table.find((one) => eventKey(one.event) === eventKey(event))
