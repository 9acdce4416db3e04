/**
 * How every route responds to each kind of user. `access.test.ts` checks every cell and fails if a route is missing
 * here or does not exist.
 */

import type { ServiceName, serviceRoutes } from '@reelfair/contracts'
import { businessDayOf, currentTerms } from '@reelfair/rules'
import { logoPng } from '@reelfair/testkit/logo'

/**
 * Expected status and error code. `200 nothing` and `201 nothing` mean that the response contains none of the owner's
 * data.
 */
type Outcome =
  | '200'
  | '201'
  | '204'
  | '200 nothing'
  | '201 nothing'
  | '202'
  | '400 bad_signature'
  | '400 deletion_email_differs'
  | '400 password_common'
  | '401 not_signed_in'
  | '403 not_allowed'
  | '403 brand_incomplete'
  | '403 wrong_password'
  | '403 creators_only'
  | '403 deletion_by_command'
  | '404 not_found'
  | '409 account_not_verified'
  | '409 connection_invalid'
  | '409 invitation_over'
  | '409 logo_not_ready'
  | '409 creator_profile_missing'
  | '409 payout_account_missing'
  | '409 setting_unchanged'
  | '410 challenge_invalid'
  | '410 confirmation_invalid'
  | '410 email_change_invalid'
  | '410 enrolment_invalid'
  | '410 reset_link_invalid'
  | '410 google_state_invalid'
  | '410 sign_in_link_invalid'
  | '410 unsubscribe_invalid'

type ServiceRoutes = typeof serviceRoutes
type Named =
  | { [Service in ServiceName]: { readonly service: Service; readonly route: keyof ServiceRoutes[Service] } }[ServiceName]
  | { readonly service: ServiceName; readonly route: `POST /webhooks/${string}` }

/** `owner` names the role that owns the data; `other` is another person with that role. */
export type Row = Named & Expected

interface Expected {
  readonly visitor: Outcome
  readonly creator: Outcome
  readonly brand: Outcome
  readonly incompleteBrand: Outcome
  readonly admin: Outcome
  readonly other: Outcome
  readonly owner: 'creator' | 'brand'
  /** A valid body, so that the response depends only on the user. */
  readonly body?: (things: Things) => object
  readonly headers?: Readonly<Record<string, string>>
}

/** Test data, re-created for each route that deletes some of it. */
export interface Things {
  readonly accountId: string
  readonly campaignId: string
  readonly joinableCampaignId: string
  readonly joiningAccountId: string
  readonly signUpId: string
  readonly mediaId: string
  /** The creator has accepted this invitation. */
  readonly invitationId: string
  readonly partnershipId: string
  readonly invitableAccountId: string
  /** The brand's logo, which everyone may see. */
  readonly logoId: string
  /** Unknown, because the accounts here have no pictures. */
  readonly pictureId: string
  readonly orderId: string
  /** A file that the creator may download. */
  readonly exportId: string
  /** No test decides this review. */
  readonly reviewId: string
  /** The metrics service's id for the owning creator's sign-up. */
  readonly assignmentId: string
  readonly savedSearchId: string
  readonly email: string
  readonly password: string
  readonly username: string
}

const campaign = ({ mediaId }: Things) => ({
  name: 'Winter',
  viewsGoal: 1_000,
  category: 'Fitness_Sports',
  network: 'instagram',
  link: 'https://a.example',
  mediaId,
})
const brandForm = () => ({
  brandName: 'Alpine',
  contactFirstName: 'Ida',
  contactLastName: 'Roth',
  contactEmail: 'ida@a.example',
  termsAccepted: true,
})
const invitation = ({ invitableAccountId, mediaId }: Things) => ({
  accountId: invitableAccountId,
  mediaId,
  weeklyViewsGoal: 1_000,
  link: 'https://a.example',
  caption: 'Try',
  beginning: businessDayOf(new Date()),
})

const newEmail = () => `new.${crypto.randomUUID()}@example.org`

const anyone = (outcome: Outcome) =>
  ({
    visitor: outcome,
    creator: outcome,
    brand: outcome,
    incompleteBrand: outcome,
    admin: outcome,
    other: outcome,
    owner: 'creator',
  }) as const
const noRole = { ...anyone('403 not_allowed'), visitor: '401 not_signed_in' } as const
const anySignedIn = { visitor: '401 not_signed_in', creator: '200', brand: '200', incompleteBrand: '200', admin: '200' } as const
const onlyOwner = {
  creator: '200',
  brand: '404 not_found',
  incompleteBrand: '404 not_found',
  admin: '404 not_found',
  other: '404 not_found',
} as const
const anySignedInWrites = { ...anyone('204'), visitor: '401 not_signed_in' } as const
const admins = { ...noRole, admin: '200' } as const
/** `other` is the outcome for someone with the same role who does not own the thing. */
const creators = (creator: Outcome, other: Outcome) => ({ ...noRole, creator, other }) as const
const brands = (brand: Outcome, other: Outcome) =>
  ({ ...noRole, brand, incompleteBrand: '403 brand_incomplete', other, owner: 'brand' }) as const
const bothSides = { ...noRole, creator: '200', brand: '200', incompleteBrand: '403 brand_incomplete', other: '404 not_found' } as const
/** Only the gateway knows the secret; everyone else gets the response for an unknown route. */
const gatewayOnly = anyone('404 not_found')

export const accessTable: readonly Row[] = [
  {
    service: 'identity',
    route: 'POST /users',
    ...anyone('201'),
    other: '201 nothing',
    body: ({ password }) => ({ email: newEmail(), password, role: 'creator', termsAccepted: true }),
  },
  // Requires the token from the e-mail and the sign-up password; a session makes no difference.
  {
    service: 'identity',
    route: 'POST /confirmations',
    ...anyone('410 confirmation_invalid'),
    body: ({ password }) => ({ token: crypto.randomUUID(), password }),
  },
  { service: 'identity', route: 'POST /confirmations/resend', ...anyone('202'), body: () => ({ email: newEmail() }) },
  { service: 'identity', route: 'POST /sessions', ...anyone('201'), body: ({ email, password }) => ({ email, password }) },
  {
    service: 'identity',
    route: 'POST /contact-messages',
    ...anyone('202'),
    body: () => ({ name: 'Ada', email: newEmail(), topic: 'general', message: 'Hello' }),
  },
  { service: 'identity', route: 'POST /sign-in-links', ...anyone('202'), body: () => ({ email: newEmail() }) },
  {
    service: 'identity',
    route: 'POST /sessions/by-link',
    ...anyone('410 sign_in_link_invalid'),
    body: () => ({ token: crypto.randomUUID() }),
  },
  {
    service: 'identity',
    route: 'POST /link-checks',
    ...anyone('410 reset_link_invalid'),
    body: () => ({ purpose: 'reset', token: crypto.randomUUID() }),
  },
  // Requires the cookie of a sign-in that is waiting for a code.
  { service: 'identity', route: 'POST /sessions/by-code', ...anyone('410 challenge_invalid'), body: () => ({ code: '123456' }) },
  {
    service: 'identity',
    route: 'DELETE /sessions/current',
    visitor: '401 not_signed_in',
    creator: '204',
    brand: '204',
    incompleteBrand: '204',
    admin: '204',
    other: '204',
    owner: 'creator',
  },
  { service: 'identity', route: 'GET /sessions', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  { service: 'identity', route: 'DELETE /sessions/others', ...anySignedInWrites },
  { service: 'identity', route: 'DELETE /sessions', ...anySignedInWrites },
  // Ends only the user's own sessions; `end-session.test.ts` tries someone else's.
  { service: 'identity', route: 'DELETE /sessions/:sessionId', ...anyone('404 not_found'), visitor: '401 not_signed_in' },
  // Without the cookie of the browser that started the sign-in, a session makes no difference.
  { service: 'identity', route: 'POST /google/sign-ins', ...anyone('201') },
  { service: 'identity', route: 'POST /google/callbacks', ...anyone('410 google_state_invalid'), body: () => ({ state: 'x', code: 'x' }) },
  {
    service: 'identity',
    route: 'POST /google/registrations',
    ...anyone('410 google_state_invalid'),
    body: () => ({ role: 'creator', termsAccepted: true }),
  },
  {
    service: 'identity',
    route: 'POST /google/links',
    ...anyone('410 google_state_invalid'),
    body: ({ password }) => ({ password }),
  },
  {
    service: 'identity',
    route: 'POST /google/connections',
    ...anyone('201'),
    visitor: '401 not_signed_in',
    body: ({ password }) => ({ password }),
  },
  {
    service: 'identity',
    route: 'POST /google/disconnections',
    ...anyone('204'),
    visitor: '401 not_signed_in',
    body: ({ password }) => ({ password }),
  },
  { service: 'identity', route: 'GET /google/connection', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  { service: 'identity', route: 'POST /sessions/token', ...gatewayOnly, body: () => ({ secret: 'x' }) },
  { service: 'identity', route: 'GET /session', ...anySignedIn, visitor: '200', other: '200 nothing', owner: 'brand' },
  { service: 'identity', route: 'GET /me', ...anySignedIn, other: '200 nothing', owner: 'brand' },
  {
    service: 'identity',
    route: 'POST /terms-acceptances',
    ...anyone('201'),
    visitor: '401 not_signed_in',
    admin: '403 not_allowed',
    other: '201 nothing',
    body: () => ({ version: currentTerms(businessDayOf(new Date())).version }),
  },
  { service: 'identity', route: 'GET /account', ...anySignedIn, other: '200 nothing', owner: 'brand' },
  { service: 'identity', route: 'GET /security-events', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  {
    service: 'identity',
    route: 'PUT /account/language',
    ...anyone('204'),
    visitor: '401 not_signed_in',
    body: () => ({ locale: 'en' }),
  },
  { service: 'identity', route: 'GET /account/deletion', ...anySignedIn, other: '200 nothing', owner: 'brand' },
  // Sends the wrong address, because the other rows need these users.
  {
    service: 'identity',
    route: 'POST /account/deletion',
    ...anyone('400 deletion_email_differs'),
    visitor: '401 not_signed_in',
    admin: '403 deletion_by_command',
    body: ({ password }) => ({ email: newEmail(), password }),
  },
  { service: 'identity', route: 'PUT /account/name', ...creators('204', '204'), body: () => ({ firstName: 'Lea' }) },
  { service: 'identity', route: 'POST /password-resets', ...anyone('202'), body: () => ({ email: newEmail() }) },
  {
    service: 'identity',
    route: 'POST /password-resets/confirm',
    ...anyone('410 reset_link_invalid'),
    body: () => ({ token: crypto.randomUUID(), password: 'fjord lantern 41' }),
  },
  {
    service: 'identity',
    route: 'POST /email-changes',
    ...anyone('202'),
    visitor: '401 not_signed_in',
    body: ({ password }) => ({ email: newEmail(), password }),
  },
  {
    service: 'identity',
    route: 'POST /email-changes/confirm',
    ...anyone('410 email_change_invalid'),
    body: ({ password }) => ({ token: crypto.randomUUID(), password }),
  },
  {
    service: 'identity',
    route: 'PUT /password',
    ...anyone('400 password_common'),
    visitor: '401 not_signed_in',
    body: ({ password }) => ({ currentPassword: password, password: 'password' }),
  },
  { service: 'identity', route: 'GET /second-factor', ...anySignedIn, other: '200 nothing', owner: 'brand' },
  {
    service: 'identity',
    route: 'POST /second-factor/enrolments',
    ...anyone('201'),
    visitor: '401 not_signed_in',
    other: '201 nothing',
    body: ({ password }) => ({ password }),
  },
  {
    service: 'identity',
    route: 'POST /second-factor',
    ...anyone('410 enrolment_invalid'),
    visitor: '401 not_signed_in',
    body: () => ({ enrolment: 'x', code: '123456' }),
  },
  ...(['recovery-codes', 'removals'] as const).map(
    (what) =>
      ({
        service: 'identity',
        route: `POST /second-factor/${what}`,
        ...anyone('403 wrong_password'),
        visitor: '401 not_signed_in',
        body: () => ({ password: 'wrong horse', code: '123456' }),
      }) as const,
  ),
  { service: 'identity', route: 'GET /brand', ...brands('200', '200 nothing'), incompleteBrand: '200' },
  {
    service: 'identity',
    route: 'PUT /brand/contact',
    ...brands('200', '403 brand_incomplete'),
    body: () => ({ brandName: 'Alpine', contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }),
  },
  // Creators see the logo next to the brand's name, and visitors may see it too. The upload below replaces it.
  { service: 'identity', route: 'GET /brand-logos/:logoId', ...anyone('200') },
  {
    service: 'identity',
    route: 'POST /brand/logo',
    ...brands('201', '403 brand_incomplete'),
    body: () => logoPng(256, 256),
    headers: { 'content-type': 'image/png' },
  },
  { service: 'identity', route: 'DELETE /brand/logo', ...brands('200', '403 brand_incomplete') },
  { service: 'identity', route: 'GET /brand/company', ...brands('200', '200 nothing') },
  {
    service: 'identity',
    route: 'PUT /brand/company',
    ...brands('200', '403 brand_incomplete'),
    body: () => ({
      legalName: 'Alpine SAS',
      legalForm: 'SAS',
      registrationNumber: '732829320',
      addressLine1: '1 rue des Alpes',
      postalCode: '75011',
      city: 'Paris',
      country: 'FR',
    }),
  },
  { service: 'identity', route: 'PUT /brand/company/skipped', ...brands('200', '403 brand_incomplete') },
  { service: 'identity', route: 'GET /brand/declarations', ...brands('200', '200 nothing') },
  { service: 'identity', route: 'GET /public-settings', ...anyone('200') },
  { service: 'identity', route: 'GET /admin/settings', ...admins },
  {
    service: 'identity',
    route: 'POST /admin/settings/:key',
    ...noRole,
    admin: '409 setting_unchanged',
    body: () => ({ value: 14, reason: 'Test', expectedVersion: 0 }),
  },
  { service: 'identity', route: 'GET /admin/brands', ...admins },
  { service: 'identity', route: 'GET /admin/audit-log', ...admins },
  { service: 'identity', route: 'PUT /brand', ...brands('200', '200 nothing'), incompleteBrand: '200', body: brandForm },
  { service: 'identity', route: 'GET /notifications', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  { service: 'identity', route: 'GET /notifications/unread', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  // Marks only the user's own notifications; `mark-read.test.ts` tries someone else's.
  { service: 'identity', route: 'PUT /notifications/:notificationId/read', ...anyone('404 not_found'), visitor: '401 not_signed_in' },
  { service: 'identity', route: 'PUT /notifications/read', ...anySignedInWrites, body: () => ({ upTo: 1 }) },
  { service: 'identity', route: 'GET /notifications/choices', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  {
    service: 'identity',
    route: 'PUT /notifications/choices',
    ...anySignedIn,
    other: '200 nothing',
    owner: 'creator',
    body: () => ({ group: 'reviews', mail: false }),
  },
  { service: 'identity', route: 'POST /data-exports', ...anyone('201'), visitor: '401 not_signed_in', other: '201 nothing' },
  { service: 'identity', route: 'GET /data-exports/latest', ...anySignedIn, other: '200 nothing', owner: 'creator' },
  {
    service: 'identity',
    route: 'POST /data-exports/:exportId/file',
    ...noRole,
    ...onlyOwner,
    body: ({ password }) => ({ password }),
  },
  // The signed token alone identifies the user.
  { service: 'identity', route: 'POST /unsubscriptions', ...anyone('410 unsubscribe_invalid'), body: () => ({ token: 'forged' }) },
  { service: 'identity', route: 'POST /webhooks/unsubscribe/:token', ...anyone('410 unsubscribe_invalid'), body: () => ({}) },

  {
    service: 'campaigns',
    route: 'POST /media',
    ...brands('201', '201 nothing'),
    body: () => logoPng(),
    headers: { 'content-type': 'image/png' },
  },
  // Every creator sees the logo of an active campaign; other brands do not.
  { service: 'campaigns', route: 'GET /media/:mediaId', ...brands('200', '404 not_found'), creator: '200', admin: '200' },
  { service: 'campaigns', route: 'GET /drafts/current', ...brands('200', '200 nothing') },
  { service: 'campaigns', route: 'PUT /drafts/current', ...brands('200', '200 nothing'), body: () => ({ step: 2 }) },
  { service: 'campaigns', route: 'DELETE /drafts/current', ...brands('204', '204') },
  // The draft contains the owner's logo, which no other brand may use.
  { service: 'campaigns', route: 'POST /campaigns', ...brands('201', '404 not_found'), body: campaign },
  { service: 'campaigns', route: 'GET /campaigns', ...brands('200', '200 nothing') },
  { service: 'campaigns', route: 'GET /campaigns/summary', ...brands('200', '200 nothing') },
  { service: 'campaigns', route: 'GET /campaigns/:campaignId', ...brands('200', '404 not_found'), admin: '200' },
  { service: 'campaigns', route: 'PATCH /campaigns/:campaignId', ...brands('200', '404 not_found'), body: () => ({ name: 'Spring' }) },
  { service: 'campaigns', route: 'DELETE /campaigns/:campaignId', ...brands('200', '404 not_found') },
  { service: 'campaigns', route: 'GET /campaigns/:campaignId/sign-ups', ...brands('200', '404 not_found') },
  // All creators see the same campaigns, but only their own details in them.
  { service: 'campaigns', route: 'GET /public-campaigns', ...creators('200', '200 nothing') },
  {
    service: 'campaigns',
    route: 'POST /public-campaigns/:campaignId/sign-ups',
    ...creators('201', '409 creator_profile_missing'),
    brand: '403 creators_only',
    incompleteBrand: '403 creators_only',
    admin: '403 creators_only',
    body: ({ joiningAccountId }) => ({ accountId: joiningAccountId }),
  },
  { service: 'campaigns', route: 'GET /sign-ups', ...creators('200', '200 nothing') },
  { service: 'campaigns', route: 'GET /sign-ups/:signUpId/receipt', ...brands('200', '404 not_found'), creator: '200' },
  {
    service: 'campaigns',
    route: 'GET /deletion-obstacles',
    ...anySignedIn,
    admin: '403 not_allowed',
    other: '200 nothing',
    owner: 'brand',
  },

  { service: 'payouts', route: 'GET /credits', ...brands('200', '200 nothing') },
  { service: 'payouts', route: 'GET /deletion-obstacles', ...anySignedIn, admin: '403 not_allowed', other: '200 nothing', owner: 'brand' },
  { service: 'payouts', route: 'GET /credits/statement', ...brands('200', '200 nothing') },
  { service: 'payouts', route: 'POST /credit-orders', ...brands('201', '201 nothing'), body: () => ({ package: 'starter' }) },
  { service: 'payouts', route: 'GET /credit-orders', ...brands('200', '200 nothing') },
  { service: 'payouts', route: 'GET /credit-orders/:orderId', ...brands('200', '404 not_found') },
  { service: 'payouts', route: 'GET /balance', ...creators('200', '200 nothing') },
  { service: 'payouts', route: 'GET /statement', ...creators('200', '200 nothing') },
  { service: 'payouts', route: 'GET /payout-account', ...creators('200', '200 nothing') },
  { service: 'payouts', route: 'POST /payout-account/refresh', ...creators('200', '200 nothing') },
  { service: 'payouts', route: 'POST /payout-account/dashboard', ...creators('201', '409 payout_account_missing') },
  { service: 'payouts', route: 'POST /transfers', ...creators('201', '409 payout_account_missing') },
  { service: 'payouts', route: 'GET /transfers', ...creators('200', '200 nothing') },
  // Must follow the rows in which the other creator has no payout account, because this route opens one.
  { service: 'payouts', route: 'POST /payout-account/onboarding', ...creators('201', '201 nothing'), body: () => ({}) },
  { service: 'payouts', route: 'GET /admin/transfers', ...admins },
  { service: 'payouts', route: 'GET /admin/transfer-logs', ...admins },
  { service: 'payouts', route: 'POST /admin/transfers/process', ...admins },
  {
    service: 'payouts',
    route: 'POST /sandbox/earnings',
    ...gatewayOnly,
    body: () => ({ creatorId: crypto.randomUUID(), cents: 100, reason: 'a test' }),
  },
  // Stripe's webhooks are authenticated only by their signature.
  { service: 'payouts', route: 'POST /webhooks/stripe/:endpoint', ...anyone('400 bad_signature'), body: () => ({ id: 'evt_1' }) },

  {
    service: 'verification',
    route: 'POST /accounts',
    ...creators('201', '201'),
    body: ({ username }) => ({ network: 'instagram', username }),
  },
  { service: 'verification', route: 'POST /accounts/:accountId/verification', ...creators('202', '404 not_found'), body: () => ({}) },
  {
    service: 'verification',
    route: 'POST /accounts/:accountId/stats',
    ...creators('409 account_not_verified', '404 not_found'),
    body: () => ({}),
  },
  { service: 'verification', route: 'POST /connections', ...creators('201', '201'), body: () => ({ network: 'tiktok' }) },
  {
    service: 'verification',
    route: 'POST /connections/callbacks',
    ...creators('409 connection_invalid', '409 connection_invalid'),
    body: () => ({ state: 'unknown', code: 'unknown' }),
  },
  { service: 'verification', route: 'DELETE /accounts/:accountId/connection', ...creators('204', '404 not_found') },
  { service: 'verification', route: 'POST /webhooks/verification', ...anyone('400 bad_signature'), body: () => ({ id: 'message-1' }) },
  { service: 'verification', route: 'GET /accounts', ...creators('200', '200 nothing') },
  { service: 'verification', route: 'DELETE /accounts/:accountId', ...creators('204', '404 not_found') },
  {
    service: 'verification',
    route: 'PUT /accounts/:accountId/collab',
    ...creators('409 account_not_verified', '404 not_found'),
    body: () => ({ isOpen: true }),
  },
  { service: 'verification', route: 'GET /collab/:username', ...anyone('404 not_found') },
  { service: 'verification', route: 'GET /pictures/:pictureId', ...anyone('404 not_found') },
  { service: 'verification', route: 'PUT /codes/:network', ...creators('200', '200 nothing'), body: () => ({}) },
  { service: 'verification', route: 'GET /creators', ...brands('200', '200') },
  { service: 'verification', route: 'GET /saved-searches', ...brands('200', '200 nothing') },
  {
    service: 'verification',
    route: 'POST /saved-searches',
    ...brands('201', '201'),
    body: () => ({ name: `Coffee ${crypto.randomUUID()}`, search: {} }),
  },
  {
    service: 'verification',
    route: 'PATCH /saved-searches/:savedSearchId',
    ...brands('200', '404 not_found'),
    body: () => ({ name: `Coffee ${crypto.randomUUID()}` }),
  },
  { service: 'verification', route: 'DELETE /saved-searches/:savedSearchId', ...brands('204', '404 not_found') },

  { service: 'metrics', route: 'GET /readings/latest', ...anySignedIn, other: '200', owner: 'creator' },
  { service: 'metrics', route: 'GET /nights', ...brands('200', '200 nothing') },
  { service: 'metrics', route: 'GET /videos', ...creators('200', '200 nothing') },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/videos', ...bothSides },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/history', ...bothSides },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/observations', ...bothSides, admin: '200' },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/reviews', ...bothSides },
  { service: 'metrics', route: 'GET /campaigns/:campaignId/videos', ...brands('200', '200 nothing') },
  { service: 'metrics', route: 'GET /reviews', ...brands('200', '200 nothing') },
  { service: 'metrics', route: 'GET /admin/reviews', ...admins },
  // Requests an unknown review, because only readings open real ones.
  { service: 'metrics', route: 'POST /reviews/:reviewId/approval', ...brands('404 not_found', '404 not_found'), body: () => ({}) },
  {
    service: 'metrics',
    route: 'POST /admin/reviews/:reviewId/decision',
    ...admins,
    admin: '404 not_found',
    body: () => ({ verdict: 'counts', why: 'Seen.' }),
  },

  // Another brand cannot use the owner's logo.
  { service: 'partnerships', route: 'POST /invitations', ...brands('201', '409 logo_not_ready'), body: invitation },
  { service: 'partnerships', route: 'GET /invitations', ...anySignedIn, admin: '403 not_allowed', other: '200 nothing', owner: 'brand' },
  { service: 'partnerships', route: 'GET /admin/partnerships', ...admins },
  { service: 'partnerships', route: 'GET /admin/test-partnerships', ...admins },
  {
    service: 'partnerships',
    route: 'POST /admin/test-partnerships',
    ...admins,
    admin: '404 not_found',
    body: () => ({ brandId: crypto.randomUUID(), username: 'nobody' }),
  },
  {
    service: 'partnerships',
    route: 'GET /invitations/:invitationId',
    ...bothSides,
    incompleteBrand: '404 not_found',
    owner: 'creator',
  },
  // The creator has accepted the invitation: accepting again changes nothing, and other answers come too late.
  { service: 'partnerships', route: 'POST /invitations/:invitationId/acceptance', ...creators('201', '404 not_found') },
  { service: 'partnerships', route: 'POST /invitations/:invitationId/refusal', ...creators('409 invitation_over', '404 not_found') },
  {
    service: 'partnerships',
    route: 'POST /invitations/:invitationId/withdrawal',
    ...brands('409 invitation_over', '404 not_found'),
    incompleteBrand: '404 not_found',
  },
  { service: 'partnerships', route: 'GET /partnerships', ...bothSides, other: '200 nothing', owner: 'creator' },
  { service: 'partnerships', route: 'GET /partnerships/:partnershipId', ...bothSides, admin: '200', owner: 'creator' },
  {
    service: 'partnerships',
    route: 'GET /deletion-obstacles',
    ...anySignedIn,
    admin: '403 not_allowed',
    other: '200 nothing',
    owner: 'brand',
  },
]

interface HasRoutes {
  readonly name: string
  readonly routes?: readonly { readonly method: string; readonly path: string }[]
}

export function gapsOf(services: readonly HasRoutes[], table: readonly { readonly service: string; readonly route: string }[]): string[] {
  const real = services.flatMap(({ name, routes = [] }) => routes.map(({ method, path }) => `${name} ${method.toUpperCase()} ${path}`))
  const listed = table.map(({ service, route }) => `${service} ${route}`)
  return [
    ...real.filter((route) => !listed.includes(route)).map((route) => `${route} has no row in the access table`),
    ...listed.filter((route) => !real.includes(route)).map((route) => `${route} has a row in the access table but does not exist`),
    ...listed.filter((route, at) => listed.indexOf(route) !== at).map((route) => `${route} has two rows in the access table`),
  ]
}
