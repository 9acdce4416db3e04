/**
 * Who may do what to whose thing: every route of every service, and what each kind of person is answered. `access.test.ts` runs every cell and fails for a
 * route that is not here, or is here and nowhere else.
 */

import { logoPng } from '@reelfair/testkit/logo'

/**
 * `owner` words stand for the person whose thing it is: the creator or the brand of the row. `other` is someone else of that role.
 * Besides status and code, `200 nothing` and `201 nothing` mean: answered, and nothing of the owner's is in it.
 */
export type Outcome =
  | '200'
  | '201'
  | '204'
  | '200 nothing'
  | '201 nothing'
  | '202'
  | '400 bad_signature'
  | '401 not_signed_in'
  | '403 not_allowed'
  | '403 brand_incomplete'
  | '403 creators_only'
  | '404 not_found'
  | '409 account_not_verified'
  | '409 creator_profile_missing'
  | '409 payout_account_missing'
  | '410 confirmation_invalid'
  | '410 sign_in_link_invalid'

export interface Row {
  readonly service: string
  readonly route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  readonly visitor: Outcome
  readonly creator: Outcome
  readonly brand: Outcome
  readonly incompleteBrand: Outcome
  readonly admin: Outcome
  readonly other: Outcome
  /** Whose role `other` has; also whose things must not be seen. */
  readonly owner: 'creator' | 'brand'
  /** A body that is right in itself, so that only the person decides. */
  readonly body?: (things: Things) => object
  /** Beside what every request has. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What there is when a cell is run; made afresh for a route that takes something away. */
export interface Things {
  readonly accountId: string
  /** The creator has joined it; all its brand's. */
  readonly campaignId: string
  /** Nobody has. */
  readonly joinableCampaignId: string
  readonly joiningAccountId: string
  readonly signUpId: string
  readonly mediaId: string
  readonly orderId: string
  /** Of the owning brand, open; nobody decides it. */
  readonly reviewId: string
  /** The sign-up of the owning creator to the owning brand's campaign, as metrics measures it. */
  readonly assignmentId: string
  readonly email: string
  readonly password: string
  /** Free to be taken by whoever asks. */
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
const invitation = ({ accountId }: Things) => ({
  accountId,
  weeklyViewsGoal: 1_000,
  link: 'https://a.example',
  caption: 'Try',
  beginning: '2999-01-01',
})

const newEmail = () => `new.${crypto.randomUUID()}@example.org`

const everybody = { visitor: '401 not_signed_in', creator: '200', brand: '200', incompleteBrand: '200', admin: '200' } as const
const creators = {
  visitor: '401 not_signed_in',
  brand: '403 not_allowed',
  incompleteBrand: '403 not_allowed',
  admin: '403 not_allowed',
  owner: 'creator',
} as const
const brands = {
  visitor: '401 not_signed_in',
  creator: '403 not_allowed',
  incompleteBrand: '403 brand_incomplete',
  admin: '403 not_allowed',
  owner: 'brand',
} as const
/** What belongs to a sign-up: its creator's and its campaign's brand's. */
const bothSides = {
  visitor: '401 not_signed_in',
  creator: '200',
  brand: '200',
  incompleteBrand: '403 brand_incomplete',
  admin: '403 not_allowed',
  owner: 'creator',
} as const
const admins = {
  visitor: '401 not_signed_in',
  creator: '403 not_allowed',
  brand: '403 not_allowed',
  incompleteBrand: '403 not_allowed',
  admin: '200',
  other: '403 not_allowed',
  owner: 'creator',
} as const
/** Whoever asks, signed in or not, is answered the same. */
const whoever = (outcome: Outcome) =>
  ({
    visitor: outcome,
    creator: outcome,
    brand: outcome,
    incompleteBrand: outcome,
    admin: outcome,
    other: outcome,
    owner: 'creator',
  }) as const
/** Only the gateway, by its secret; for all others the route does not exist. */
const nobody = {
  visitor: '404 not_found',
  creator: '404 not_found',
  brand: '404 not_found',
  incompleteBrand: '404 not_found',
  admin: '404 not_found',
  other: '404 not_found',
} as const

export const accessTable: readonly Row[] = [
  {
    service: 'identity',
    route: 'POST /users',
    ...whoever('201'),
    other: '201 nothing',
    body: ({ password }) => ({ email: newEmail(), password, role: 'creator', termsAccepted: true }),
  },
  // Only the mail's own token opens, and the password of the sign-up with it; who is signed in says nothing.
  {
    service: 'identity',
    route: 'POST /confirmations',
    ...whoever('410 confirmation_invalid'),
    body: ({ password }) => ({ token: crypto.randomUUID(), password }),
  },
  { service: 'identity', route: 'POST /confirmations/resend', ...whoever('202'), body: () => ({ email: newEmail() }) },
  {
    service: 'identity',
    route: 'POST /sessions',
    ...whoever('201'),
    body: ({ email, password }) => ({ email, password }),
  },
  { service: 'identity', route: 'POST /sign-in-links', ...whoever('202'), body: () => ({ email: newEmail() }) },
  {
    service: 'identity',
    route: 'POST /sessions/by-link',
    ...whoever('410 sign_in_link_invalid'),
    body: () => ({ token: crypto.randomUUID() }),
  },
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
  { service: 'identity', route: 'POST /sessions/token', ...nobody, owner: 'creator', body: () => ({ secret: 'x' }) },
  { service: 'identity', route: 'GET /session', ...everybody, visitor: '200', other: '200 nothing', owner: 'brand' },
  { service: 'identity', route: 'GET /me', ...everybody, other: '200 nothing', owner: 'brand' },
  { service: 'identity', route: 'GET /brand', ...brands, brand: '200', incompleteBrand: '200', other: '200 nothing' },
  { service: 'identity', route: 'PUT /brand', ...brands, brand: '200', incompleteBrand: '200', other: '200 nothing', body: brandForm },

  {
    service: 'campaigns',
    route: 'POST /media',
    ...brands,
    brand: '201',
    other: '201 nothing',
    body: () => logoPng(),
    headers: { 'content-type': 'image/png' },
  },
  // A campaign that runs shows it to every creator; another brand is none of those.
  {
    service: 'campaigns',
    route: 'GET /media/:mediaId',
    ...brands,
    creator: '200',
    brand: '200',
    admin: '200',
    other: '404 not_found',
  },
  { service: 'campaigns', route: 'GET /drafts/current', ...brands, brand: '200', other: '200 nothing' },
  { service: 'campaigns', route: 'PUT /drafts/current', ...brands, brand: '200', other: '200 nothing', body: () => ({ step: 2 }) },
  { service: 'campaigns', route: 'DELETE /drafts/current', ...brands, brand: '204', other: '204' },
  // With the owner's logo, which is the owner's alone.
  { service: 'campaigns', route: 'POST /campaigns', ...brands, brand: '201', other: '404 not_found', body: campaign },
  { service: 'campaigns', route: 'GET /campaigns', ...brands, brand: '200', other: '200 nothing' },
  { service: 'campaigns', route: 'GET /campaigns/summary', ...brands, brand: '200', other: '200 nothing' },
  { service: 'campaigns', route: 'GET /campaigns/:campaignId', ...brands, brand: '200', admin: '200', other: '404 not_found' },
  {
    service: 'campaigns',
    route: 'PATCH /campaigns/:campaignId',
    ...brands,
    brand: '200',
    other: '404 not_found',
    body: () => ({ name: 'Spring' }),
  },
  { service: 'campaigns', route: 'DELETE /campaigns/:campaignId', ...brands, brand: '200', other: '404 not_found' },
  { service: 'campaigns', route: 'GET /campaigns/:campaignId/sign-ups', ...brands, brand: '200', other: '404 not_found' },
  // The list is public among creators; what is a creator's own in it is not.
  { service: 'campaigns', route: 'GET /public-campaigns', ...creators, creator: '200', other: '200 nothing' },
  {
    service: 'campaigns',
    route: 'POST /public-campaigns/:campaignId/sign-ups',
    ...creators,
    creator: '201',
    brand: '403 creators_only',
    incompleteBrand: '403 creators_only',
    admin: '403 creators_only',
    other: '409 creator_profile_missing',
    body: ({ joiningAccountId }) => ({ accountId: joiningAccountId }),
  },
  { service: 'campaigns', route: 'GET /sign-ups', ...creators, creator: '200', other: '200 nothing' },
  // The creator's and the brand's, the same receipt.
  {
    service: 'campaigns',
    route: 'GET /sign-ups/:signUpId/receipt',
    ...brands,
    creator: '200',
    brand: '200',
    other: '404 not_found',
  },

  { service: 'payouts', route: 'GET /credits', ...brands, brand: '200', other: '200 nothing' },
  { service: 'payouts', route: 'GET /credits/statement', ...brands, brand: '200', other: '200 nothing' },
  { service: 'payouts', route: 'POST /credit-orders', ...brands, brand: '201', other: '201 nothing', body: () => ({ package: 'starter' }) },
  { service: 'payouts', route: 'GET /credit-orders', ...brands, brand: '200', other: '200 nothing' },
  { service: 'payouts', route: 'GET /credit-orders/:orderId', ...brands, brand: '200', other: '404 not_found' },
  { service: 'payouts', route: 'GET /balance', ...creators, creator: '200', other: '200 nothing' },
  { service: 'payouts', route: 'GET /statement', ...creators, creator: '200', other: '200 nothing' },
  { service: 'payouts', route: 'GET /payout-account', ...creators, creator: '200', other: '200 nothing' },
  { service: 'payouts', route: 'POST /payout-account/refresh', ...creators, creator: '200', other: '200 nothing' },
  { service: 'payouts', route: 'POST /payout-account/dashboard', ...creators, creator: '201', other: '409 payout_account_missing' },
  { service: 'payouts', route: 'POST /transfers', ...creators, creator: '201', other: '409 payout_account_missing' },
  { service: 'payouts', route: 'GET /transfers', ...creators, creator: '200', other: '200 nothing' },
  // Behind those for which the other creator has no account: here they open one.
  { service: 'payouts', route: 'POST /payout-account/onboarding', ...creators, creator: '201', other: '201 nothing', body: () => ({}) },
  { service: 'payouts', route: 'GET /admin/transfers', ...admins },
  { service: 'payouts', route: 'GET /admin/transfer-logs', ...admins },
  { service: 'payouts', route: 'POST /admin/transfers/process', ...admins },
  {
    service: 'payouts',
    route: 'POST /sandbox/earnings',
    ...nobody,
    owner: 'creator',
    body: () => ({ creatorId: crypto.randomUUID(), cents: 100, reason: 'a test' }),
  },
  // Believed by its signature alone.
  { service: 'payouts', route: 'POST /webhooks/stripe/:endpoint', ...whoever('400 bad_signature'), body: () => ({ id: 'evt_1' }) },

  {
    service: 'verification',
    route: 'POST /accounts',
    ...creators,
    creator: '201',
    other: '201',
    body: ({ username }) => ({ network: 'instagram', username }),
  },
  {
    service: 'verification',
    route: 'POST /accounts/:accountId/verification',
    ...creators,
    creator: '202',
    other: '404 not_found',
    body: () => ({}),
  },
  {
    service: 'verification',
    route: 'POST /accounts/:accountId/stats',
    ...creators,
    creator: '409 account_not_verified',
    other: '404 not_found',
    body: () => ({}),
  },
  // Believed by its signature alone.
  { service: 'verification', route: 'POST /webhooks/verification', ...whoever('400 bad_signature'), body: () => ({ id: 'message-1' }) },
  { service: 'verification', route: 'GET /accounts', ...creators, creator: '200', other: '200 nothing' },
  { service: 'verification', route: 'DELETE /accounts/:accountId', ...creators, creator: '204', other: '404 not_found' },
  { service: 'verification', route: 'PUT /codes/:network', ...creators, creator: '200', other: '200 nothing', body: () => ({}) },

  { service: 'metrics', route: 'GET /readings/latest', ...everybody, other: '200', owner: 'creator' },
  { service: 'metrics', route: 'GET /nights', ...brands, brand: '200', other: '200 nothing' },
  { service: 'metrics', route: 'GET /videos', ...creators, creator: '200', other: '200 nothing' },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/videos', ...bothSides, other: '404 not_found' },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/history', ...bothSides, other: '404 not_found' },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/observations', ...bothSides, admin: '200', other: '404 not_found' },
  { service: 'metrics', route: 'GET /assignments/:assignmentId/reviews', ...bothSides, other: '404 not_found' },
  { service: 'metrics', route: 'GET /campaigns/:campaignId/videos', ...brands, brand: '200', other: '200 nothing' },
  { service: 'metrics', route: 'GET /reviews', ...brands, brand: '200', other: '200 nothing' },
  { service: 'metrics', route: 'GET /admin/reviews', ...admins },
  // A review takes a night to come about, so here there is none: metrics’ own tests decide real ones.
  {
    service: 'metrics',
    route: 'POST /reviews/:reviewId/approval',
    ...brands,
    brand: '404 not_found',
    other: '404 not_found',
    body: () => ({}),
  },
  {
    service: 'metrics',
    route: 'POST /admin/reviews/:reviewId/decision',
    ...admins,
    admin: '404 not_found',
    body: () => ({ verdict: 'counts', why: 'Seen.' }),
  },

  { service: 'partnerships', route: 'POST /invitations', ...brands, brand: '201', other: '201', body: invitation },
  { service: 'partnerships', route: 'GET /invitations', ...everybody, admin: '403 not_allowed', other: '200 nothing', owner: 'brand' },
]

/** A service as far as the table is concerned. */
interface HasRoutes {
  readonly name: string
  readonly routes?: readonly { readonly method: string; readonly path: string }[]
}

/** Routes that exist and have no row, and rows whose route does not exist, in words. */
export function gapsOf(services: readonly HasRoutes[], table: readonly Pick<Row, 'service' | 'route'>[]): string[] {
  const real = services.flatMap(({ name, routes = [] }) => routes.map(({ method, path }) => `${name} ${method.toUpperCase()} ${path}`))
  const listed = table.map(({ service, route }) => `${service} ${route}`)
  return [
    ...real.filter((route) => !listed.includes(route)).map((route) => `${route} has no row in the access table`),
    ...listed.filter((route) => !real.includes(route)).map((route) => `${route} has a row in the access table and does not exist`),
    ...listed.filter((route, at) => listed.indexOf(route) !== at).map((route) => `${route} has two rows in the access table`),
  ]
}
