import { type Network, usernameKey } from '@reelfair/contracts'
import { insertInBulk, type TestApp } from '@reelfair/testkit'
import type { Account } from '../domain/account.ts'
import { searchKeysOf } from '../domain/creator-search.ts'

const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const
const LANGUAGES = ['en', 'de', 'it', 'pt', 'wait'] as const
const CATEGORIES = ['Food_Cooking', 'Gaming_Esports', 'Drinks_Coffee', 'Luxury_Lifestyle'] as const
const PLACES = [
  ['France', 'Lyon'],
  ['BE', 'Brussels'],
  ['Belgique', 'Ghent'],
  ['Atlantis', 'lyon '],
] as const
const STARTS = ['lea', 'Leo', 'tom', 'zoé', 'mila'] as const

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
/** Evenly spread, but the same in each run. */
const spread = (number: number, by: number) => Math.floor(number * by * 0.618_033_988_7)

/** An account whose figures are often equal to those of others, and sometimes unknown. */
export function anAccount(number: number, more: Partial<Account> = {}): Account {
  const [country, city] = pick(PLACES, spread(number, 3))
  const username = `${pick(STARTS, number)}.${number}`
  const account = {
    id: crypto.randomUUID(),
    creatorId: crypto.randomUUID(),
    network: pick<Network>(NETWORKS, spread(number, 7)),
    username,
    usernameKey: usernameKey(username),
    status: 'verified' as const,
    createdAt: new Date(Date.UTC(2026, 0, 1)),
    verifiedAt: new Date(Date.UTC(2026, 0, 1 + (number % 300), 12)),
    externalId: `ext_${number}`,
    language: pick(LANGUAGES, spread(number, 5)),
    category: pick(CATEGORIES, spread(number, 11)),
    country,
    city,
    followers: 1_000 * (spread(number, 13) % 12),
    averageViews: number % 6 === 0 ? null : 500 * (spread(number, 17) % 9),
    ...(number % 5 !== 0 && { rpmCents: 10 * (1 + (spread(number, 19) % 7)) }),
    isPublic: true,
    ageRestricted: false,
    ...(number % 3 === 0 && { isCollabOpen: number % 2 === 0 }),
    statsAt: new Date(Date.UTC(2026, 10, 1)),
    ...more,
  }
  return account
}

/** Stores accounts without verifying them. */
export const fillAccounts = (app: TestApp, accounts: Iterable<Account>): Promise<void> =>
  insertInBulk(app.database.collection<{ _id: string }>('accounts'), rowsOf(accounts))

function* rowsOf(accounts: Iterable<Account>) {
  for (const { id, ...account } of accounts) yield { _id: id, version: 1, ...account, searchKeys: searchKeysOf({ id, ...account }) }
}
