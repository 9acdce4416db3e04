import type { losingReasons, Network, NotificationKind } from '@reelfair/contracts'
import type { Browser } from './browser.ts'
import type { Say } from './notification-say.ts'

interface OfCampaign {
  readonly campaignId: string
}

interface OfPartnership {
  readonly partnershipId: string
  readonly brandId: string
}

/** The campaign or partnership for which a video is measured. */
export type OfSubject = OfCampaign | OfPartnership

interface OfInvitation {
  readonly invitationId: string
  readonly brandId: string
}

interface OfAccount {
  readonly accountId: string
  readonly network: Network
}

interface OfTransfer {
  readonly transferId: string
  readonly amountCents: number
}

/**
 * What each kind's text needs: ids instead of names, which texts read from the copies, so that they follow a rename
 * and a deleted creator's username appears nowhere. Instants are ISO 8601.
 */
export interface KindValues {
  'account-verified': OfAccount
  'account-failed': OfAccount
  'account-disconnected': OfAccount
  'campaign-started': OfCampaign & { readonly endsAt: string }
  'campaign-unfunded': OfCampaign & { readonly missingViews: number }
  'campaign-goal-reached': OfCampaign & { readonly charged: number; readonly checkedAt: string }
  'campaign-ended': OfCampaign & { readonly charged: number; readonly viewsGoal?: number; readonly checkedAt: string }
  'campaign-settled': OfCampaign & { readonly charged: number }
  'earnings-settled': OfCampaign & { readonly views: number; readonly cents: number }
  'views-at-risk': OfSubject & {
    readonly reason: (typeof losingReasons)[number]
    readonly views: number
    readonly fixBy: string
  }
  'review-asks-brand': OfSubject & { readonly accountId?: string; readonly views?: number; readonly answerBy: string }
  'review-asks-admin': OfSubject & { readonly review: 'logo' | 'growth'; readonly views?: number; readonly answerBy: string }
  'review-opened': OfSubject & { readonly review: 'logo' | 'growth'; readonly views?: number; readonly answerBy: string }
  'review-counts': OfSubject & { readonly views?: number }
  'review-counts-brand': OfSubject & { readonly views?: number }
  'review-excluded': OfSubject & { readonly views?: number }
  'review-excluded-brand': OfSubject & { readonly views?: number }
  'invitation-received': OfInvitation & OfAccount & { readonly views: number; readonly amountCents: number; readonly answerBy: string }
  'invitation-expiring': OfInvitation & { readonly answerBy: string }
  'invitation-unfunded': { readonly invitationId: string; readonly missingViews: number }
  'invitation-rejected': OfInvitation & { readonly accountId: string; readonly credits: number }
  'invitation-superseded': OfInvitation & OfCampaign & { readonly network: Network }
  'invitation-superseded-brand': OfInvitation & OfCampaign & OfAccount & { readonly credits: number }
  'invitation-expired': OfInvitation
  'invitation-expired-brand': OfInvitation & { readonly accountId: string; readonly credits: number }
  'invitation-withdrawn': OfInvitation
  'partnership-agreed': OfPartnership & { readonly startsAt: string; readonly endsAt: string }
  'partnership-accepted': OfPartnership & {
    readonly accountId: string
    readonly views: number
    readonly startsAt: string
    readonly endsAt: string
  }
  'partnership-started': OfPartnership & { readonly code: string; readonly endsAt: string }
  'partnership-started-brand': OfPartnership & { readonly accountId: string; readonly views: number; readonly endsAt: string }
  'partnership-ended': OfPartnership & { readonly tier: number; readonly cents: number; readonly checkedAt: string }
  'partnership-ended-brand': OfPartnership & { readonly accountId: string; readonly tier: number; readonly checkedAt: string }
  'partnership-settled': OfPartnership & { readonly tier: number; readonly cents: number }
  'partnership-settled-brand': OfPartnership & {
    readonly accountId: string
    readonly tier: number
    readonly consumed: number
    readonly returned: number
  }
  'order-paid': { readonly orderId: string; readonly credits: number; readonly priceCents: number }
  'order-failed': { readonly orderId: string; readonly credits?: number; readonly priceCents?: number }
  'transfer-paid': OfTransfer
  'transfer-failed': OfTransfer
  'transfer-failed-admin': OfTransfer
  'transfer-reversed': OfTransfer
  'payout-account-ready': Record<never, never>
  'payout-account-asks': Record<never, never>
  'payout-account-restricted': Record<never, never>
  'payout-account-closed': Record<never, never>
  'terms-change': { readonly termsVersion: string; readonly effectiveAt: string }
  'new-sign-in': Browser & { readonly signedInAt: string }
  'data-export-ready': { readonly readyUntil: string }
}

/** A kind with its own values. */
export type Message<Kind extends NotificationKind = NotificationKind> = {
  [K in Kind]: { readonly kind: K; readonly values: KindValues[K] }
}[Kind]

/** Whether the time to answer or fix the problem has run out, so that a message would come too late. */
export function isTooLate(values: Message['values'], now: Date): boolean {
  const { answerBy, fixBy }: Readonly<Record<string, unknown>> = { ...values }
  return [answerBy, fixBy].some((deadline) => typeof deadline === 'string' && new Date(deadline) <= now)
}

/** A notification in one language. */
export interface Wording {
  readonly title: string
  readonly text: string
  readonly link: string
}

export type Texts = { readonly [K in NotificationKind]: (values: KindValues[K], say: Say) => Wording }
