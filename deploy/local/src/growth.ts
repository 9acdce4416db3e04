/** How each collection grows: whatever a user can add has a limit. `npm run docs` puts it into the services' READMEs; a test fails for a collection that is missing. */
import type { AnyService } from '@reelfair/service-kit'

export interface Growth {
  /** The actor that adds documents. */
  readonly by: string
  /** How many there can be, or how fast they may be added. */
  readonly limit: string
  /** When they are removed. */
  readonly removed: string
}

/** By service and collection. */
export const growth: Readonly<Record<string, Readonly<Record<string, Growth>>>> = {
  identity: {
    users: { by: 'anyone who signs up', limit: 'one per e-mail address, 10 sign-ups a minute per network', removed: 'never' },
    sessions: { by: 'a person who signs in', limit: '20 per person', removed: 'after 14 idle days, or at sign-out' },
    devices: { by: 'a person who signs in', limit: '20 per person', removed: 'after 400 days without use' },
    brands: { by: 'a brand', limit: 'one per brand', removed: 'never' },
    links: { by: 'a person who asks for a mail', limit: 'one per person', removed: 'when it expires' },
    mails: {
      by: 'a person who asks for a mail',
      limit: 'one per address and cool-down, 10 a minute per network',
      removed: 'after 30 days',
    },
    throttles: { by: 'anyone who tries to sign in', limit: 'one per address, network or device', removed: 'when the wait is over' },
  },
  verification: {
    accounts: { by: 'a creator', limit: '3 per network, 20 added per network and day', removed: 'when the creator removes it' },
    attempts: { by: 'a creator', limit: '10 per network', removed: 'after 365 days' },
    messages: { by: 'the workflow', limit: 'one per message', removed: 'after 7 days' },
    standings: { by: 'a creator', limit: 'one per network', removed: 'never' },
  },
  metrics: {
    assignments: { by: 'a creator', limit: 'one per sign-up: 5 active per creator', removed: '24 months after the planned end' },
    campaign_locks: { by: 'a brand', limit: 'one per campaign', removed: 'after 24 months' },
    campaign_ends: { by: 'a brand', limit: 'one per campaign', removed: '24 months after the end' },
    verified_accounts: { by: 'a creator', limit: '3 per network, and each that was verified before', removed: 'never' },
    nights: { by: 'the nightly refresh', limit: '16 per brand and night', removed: 'after 92 days' },
    observations: {
      by: 'the nightly refresh',
      limit: 'one per video and reading: 100 videos per sign-up',
      removed: '24 months after the planned end',
    },
    refreshes: { by: 'the nightly refresh', limit: 'one per day', removed: 'after 24 months' },
    reviews: { by: 'the nightly refresh', limit: 'one open per video and kind', removed: '24 months after the planned end' },
    tasks: { by: 'the nightly refresh', limit: 'one per account and night, two per sign-up at its end', removed: 'after 30 days' },
    videos: { by: 'a creator', limit: '100 per sign-up', removed: '24 months after the planned end' },
  },
  partnerships: {
    invitations: {
      by: 'a brand',
      limit: '200 per brand and day; concurrent requests may exceed it',
      removed: '90 days after they failed or expired',
    },
    accounts: {
      by: 'a creator',
      limit: '3 per network, and the marks of removed ones: 20 per network and day',
      removed: 'marks after 90 days, when no older event can arrive; others never',
    },
    brands: { by: 'a brand', limit: 'one per brand', removed: 'never' },
  },
  payouts: {
    accounts: { by: 'the ledger', limit: 'five per creator, one per brand and per hold', removed: 'never: ledger' },
    entries: { by: 'the ledger', limit: 'one per movement of money or credits', removed: 'never: ledger' },
    holds: { by: 'a brand', limit: 'one per campaign or invitation', removed: 'never: ledger' },
    brands: { by: 'a brand', limit: 'one per brand', removed: 'never' },
    campaigns: { by: 'a brand', limit: 'one per campaign that was asked for', removed: 'never' },
    sign_ups: { by: 'a creator', limit: 'one per sign-up', removed: 'never: ledger' },
    creators: { by: 'a creator', limit: 'one per creator', removed: 'never' },
    orders: {
      by: 'a brand',
      limit: '50 unpaid ones per brand and day; concurrent requests may exceed it',
      removed: 'expired ones after 30 days; paid, processing, failed and undecided ones never: accounting',
    },
    earnings: { by: 'a creator', limit: 'one per creator and campaign or partnership', removed: 'never: ledger' },
    payout_accounts: { by: 'a creator', limit: 'one per creator', removed: 'never' },
    transfers: { by: 'a creator', limit: 'one per €1 earned at most', removed: 'never: accounting' },
    transfer_attempts: {
      by: 'the queue',
      limit: 'about 20 per transfer, more when an admin retries by hand',
      removed: 'never: accounting',
    },
    stripe_events: { by: 'Stripe', limit: 'one per message', removed: 'after 60 days' },
  },
  campaigns: {
    campaigns: {
      by: 'a brand',
      limit: '100 without credits per brand and day; funded ones hold at least 1,000 credits',
      removed: 'unfunded ones after 30 days; others never',
    },
    drafts: { by: 'a brand', limit: 'one per brand', removed: 'when its campaign is asked for' },
    media: {
      by: 'a brand',
      limit: '20 unused per brand, one per campaign',
      removed: '30 days after its last use in a draft or an unfunded campaign',
    },
    accounts: { by: 'a creator', limit: '3 per network, and each that was verified before', removed: 'never' },
    brands: { by: 'a brand', limit: 'one per brand', removed: 'never' },
    creators: { by: 'a creator', limit: 'one per creator', removed: 'never' },
    sign_ups: { by: 'a creator', limit: '5 active per creator, one per campaign', removed: 'never: receipts' },
    sign_up_videos: { by: 'a creator', limit: 'one per sign-up, of 100 videos', removed: 'never: receipts' },
    credits: { by: 'the settlement', limit: 'one per sign-up and day', removed: 'never: receipts' },
    settlement_parts: { by: 'the settlement', limit: 'one per 500 sign-ups of a campaign', removed: 'when the part is settled' },
    refreshes: { by: 'the nightly refresh', limit: 'one per day', removed: 'never' },
  },
}

/** Collections of a service that do not state how they grow, and statements about collections that are gone. */
export function growthFaults({ name, collections = [] }: AnyService): string[] {
  const stated = Object.keys(growth[name] ?? {})
  const names = collections.map((collection) => collection.name)
  return [
    ...names.filter((one) => !stated.includes(one)).map((one) => `${name}.${one} does not state how it grows`),
    ...stated.filter((one) => !names.includes(one)).map((one) => `${name}.${one} is stated, and there is no such collection`),
  ]
}

/** A Markdown table with columns as wide as their widest cell, which is how Biome formats a README. */
export function growthTable({ name, collections = [] }: AnyService): string {
  if (collections.length === 0) return ''
  const rows = collections.map((one) => {
    const { by = '', limit = '', removed = '' } = growth[name]?.[one.name] ?? {}
    return [`\`${one.name}\``, by, limit, removed]
  })
  const lines = [['Collection', 'Grows by', 'At most', 'Removed'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => lines.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...rest] = lines
  return ['### Collections', '', line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}
