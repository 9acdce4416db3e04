/** Names the code or test that keeps each promise of the privacy policy, so that neither changes without the other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolders, sourceFiles, workspaceRoot } from './source-files.ts'

const POLICY = 'shell/src/pages/privacy/messages/en.ts'
const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8')

/** Where the promise is kept: a file, and words in it, such as a test's title. */
type Proof = readonly [file: string, words: string]

const IDENTITY = 'services/identity/src'
const VERIFICATION_TEST = 'services/verification/src/use-cases/start-verification.test.ts'
const DEVICE: Proof = [
  `${IDENTITY}/use-cases/notify-of-new-sign-in.test.ts`,
  'forgets a browser 400 days after its last sign-in, when its cookie ends too',
]
const proofs: Readonly<Record<string, readonly Proof[]>> = {
  'who-adult': [
    ['libs/contracts/src/campaign-terms.ts', 'aged 18 or over'],
    [`${IDENTITY}/use-cases/sign-up.test.ts`, "[{ termsAccepted: false }, 'termsAccepted']"],
  ],
  'data-account': [
    [`${IDENTITY}/use-cases/sign-up.test.ts`, 'stores the accepted version of the terms, with the time and IP address of acceptance'],
    [`${IDENTITY}/use-cases/accept-terms.test.ts`, 'keeps the time, version and IP address of every accepted version'],
    [`${IDENTITY}/adapters/password-hash.test.ts`, 'matches a password only with its own hash'],
    [`${IDENTITY}/store/users.ts`, 'google: z.object({ sub: z.string(), email: z.string() }).optional()'],
  ],
  'data-connection': [
    [
      'services/verification/src/use-cases/receive-connection.test.ts',
      'keeps tokens and states out of answers, events, log lines and, unencrypted, out of the database',
    ],
  ],
  'data-security': [
    [VERIFICATION_TEST, 'stores an attempt with its browser, and the database deletes it after 365 days'],
    [`${IDENTITY}/use-cases/list-security-events.test.ts`, 'stores the time, address and browser, but no secret'],
  ],
  'data-factor': [
    [`${IDENTITY}/use-cases/add-second-factor.test.ts`, 'stores neither the app’s secret nor the recovery codes in readable form'],
  ],
  'data-contact': [
    [
      `${IDENTITY}/use-cases/send-contact-message.test.ts`,
      'e-mails the message to support and a copy to the writer, each with the other as its reply address',
    ],
  ],
  // Both documents' policies allow scripts from, and connections to, this site only.
  'why-not': [
    ['services/gateway/src/serve-shell.test.ts', 'puts a new nonce into each page and its content security policy'],
    ['services/gateway/src/serve-landing.test.ts', "connect-src 'self'"],
  ],
  'why-automatic': [
    [
      'services/metrics/src/use-cases/decide-review.test.ts',
      'opens a review with evidence for a bot spike, and shows the review to both the creator and the brand',
    ],
    [
      'services/metrics/src/use-cases/decide-review.test.ts',
      'applies defaults after 72 hours: excludes non-human growth and counts an unrecognised logo',
    ],
  ],
  'others-creators': [
    [
      'services/campaigns/src/use-cases/list-public-campaigns.test.ts',
      'shows the prize pool and progress of each campaign, but nothing that is private to its brand',
    ],
    ['services/partnerships/src/use-cases/send-invitation.test.ts', 'shows creators neither the brand’s contact nor what it pays'],
  ],
  'others-brands': [
    ['services/verification/src/use-cases/find-creators.test.ts', 'shows the figures and their date, but nothing else about the creator'],
    ['deploy/e2e/src/access/access.test.ts', 'covers every route that has an id in its path with at least one non-owner'],
  ],
  'others-public': [
    ['services/verification/src/use-cases/show-collab-page.test.ts', 'shows visitors the figures of an open page and nothing else'],
    [
      'services/verification/src/use-cases/show-collab-page.test.ts',
      'gives the same answer for a page switched off, never switched on, unverified, on another network and unknown',
    ],
  ],
  'others-stripe-what': [
    [
      'services/payouts/src/adapters/stripe.test.ts',
      'sends Stripe nothing about a brand or a creator except what the privacy policy lists',
    ],
  ],
  'others-workflow-what': [
    ['libs/social/src/http-provider.test.ts', 'sends the bearer token and the seven specified fields to the workflow'],
    ['libs/social/src/http-provider.test.ts', 'sends only IDs and usernames to read figures'],
  ],
  'others-networks-what': [['services/gateway/src/serve-shell.test.ts', 'allows the configured origins only for images']],
  'kept-account-how-long': [
    [`${IDENTITY}/use-cases/change-brand-logo.test.ts`, 'let only the browser cache it, for a day'],
    ['deploy/e2e/src/flows/delete-users.test.ts', 'finds none of their data anywhere after the deletion, except in the listed records'],
  ],
  'kept-signups-how-long': [[`${IDENTITY}/use-cases/remove-unconfirmed-users.test.ts`, 'removes a sign-up left unconfirmed for 30 days']],
  'kept-evidence-how-long': [
    [`${IDENTITY}/use-cases/delete-account.test.ts`, 'keeps the evidence of accepted terms for five years without a name or an address'],
  ],
  'kept-company-how-long': [
    [`${IDENTITY}/use-cases/delete-account.test.ts`, 'keeps the company’s details for ten years if the brand ever bought credits'],
  ],
  'rights-delete': [
    ['deploy/e2e/src/flows/delete-users.test.ts', 'finds none of their data anywhere after the deletion, except in the listed records'],
    [
      'services/payouts/src/use-cases/check-deletion.test.ts',
      'posts a larger balance as given up, but only if the creator agreed to lose that much',
    ],
  ],
  'kept-metrics-how-long': [['services/metrics/src/cli/recount.test.ts', 'stores the planned end in all documents of an assignment']],
  'kept-access-how-long': [
    [
      'services/verification/src/use-cases/renew-access.test.ts',
      'disconnects: deletes the tokens, revokes them on %s, and keeps the account verified',
    ],
    ['services/verification/src/domain/grant.test.ts', 'removes the token and the renewal at the end'],
    ['services/verification/src/store/revocations.ts', 'KEPT_SECONDS = 7 * 86_400'],
  ],
  'kept-connecting-how-long': [
    ['services/verification/src/store/connection-attempts.ts', '.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })'],
    ['libs/contracts/src/values.ts', 'CONNECTION_MINUTES = 15'],
  ],
  'kept-attempts-how-long': [[VERIFICATION_TEST, 'stores an attempt with its browser, and the database deletes it after 365 days']],
  'kept-money-how-long': [
    [
      'services/payouts/src/use-cases/check-deletion.test.ts',
      'erases the address and the payout account, keeps money records, and restores nothing when an event arrives late',
    ],
  ],
  'kept-drafts-how-long': [
    ['services/campaigns/src/use-cases/remove-old-drafts.test.ts', 'removes a draft 90 days after it was last saved'],
  ],
  'kept-unfunded-how-long': [['services/campaigns/src/store/campaigns.ts', 'expireAfterSeconds: UNFUNDED_KEPT_DAYS * 86_400']],
  'kept-invitations-how-long': [
    ['services/partnerships/src/store/invitations.ts', 'expireAfterSeconds: ENDED_KEPT_DAYS * 86_400'],
    ['services/partnerships/src/use-cases/settle-day.ts', 'closeInvitation(tx, after.id, after.endedAt)'],
  ],
  'kept-orders-how-long': [['services/payouts/src/store/orders.ts', 'expireAfterSeconds: EXPIRED_KEPT_DAYS * 86_400']],
  'kept-reservations-how-long': [['services/payouts/src/store/holds.ts', 'expireAfterSeconds: REFUSED_KEPT_DAYS * 86_400']],
  'kept-notifications-how-long': [
    [`${IDENTITY}/use-cases/remove-old-records.test.ts`, 'removes security events and notifications after 12 months'],
  ],
  'kept-log-how-long': [[`${IDENTITY}/use-cases/remove-old-records.test.ts`, 'removes security events and notifications after 12 months']],
  'kept-sessions-how-long': [
    [`${IDENTITY}/use-cases/list-sessions.test.ts`, 'lists the user’s sessions with browser and last use, the current one first'],
    [`${IDENTITY}/use-cases/exchange-secret.test.ts`, 'ends a session after 30 days even if it is used every day'],
    [`${IDENTITY}/use-cases/exchange-secret.test.ts`, 'ends a session after 14 days without use'],
  ],
  'kept-devices-how-long': [DEVICE],
  'kept-campaigns-how-long': [
    ['deploy/e2e/src/flows/delete-users.test.ts', 'finds none of their data anywhere after the deletion, except in the listed records'],
  ],
  'kept-pending-how-long': [
    [`${IDENTITY}/use-cases/receive-google-callback.test.ts`, 'expires after ten minutes'],
    [`${IDENTITY}/use-cases/answer-challenge.test.ts`, 'ends a challenge after ten minutes'],
  ],
  'kept-tasks-how-long': [['libs/service-kit/src/export-tasks.ts', 'TASK_KEPT_SECONDS = 30 * 86_400']],
  'kept-requests-how-long': [['libs/service-kit/src/http/requests.ts', 'KEPT_SECONDS = 48 * 3600']],
  'kept-transit-how-long': [['libs/service-kit/src/bus/relay.ts', 'deleteMany']],
  'kept-marker-how-long': [
    ['libs/service-kit/src/user-deletion.ts', 'After the deletion the document stays as a tombstone'],
    [`${IDENTITY}/store/erase-user.ts`, "keeps(accountDeletions, 'ids, dates and the evidence of accepted terms"],
  ],
  'kept-failures-how-long': [
    [`${IDENTITY}/use-cases/slow-guessing.test.ts`, 'allows sign-ins from a network again after 15 minutes without a failure'],
    [`${IDENTITY}/use-cases/reset-password.test.ts`, 'doubles the cool-down up to 30 minutes'],
    [`${IDENTITY}/domain/throttle.ts`, 'endsAt: new Date(turnAt.getTime() + WINDOW_MS)'],
    [`${IDENTITY}/domain/throttle.ts`, 'CODES: Slowing = { windowMs: 86_400_000'],
    [`${IDENTITY}/use-cases/send-contact-message.test.ts`, 'stores no address in throttles'],
  ],
  'kept-mails-how-long': [
    [`${IDENTITY}/store/mails.ts`, 'expireAfterSeconds: THIRTY_DAYS_S'],
    [`${IDENTITY}/use-cases/send-next-mail.test.ts`, 'sends a notice once, retries it with the same Message-ID, and deletes its values'],
  ],
  'kept-contact-how-long': [
    [
      `${IDENTITY}/use-cases/send-next-mail.test.ts`,
      'keeps a message to support that an outage has set aside, sends it when an operator retries it, and then deletes its text',
    ],
    [`${IDENTITY}/use-cases/send-next-mail.test.ts`, 'sets a message to support aside when the mailbox refuses it'],
    [`${IDENTITY}/use-cases/send-contact-message.test.ts`, 'deletes the text after sending'],
  ],
  'kept-media-how-long': [
    ['services/campaigns/src/use-cases/sweep-media.test.ts', 'keeps logos used by a campaign or a draft and removes others after 30 days'],
  ],
  'kept-invited-how-long': [
    [
      'services/campaigns/src/use-cases/keep-invited-logo.test.ts',
      'keeps a logo for 120 days for an invitation and 25 months for its partnership',
    ],
  ],
  'kept-links-how-long': [
    [`${IDENTITY}/use-cases/confirm-email.test.ts`, 'accepts a confirmation link for 24 hours'],
    [`${IDENTITY}/store/links.ts`, 'expireAfterSeconds: 0'],
    [
      `${IDENTITY}/use-cases/remove-old-records.test.ts`,
      'removes links, challenges and Google sign-ins once they have expired by the service’s clock',
    ],
  ],
  'kept-exports-how-long': [
    [`${IDENTITY}/use-cases/remove-old-data-exports.test.ts`, 'deletes a file with all its parts seven days after it became ready'],
  ],
  'rights-download': [
    [
      `${IDENTITY}/use-cases/request-data-export.test.ts`,
      'is ready once every service has sent its share, in any order and even more than once',
    ],
    [`${IDENTITY}/use-cases/request-data-export.test.ts`, 'exports the account without secrets or other people’s data'],
    [`${IDENTITY}/use-cases/prove-both-steps.test.ts`, 'POST %s asks for both steps'],
    [`${IDENTITY}/use-cases/prove-both-steps.test.ts`, 'requires the password, even right after the sign-in'],
    [`${IDENTITY}/use-cases/prove-both-steps.test.ts`, 'requires a sign-in within the last ten minutes from a user without a password'],
    ['libs/service-kit/src/define.ts', 'the data export neither contains nor excludes'],
  ],
  'cookies-few': [['services/gateway/src/session-cookie.ts', '__Host-']],
  'cookies-session-lasts': [[`${IDENTITY}/use-cases/exchange-secret.test.ts`, 'ends a session after 30 days even if it is used every day']],
  'cookies-device-why': [
    [`${IDENTITY}/use-cases/notify-of-new-sign-in.test.ts`, 'does not notify of sign-ins from a known browser'],
    [
      `${IDENTITY}/use-cases/notify-of-new-sign-in.test.ts`,
      'notifies in the bell and by e-mail of a sign-in from an unknown browser, but not of the very first sign-in',
    ],
  ],
  'cookies-device-lasts': [DEVICE],
  'cookies-oauth-lasts': [[`${IDENTITY}/use-cases/receive-google-callback.test.ts`, 'expires after ten minutes']],
  'cookies-challenge-lasts': [[`${IDENTITY}/use-cases/answer-challenge.test.ts`, 'ends a challenge after ten minutes']],
  'cookies-locale-lasts': [
    ['services/gateway/src/serve-landing.test.ts', 'remembers the language chosen by a link without scripts: %s'],
    ['libs/web-kit/src/i18n/i18n.ts', 'A_YEAR_S = 31_536_000'],
  ],
  'safe-transport': [
    ['services/gateway/src/session-cookie.test.ts', 'builds the cookie that identity requests, hidden from scripts and other sites'],
    [`${IDENTITY}/use-cases/sign-in.test.ts`, 'starts a session for the right password without storing the session’s secret'],
    [`${IDENTITY}/use-cases/sign-in-by-link.test.ts`, 'stores only the hash of a sign-in link’s secret'],
  ],
  'safe-few': [
    ['libs/workspace/src/privacy.test.ts', "test('only the service that signs users in stores passwords'"],
    [`${IDENTITY}/adapters/password-hash.test.ts`, 'matches a password only with its own hash'],
  ],
}

/** Passages that describe something, explain the law, or make promises that only people can keep. */
const DESCRIPTIONS = new Set([
  ...['title', 'note', 'terms', 'lead', 'contents', 'who-controller', 'who-required'],
  ...['data-creator', 'data-videos', 'data-brand', 'data-money'],
  ...['why-contract', 'why-law', 'why-safety'],
  ...['others-google-what', 'others-mail-what', 'others-outside'],
  ...[
    'cookies-session-why',
    'cookies-oauth-why',
    'cookies-challenge-why',
    'cookies-locale-why',
    'cookies-storage-why',
    'cookies-storage-lasts',
  ],
  ...['rights-list', 'rights-limits', 'rights-authority', 'changes-here', 'changes-contact'],
])

/** Headings and names in tables. */
const isLabel = (key: string) =>
  /-(?:title|caption)$/.test(key) || /^(?:others-(?:company|what)|kept-what|kept-how-long|cookies-(?:name|why|lasts))$/.test(key)

const keys = [...read(POLICY).matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, key = '']) => key)
const isName = (key: string) => keys.includes(`${key}-what`) || keys.includes(`${key}-how-long`)

test('classifies every passage of the privacy policy', () => {
  expect(keys.length).toBeGreaterThan(60)
  const unknown = keys.filter((key) => !(key in proofs) && !DESCRIPTIONS.has(key) && !isLabel(key) && !isName(key))
  expect(unknown).toEqual([])
  expect([...Object.keys(proofs), ...DESCRIPTIONS].filter((key) => !keys.includes(key))).toEqual([])
})

test.each(Object.entries(proofs))('keeps the promise %s of the privacy policy', (_, all) => {
  for (const [file, words] of all) expect(read(file), file).toContain(words)
})

test.each([
  ['kept-unfunded', 'services/campaigns/src/domain/campaign.ts', 'UNFUNDED_KEPT_DAYS'],
  ['kept-invitations', 'services/partnerships/src/domain/invitation.ts', 'ENDED_KEPT_DAYS'],
  ['kept-orders', 'services/payouts/src/domain/order.ts', 'EXPIRED_KEPT_DAYS'],
  ['kept-reservations', 'services/payouts/src/domain/credits.ts', 'REFUSED_KEPT_DAYS'],
])('states the number of days for %s in both languages', (key, file, constant) => {
  const [, days] = new RegExp(`${constant} = (\\d+)`).exec(read(file)) ?? []
  expect(read(POLICY)).toContain(`'${key}-how-long': '${days} days`)
  expect(read(POLICY.replace('en.ts', 'fr.ts'))).toContain(`'${key}-how-long': '${days} jours`)
})

type Row = string
/** The rows of “How long we keep it” that cover a collection, or why it contains no personal data. */
type Cover = readonly Row[] | string

const SETTINGS = 'the platform’s settings'
const LOCK = 'a lock: ids and dates'
const ofEachService: Readonly<Record<string, Cover>> = {
  export_tasks: ['tasks'],
  user_deletions: ['marker'],
  requests: ['requests'],
  outbox: ['transit'],
  inbox: 'ids of events',
  job_runs: 'business days',
}
const covers: Readonly<Record<string, Readonly<Record<string, Cover>>>> = {
  identity: {
    users: ['account', 'signups'],
    sessions: ['sessions'],
    security_events: ['log'],
    challenges: ['pending'],
    devices: ['devices'],
    brands: ['account'],
    brand_logos: ['account'],
    brand_declarations: ['account', 'company'],
    links: ['links'],
    mails: ['mails', 'contact'],
    throttles: ['failures'],
    google_attempts: ['pending'],
    notifications: ['notifications'],
    bells: ['account'],
    steps: 'ids and dates',
    campaign_names: ['campaigns'],
    account_names: ['account'],
    setting_changes: 'the platform’s settings, and the ids of admins',
    setting_locks: LOCK,
    account_deletions: ['evidence', 'marker'],
    data_exports: ['exports'],
    data_export_parts: ['exports'],
  },
  verification: {
    accounts: ['account'],
    attempts: ['attempts'],
    messages: 'ids of messages',
    grants: ['account', 'access'],
    revocations: ['access'],
    connection_attempts: ['connecting'],
    creator_networks: ['account'],
    records: ['account'],
    showcases: ['account'],
    pictures: ['account'],
    saved_searches: ['account'],
  },
  metrics: {
    assignments: ['metrics'],
    subject_ends: ['metrics'],
    subject_locks: LOCK,
    verified_accounts: ['account'],
    accesses: ['account', 'access'],
    nights: ['metrics'],
    observations: ['metrics'],
    refreshes: 'business days and counts',
    reviews: ['metrics'],
    tasks: ['metrics'],
    videos: ['metrics'],
    settings: SETTINGS,
  },
  partnerships: {
    invitations: ['invitations', 'campaigns'],
    partnerships: ['campaigns', 'money'],
    accounts: ['account'],
    brand_records: ['account'],
    brands: ['account'],
    logos: ['media'],
    refreshes: 'business days and counts',
    settings: SETTINGS,
  },
  campaigns: {
    campaigns: ['campaigns', 'unfunded'],
    drafts: ['drafts'],
    media: ['media', 'invited', 'campaigns'],
    accounts: ['account'],
    brands: ['account'],
    sign_ups: ['campaigns'],
    sign_up_videos: ['campaigns'],
    allocation_lines: ['campaigns', 'money'],
    settlement_parts: 'figures of a settlement in progress',
    refreshes: 'business days and counts',
    settings: SETTINGS,
  },
  payouts: {
    accounts: ['money'],
    entries: ['money'],
    holds: ['money', 'reservations'],
    brands: ['account'],
    campaigns: ['campaigns'],
    posted_totals: ['money'],
    creators: ['account'],
    orders: ['money', 'orders'],
    earnings: ['money'],
    payout_accounts: ['account'],
    transfers: ['money'],
    transfer_attempts: ['money'],
    stripe_events: 'the provider’s ids',
    forfeits: ['money'],
    settings: SETTINGS,
  },
}

/** The services' READMEs list their collections; `docs.test.ts` keeps these lists complete. */
const collectionsOf = (service: string) => {
  const [, rest = ''] = read(`services/${service}/README.md`).split('### Collections\n\n')
  const [table = ''] = rest.split('\n\n')
  return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
}

test.each(packageFolders(workspaceRoot).flatMap((folder) => /^services\/(\w+)$/.exec(folder)?.[1] ?? []))(
  'states how long each collection of %s is kept, or why it contains no personal data',
  (service) => {
    const known = { ...covers[service], ...(service in covers && ofEachService) }
    expect(collectionsOf(service).toSorted()).toEqual(Object.keys(known).toSorted())
  },
)

test('each row of the retention table covers a collection', () => {
  const rows = keys.flatMap((key) => /^kept-(\w+)-how-long$/.exec(key)?.[1] ?? [])
  const used = [ofEachService, ...Object.values(covers)].flatMap((all) => Object.values(all)).filter((cover) => typeof cover !== 'string')
  expect([...new Set(used.flat())].toSorted()).toEqual(rows.toSorted())
})

const STORES = /(?:local|session)Storage\.setItem\(/
const STORAGE_KEY = /'(reelfair\.[\w-]+)'/g

test('lists every cookie and every entry in local storage that the product sets', () => {
  const policy = read('shell/src/pages/privacy/policy.ts')
  const cookieNames = /CookieName = ([^\n]+)/.exec(read('services/gateway/src/session-cookie.ts'))?.[1] ?? ''
  for (const [, name = ''] of cookieNames.matchAll(/'(\w+)'/g)) expect(policy).toContain(`__Host-${name}`)
  const files = packageFolders(workspaceRoot)
    .flatMap((folder) => sourceFiles(workspaceRoot, `${folder}/src`))
    .filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file) && STORES.test(read(file)))
  const keysIn = (file: string) => [...read(file).matchAll(STORAGE_KEY)].map(([, key = '']) => key)
  expect(files.length).toBeGreaterThanOrEqual(5)
  expect(files.filter((file) => keysIn(file).length === 0)).toEqual([])
  const listed = /storage: '([^']+)'/.exec(policy)?.[1]?.split(', ') ?? []
  expect(listed.toSorted()).toEqual([...new Set(files.flatMap(keysIn))].sort())
})

test('only the service that signs users in stores passwords', () => {
  const stores = sourceFiles(workspaceRoot, 'services/*/src/store')
  const withPasswords = stores.filter((file) => /password/i.test(read(file)))
  expect(withPasswords).toContain(`${IDENTITY}/store/users.ts`)
  expect(withPasswords.filter((file) => !file.startsWith(`${IDENTITY}/`))).toEqual([])
})
