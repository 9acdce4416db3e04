/**
 * How each collection grows. All data that users can add has a limit. `npm run docs` writes these entries to the
 * services' READMEs.
 */
import { type AnyService, hasDatabase, internalCollections } from '@reelfair/service-kit'

type Growth = readonly [by: string, limit: string, removed: string]

const ofEachService: Readonly<Record<string, Growth>> = {
  outbox: ['a transaction that emits events', 'one per 100 events of a transaction', 'when the bus has confirmed them'],
  inbox: ['the consumer', 'one per batch of up to 100 events', 'after 30 days'],
  job_runs: ['a job', 'one per job per business day', 'never'],
  requests: [
    'a signed-in person',
    'one per Idempotency-Key: 120 per minute, person and route, or the limit of the route',
    'after 48 hours',
  ],
}

const EXPORT_TASKS: Growth = ['a person', 'one per person and 24 hours', 'after 30 days']
const DELETIONS: Growth = ['a person who deletes the account', 'one per person', 'never: late events must not restore anything']
const LOCKS: Growth = [
  'a person who starts something or deletes the account',
  'one per person',
  'never: late events must not restore anything',
]

const growth: Readonly<Record<string, Readonly<Record<string, Growth>>>> = {
  identity: {
    export_tasks: EXPORT_TASKS,
    data_exports: ['a person', 'one per person and 24 hours, plus one per e-mail change', '7 days after it is ready'],
    data_export_parts: ['a service', 'one per 60 KB of a person’s data', '7 days after the export is ready'],
    brand_declarations: [
      'a brand',
      'the limits of these routes: at most 120 changes per minute and person',
      'when the account is deleted; company details 10 years later if the brand bought credits: accounting records',
    ],
    users: ['anyone who signs up', 'one per e-mail address; 10 sign-ups per minute and IP network', 'unconfirmed ones after 30 days'],
    sessions: ['a person who signs in', '20 per person', 'after 14 idle days, or at sign-out'],
    devices: ['a person who signs in', '20 per person', 'after 400 days without use'],
    security_events: [
      'a person who signs in, or changes or requests something sensitive',
      'the limits of these routes; failures: one per person, kind and day',
      'after 12 months',
    ],
    brands: ['a brand', 'one per brand', 'when the account is deleted'],
    brand_logos: ['a brand', 'one per brand', 'when the brand replaces or removes it, or deletes the account'],
    links: ['a person who requests an e-mail', 'one per person and purpose', 'when it expires'],
    mails: [
      'a person who requests an e-mail',
      'one per address per cool-down; 10 per IP network per minute',
      'after 30 days; messages to support, not before they are sent',
    ],
    challenges: ['a person with two-step sign-in who signs in', '20 per person', 'after 10 minutes'],
    google_attempts: ['anyone who starts to sign in with Google', '30 per IP network per minute', 'after 10 minutes'],
    notifications: ['an event', '500 per person; one per person, event and kind', 'after 12 months'],
    bells: ['a person’s first notification', 'one per person', 'when the account is deleted'],
    steps: ['an event', 'one per campaign, review, order, transfer, invitation or account', 'after 12 months'],
    campaign_names: ['a brand', 'one per campaign', '15 months after its last name'],
    account_names: ['a creator', 'one per social account', '30 days after its removal'],
    throttles: ['anyone who tries to sign in', 'one per e-mail address, IP network or device', 'when the waiting time is over'],
    setting_changes: ['an admin', 'one per change of a setting: 120 per minute and admin', 'never: audit log'],
    setting_locks: ['an admin', 'one document', 'never'],
    account_deletions: ['a person who deletes the account', 'one per person', 'never; its evidence after 5 years'],
    user_deletions: DELETIONS,
  },
  verification: {
    export_tasks: EXPORT_TASKS,
    accounts: ['a creator', '3 per social network; 20 added per network per day', 'when the creator removes it'],
    attempts: ['a creator', '10 per social network', 'after 365 days'],
    messages: ['the workflow', 'one per message', 'after 7 days'],
    creator_networks: ['a creator', 'one per social network', 'when the account is deleted'],
    connection_attempts: ['a creator who starts to connect an account', '20 per creator per minute', 'after 15 minutes'],
    grants: ['a creator', 'one per connected account', 'when the account is deleted'],
    revocations: [
      'a consent that is not kept',
      'one per consent; 20 connections per creator per minute',
      'once the network has revoked it, at most after 7 days',
    ],
    showcases: ['a creator', 'one per verified account', 'when the account is deleted'],
    pictures: ['a creator', 'four per verified account, each at most 512 KB', 'when newer ones replace them, or the account is deleted'],
    records: ['a settled partnership', 'one per creator, with up to ten partnerships', 'when the account is deleted'],
    saved_searches: ['a brand', 'one per brand, with up to 20 searches', 'when the account is deleted'],
    user_deletions: DELETIONS,
  },
  metrics: {
    export_tasks: EXPORT_TASKS,
    settings: ['an admin', 'one per change of a setting', 'never: history of the rates'],
    assignments: ['a creator', 'one per sign-up, of which 5 are active per creator, or partnership', '24 months after the planned end'],
    subject_locks: ['a brand', 'one per campaign or partnership', 'after 24 months'],
    subject_ends: ['a brand', 'one per campaign or partnership', '24 months after the end'],
    verified_accounts: ['a creator', '3 per social network, plus previously verified ones', 'when the account is deleted'],
    accesses: ['a creator', 'one per connected account', 'when the account is deleted'],
    user_deletions: DELETIONS,
    nights: ['the nightly refresh', '16 per brand per night', 'after 92 days'],
    observations: ['the nightly refresh', 'one per video per reading; 100 videos per assignment', '24 months after the planned end'],
    refreshes: ['the nightly refresh', 'one per day', 'after 24 months'],
    reviews: ['the nightly refresh', 'one open per video and kind', '24 months after the planned end'],
    tasks: ['the nightly refresh', 'one per account per night, two per assignment at its end', 'after 30 days'],
    videos: ['a creator', '100 per assignment', '24 months after the planned end'],
  },
  partnerships: {
    export_tasks: EXPORT_TASKS,
    settings: ['an admin', 'one per change of a setting', 'never: history of the rates'],
    invitations: [
      'a brand',
      '200 per brand per day, 20 of them unfunded; concurrent requests may exceed this',
      '90 days after they or their partnership ended',
    ],
    partnerships: ['a creator', 'one per accepted invitation', 'never: receipts'],
    accounts: ['a creator', '3 per social network', 'when the account is deleted'],
    brand_records: ['a settled partnership', 'one per brand', 'when the account is deleted'],
    logos: ['a brand', 'one per stored logo, plus markers of removed ones', 'markers after 90 days'],
    refreshes: ['the nightly refresh', 'one per day', 'never'],
    brands: ['a brand', 'one per brand', 'never'],
    user_deletions: LOCKS,
  },
  payouts: {
    export_tasks: EXPORT_TASKS,
    settings: ['an admin', 'one per change of a setting', 'never: history of the rates'],
    accounts: ['the ledger', 'five per creator, one per brand and per hold', 'never: ledger'],
    entries: ['the ledger', 'one per movement of money or credits', 'never: ledger'],
    holds: ['a brand', 'one per campaign or invitation', 'refused ones after 60 days; others never: ledger'],
    brands: ['a brand', 'one per brand', 'never'],
    campaigns: ['a brand', 'one per requested campaign', 'unfunded ones after 60 days; others never'],
    posted_totals: ['a creator', 'one per sign-up and partnership', 'never: ledger'],
    creators: ['a creator', 'one per creator', 'when the account is deleted'],
    orders: [
      'a brand',
      '50 unpaid ones per brand per day; concurrent requests may exceed this',
      'expired ones after 30 days; paid, processing, failed and undecided ones never: accounting',
    ],
    earnings: ['a creator', 'one per creator and campaign or partnership', 'never: ledger'],
    payout_accounts: ['a creator', 'one per creator', 'when the account is deleted'],
    transfers: ['a creator', 'at most one per €1 earned', 'never: accounting'],
    transfer_attempts: ['the queue', 'about 20 per transfer, more when an admin retries by hand', 'never: accounting'],
    stripe_events: ['Stripe', 'one per message', 'after 60 days'],
    forfeits: ['a creator who deletes the account', 'one per creator', 'never: ledger'],
    user_deletions: LOCKS,
  },
  campaigns: {
    export_tasks: EXPORT_TASKS,
    settings: ['an admin', 'one per change of a setting', 'never: history of the rates'],
    campaigns: [
      'a brand',
      '100 unfunded ones per brand per day; concurrent requests may exceed this; funded ones hold at least 1,000 credits',
      'unfunded ones after 30 days; others never',
    ],
    drafts: ['a brand', 'one per brand', 'when its campaign is requested, or after 90 days'],
    media: [
      'a brand',
      '20 unused per brand, one per campaign or invitation',
      '30 days after its last use in a draft or an unfunded campaign, 120 after an invitation, 25 months after a partnership',
    ],
    accounts: ['a creator', '3 per social network, plus previously verified ones', 'when the account is deleted'],
    brands: ['a brand', 'one per brand', 'never'],
    sign_ups: ['a creator', '5 active per creator, one per campaign', 'never: receipts'],
    sign_up_videos: ['a creator', 'one per sign-up, with up to 100 videos', 'never: receipts'],
    allocation_lines: ['the settlement', 'one per sign-up and day', 'never: receipts'],
    settlement_parts: ['the settlement', 'one per 500 sign-ups of a campaign', 'when the part is settled'],
    refreshes: ['the nightly refresh', 'one per day', 'never'],
    user_deletions: LOCKS,
  },
}

const namesOf = (definition: AnyService): readonly string[] =>
  hasDatabase(definition) ? [...(definition.collections ?? []), ...internalCollections].map(({ name }) => name) : []

const growthOf = ({ name }: AnyService): Readonly<Record<string, Growth>> => ({ ...growth[name], ...ofEachService })

/** @internal */
export function growthFaults(definition: AnyService): string[] {
  const { name } = definition
  const entries = Object.keys(growthOf(definition))
  const names = namesOf(definition)
  return [
    ...names.filter((one) => !entries.includes(one)).map((one) => `${name}.${one} has no growth entry`),
    ...entries.filter((one) => !names.includes(one)).map((one) => `${name}.${one} has a growth entry but does not exist`),
  ]
}

/** Aligns columns as Biome formats Markdown tables. */
export function growthTable(definition: AnyService): string {
  const names = namesOf(definition)
  if (names.length === 0) return ''
  const rows = names.map((name) => [`\`${name}\``, ...(growthOf(definition)[name] ?? ['', '', ''])])
  const lines = [['Collection', 'Added by', 'Limit', 'Removed'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => lines.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...rest] = lines
  return ['### Collections', '', line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
