/** Who receives each kind of notification, through which channels, and the page it opens. */
import type { NotificationGroup, NotificationKind, Role } from '@reelfair/contracts'
import type { KindValues, OfSubject } from './notification-values.ts'

interface Kind<Values> {
  readonly group: NotificationGroup
  /** Who may receive the kind. Each of these roles may open `href`. */
  readonly roles: readonly Role[]
  /** Whether the kind also sends an e-mail. The bell shows every kind. */
  readonly mail: boolean
  readonly href: (values: Values) => string
}

const ALL: readonly Role[] = ['creator', 'brand', 'admin']
const CREATOR: readonly Role[] = ['creator']
const BRAND: readonly Role[] = ['brand']
const ADMIN: readonly Role[] = ['admin']

const to = (path: string) => () => path
const accountPage = ({ network }: { network: string }) => `/profile?network=${network}`
const campaignPage = ({ campaignId }: { campaignId: string }) => `/brand-dashboard/campaigns/${campaignId}`
const partnershipPage = ({ partnershipId }: { partnershipId: string }) => `/partnerships/${partnershipId}`
const brandPage = (of: OfSubject) => ('campaignId' in of ? campaignPage(of) : partnershipPage(of))
const historyPage = (of: OfSubject) => `/creator-history?open=${'campaignId' in of ? of.campaignId : of.partnershipId}`
// The dashboard lists only invitations that the creator can still answer.
const receivedPage = ({ invitationId }: { invitationId: string }) => `/dashboard?invitation=${invitationId}`
const closedPage = ({ invitationId }: { invitationId: string }) => `/creator-history?open=${invitationId}`
const sentPage = to('/brand-dashboard#invitations')
const purchasePage = ({ missingViews }: { missingViews: number }) =>
  `/brand-dashboard/purchase${missingViews > 0 ? `?missing=${missingViews}` : ''}`
const ordersPage = to('/brand-dashboard/purchase#orders')
const balancePage = to('/balance')

export const kinds: { readonly [K in NotificationKind]: Kind<KindValues[K]> } = {
  'account-verified': { group: 'accounts', roles: CREATOR, mail: false, href: accountPage },
  'account-failed': { group: 'accounts', roles: CREATOR, mail: true, href: accountPage },
  'account-disconnected': { group: 'accounts', roles: CREATOR, mail: true, href: accountPage },
  'campaign-started': { group: 'campaigns', roles: BRAND, mail: false, href: campaignPage },
  'campaign-unfunded': { group: 'campaigns', roles: BRAND, mail: true, href: purchasePage },
  'campaign-goal-reached': { group: 'campaigns', roles: BRAND, mail: true, href: campaignPage },
  'campaign-ended': { group: 'campaigns', roles: BRAND, mail: true, href: campaignPage },
  'campaign-settled': { group: 'campaigns', roles: BRAND, mail: true, href: campaignPage },
  'earnings-settled': { group: 'earnings', roles: CREATOR, mail: true, href: balancePage },
  'views-at-risk': { group: 'earnings', roles: CREATOR, mail: true, href: historyPage },
  'review-asks-brand': { group: 'reviews', roles: BRAND, mail: true, href: to('/brand-dashboard#reviews') },
  'review-asks-admin': { group: 'reviews', roles: ADMIN, mail: false, href: to('/admin/reviews') },
  'review-opened': { group: 'reviews', roles: CREATOR, mail: false, href: to('/dashboard') },
  'review-counts': { group: 'reviews', roles: CREATOR, mail: false, href: historyPage },
  'review-counts-brand': { group: 'reviews', roles: BRAND, mail: false, href: brandPage },
  'review-excluded': { group: 'reviews', roles: CREATOR, mail: true, href: historyPage },
  'review-excluded-brand': { group: 'reviews', roles: BRAND, mail: true, href: brandPage },
  'invitation-received': { group: 'invitations', roles: CREATOR, mail: true, href: receivedPage },
  'invitation-expiring': { group: 'invitations', roles: CREATOR, mail: true, href: receivedPage },
  'invitation-unfunded': { group: 'invitations', roles: BRAND, mail: true, href: purchasePage },
  'invitation-rejected': { group: 'invitations', roles: BRAND, mail: false, href: sentPage },
  'invitation-superseded': { group: 'invitations', roles: CREATOR, mail: false, href: closedPage },
  'invitation-superseded-brand': { group: 'invitations', roles: BRAND, mail: false, href: sentPage },
  'invitation-expired': { group: 'invitations', roles: CREATOR, mail: false, href: closedPage },
  'invitation-expired-brand': { group: 'invitations', roles: BRAND, mail: false, href: sentPage },
  'invitation-withdrawn': { group: 'invitations', roles: CREATOR, mail: false, href: closedPage },
  'partnership-agreed': { group: 'invitations', roles: CREATOR, mail: true, href: historyPage },
  'partnership-accepted': { group: 'invitations', roles: BRAND, mail: true, href: partnershipPage },
  'partnership-started': { group: 'partnerships', roles: CREATOR, mail: true, href: historyPage },
  'partnership-started-brand': { group: 'partnerships', roles: BRAND, mail: false, href: partnershipPage },
  'partnership-ended': { group: 'partnerships', roles: CREATOR, mail: true, href: historyPage },
  'partnership-ended-brand': { group: 'partnerships', roles: BRAND, mail: true, href: partnershipPage },
  'partnership-settled': { group: 'partnerships', roles: CREATOR, mail: true, href: historyPage },
  'partnership-settled-brand': { group: 'partnerships', roles: BRAND, mail: true, href: partnershipPage },
  'order-paid': { group: 'money', roles: BRAND, mail: true, href: ordersPage },
  'order-failed': { group: 'money', roles: BRAND, mail: true, href: ordersPage },
  'transfer-paid': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'transfer-failed': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'transfer-failed-admin': { group: 'money', roles: ADMIN, mail: true, href: to('/admin/transfers') },
  'transfer-reversed': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'payout-account-ready': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'payout-account-asks': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'payout-account-restricted': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'payout-account-closed': { group: 'money', roles: CREATOR, mail: true, href: balancePage },
  'terms-change': { group: 'terms', roles: ['creator', 'brand'], mail: true, href: ({ termsVersion }) => `/terms/${termsVersion}` },
  'new-sign-in': { group: 'security', roles: ALL, mail: true, href: to('/account#sessions') },
  'data-export-ready': { group: 'security', roles: ALL, mail: true, href: to('/account#your-data') },
}
