/** How each collection grows: whatever a user can add has a limit. `npm run docs` puts it into the services' READMEs; a test fails for a collection that is missing. */
import { type AnyService, keepsData, ownCollections } from '@reelfair/service-kit'

/** The actor that adds documents; how many there can be, or how fast they may be added; when they are removed. */
type Growth = readonly [by: string, limit: string, removed: string]

/** What service-kit keeps in the database of each service. */
const ofEachService: Readonly<Record<string, Growth>> = {
  outbox: ['a transaction that emits events', 'one per 100 events of a transaction', 'when the bus has confirmed them'],
  inbox: ['the consumer', 'one per batch, of 100 events at most', 'after 30 days'],
  job_runs: ['a job', 'one per job and business day', 'never'],
  requests: [
    'a signed-in person',
    'one per Idempotency-Key: 120 a minute per person and route, or what the route allows',
    'after 48 hours',
  ],
}

/** By service and collection. */
const growth: Readonly<Record<string, Readonly<Record<string, Growth>>>> = {
  identity: {
    users: ['anyone who signs up', 'one per e-mail address, 10 sign-ups a minute per network', 'never'],
    sessions: ['a person who signs in', '20 per person', 'after 14 idle days, or at sign-out'],
    devices: ['a person who signs in', '20 per person', 'after 400 days without use'],
    brands: ['a brand', 'one per brand', 'never'],
    links: ['a person who asks for a mail', 'one per person', 'when it expires'],
    mails: ['a person who asks for a mail', 'one per address and cool-down, 10 a minute per network', 'after 30 days'],
    throttles: ['anyone who tries to sign in', 'one per address, network or device', 'when the wait is over'],
  },
  verification: {
    accounts: ['a creator', '3 per network, 20 added per network and day', 'when the creator removes it'],
    attempts: ['a creator', '10 per network', 'after 365 days'],
    messages: ['the workflow', 'one per message', 'after 7 days'],
    standings: ['a creator', 'one per network', 'never'],
  },
  metrics: {
    assignments: ['a creator', 'one per sign-up: 5 active per creator', '24 months after the planned end'],
    campaign_locks: ['a brand', 'one per campaign', 'after 24 months'],
    campaign_ends: ['a brand', 'one per campaign', '24 months after the end'],
    verified_accounts: ['a creator', '3 per network, and each that was verified before', 'never'],
    nights: ['the nightly refresh', '16 per brand and night', 'after 92 days'],
    observations: ['the nightly refresh', 'one per video and reading: 100 videos per sign-up', '24 months after the planned end'],
    refreshes: ['the nightly refresh', 'one per day', 'after 24 months'],
    reviews: ['the nightly refresh', 'one open per video and kind', '24 months after the planned end'],
    tasks: ['the nightly refresh', 'one per account and night, two per sign-up at its end', 'after 30 days'],
    videos: ['a creator', '100 per sign-up', '24 months after the planned end'],
  },
  partnerships: {
    invitations: ['a brand', '200 per brand and day; concurrent requests may exceed it', '90 days after they failed or expired'],
    accounts: [
      'a creator',
      '3 per network, and the marks of removed ones: 20 per network and day',
      'marks after 90 days, when no older event can arrive; others never',
    ],
    brands: ['a brand', 'one per brand', 'never'],
  },
  payouts: {
    accounts: ['the ledger', 'five per creator, one per brand and per hold', 'never: ledger'],
    entries: ['the ledger', 'one per movement of money or credits', 'never: ledger'],
    holds: ['a brand', 'one per campaign or invitation', 'refused ones after 60 days; others never: ledger'],
    brands: ['a brand', 'one per brand', 'never'],
    campaigns: ['a brand', 'one per campaign that was asked for', 'unfunded ones after 60 days; others never'],
    sign_ups: ['a creator', 'one per sign-up', 'never: ledger'],
    creators: ['a creator', 'one per creator', 'never'],
    orders: [
      'a brand',
      '50 unpaid ones per brand and day; concurrent requests may exceed it',
      'expired ones after 30 days; paid, processing, failed and undecided ones never: accounting',
    ],
    earnings: ['a creator', 'one per creator and campaign or partnership', 'never: ledger'],
    payout_accounts: ['a creator', 'one per creator', 'never'],
    transfers: ['a creator', 'one per €1 earned at most', 'never: accounting'],
    transfer_attempts: ['the queue', 'about 20 per transfer, more when an admin retries by hand', 'never: accounting'],
    stripe_events: ['Stripe', 'one per message', 'after 60 days'],
  },
  campaigns: {
    campaigns: [
      'a brand',
      '100 without credits per brand and day, concurrent requests may exceed it; funded ones hold at least 1,000 credits',
      'unfunded ones after 30 days; others never',
    ],
    drafts: ['a brand', 'one per brand', 'when its campaign is asked for'],
    media: ['a brand', '20 unused per brand, one per campaign', '30 days after its last use in a draft or an unfunded campaign'],
    accounts: ['a creator', '3 per network, and each that was verified before', 'never'],
    brands: ['a brand', 'one per brand', 'never'],
    creators: ['a creator', 'one per creator', 'never'],
    sign_ups: ['a creator', '5 active per creator, one per campaign', 'never: receipts'],
    sign_up_videos: ['a creator', 'one per sign-up, of 100 videos', 'never: receipts'],
    credits: ['the settlement', 'one per sign-up and day', 'never: receipts'],
    settlement_parts: ['the settlement', 'one per 500 sign-ups of a campaign', 'when the part is settled'],
    refreshes: ['the nightly refresh', 'one per day', 'never'],
  },
}

const namesOf = (definition: AnyService): readonly string[] =>
  keepsData(definition) ? [...(definition.collections ?? []), ...ownCollections].map(({ name }) => name) : []

const growthOf = ({ name }: AnyService): Readonly<Record<string, Growth>> => ({ ...growth[name], ...ofEachService })

/** Collections of a service that do not state how they grow, and statements about collections that are gone. */
export function growthFaults(definition: AnyService): string[] {
  const { name } = definition
  const stated = Object.keys(growthOf(definition))
  const names = namesOf(definition)
  return [
    ...names.filter((one) => !stated.includes(one)).map((one) => `${name}.${one} does not state how it grows`),
    ...stated.filter((one) => !names.includes(one)).map((one) => `${name}.${one} is stated, and there is no such collection`),
  ]
}

/** A Markdown table with columns as wide as their widest cell, which is how Biome formats a README. */
export function growthTable(definition: AnyService): string {
  const names = namesOf(definition)
  if (names.length === 0) return ''
  const rows = names.map((name) => [`\`${name}\``, ...(growthOf(definition)[name] ?? ['', '', ''])])
  const lines = [['Collection', 'Grows by', 'At most', 'Removed'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => lines.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...rest] = lines
  return ['### Collections', '', line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
