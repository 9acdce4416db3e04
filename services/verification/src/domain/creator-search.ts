/** Finding creators along an index that is in the order of the list. @source ADR 15 */
import { type CreatorSearch, usernameKey } from '@reelfair/contracts'
import { countryCode, instantOf } from '@reelfair/rules'
import type { Account } from './account.ts'

type Figures = Pick<Account, CreatorSearch['sort']>
/** What the search compares. */
export type Searched = Figures &
  Pick<Account, 'id' | 'network' | 'usernameKey' | 'language' | 'category' | 'country' | 'city' | 'verifiedAt' | 'isCollabOpen'>

const placeKey = (text: string) => text.normalize('NFC').trim().toLowerCase()

const START = 3

/** From the one with the fewest accounts to the one with all of them. */
function searchKeys(start: string, { city, category, country }: Pick<CreatorSearch, 'city' | 'category' | 'country'>): string[] {
  const letters = [...start]
  return [
    ...(letters.length >= START ? [`username:${letters.slice(0, START).join('')}`] : []),
    ...(city === undefined ? [] : [`city:${placeKey(city)}`]),
    ...(category === undefined ? [] : [`category:${category}`]),
    ...(country === undefined ? [] : [`country:${country}`]),
    'all',
  ]
}

/** Under what an account is found; undefined for an account that brands may not find. */
export function searchKeysOf(account: Account): string[] | undefined {
  const { verifiedAt, isPublic, ageRestricted, isClosing, usernameKey, city, category, country = '' } = account
  const isFindable = verifiedAt && isPublic && !ageRestricted && !isClosing
  return isFindable ? searchKeys(usernameKey, { city, category, country: countryCode(country) }) : undefined
}

/** The key that leaves the fewest accounts to read. */
export const narrowestKey = (search: CreatorSearch): string => searchKeys(startOf(search), search)[0] ?? 'all'

const KEYED: readonly string[] = ['city', 'category', 'country'] satisfies (keyof CreatorSearch)[]

/** Whether all accounts under the narrowest key match, so that a page needs to read no others. */
export function isNarrowest({ sort: _, order: __, ...filters }: CreatorSearch): boolean {
  const used = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : name))
  return used.length === 0 || (used.length === 1 && used.every((name) => KEYED.includes(name)))
}

const startOf = ({ username = '' }: CreatorSearch) => usernameKey(username.replace(/^@/, ''))

/** Whether the account passes all filters. */
export function matcherOf(search: CreatorSearch): (account: Searched) => boolean {
  const start = startOf(search)
  const city = search.city === undefined ? undefined : placeKey(search.city)
  const since = search.verifiedSince === undefined ? undefined : instantOf(search.verifiedSince, '00:00')
  return (account) =>
    account.usernameKey.startsWith(start) &&
    (search.network === undefined || account.network === search.network) &&
    (search.language === undefined || account.language === search.language) &&
    (search.category === undefined || account.category === search.category) &&
    (search.country === undefined || countryCode(account.country ?? '') === search.country) &&
    (city === undefined || placeKey(account.city ?? '') === city) &&
    (since === undefined || (account.verifiedAt !== undefined && account.verifiedAt >= since)) &&
    (search.collab === undefined || account.isCollabOpen === true) &&
    FIGURES.every((figure) => isWithin(account[figure], boundsOf(search, figure)))
}

const FIGURES = ['followers', 'averageViews', 'rpmCents'] as const

interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function boundsOf(search: CreatorSearch, figure: CreatorSearch['sort']): Bounds {
  switch (figure) {
    case 'followers':
      return { min: search.minFollowers, max: search.maxFollowers }
    case 'averageViews':
      return { min: search.minAverageViews, max: search.maxAverageViews }
    case 'rpmCents':
      return { min: search.minRpmCents, max: search.maxRpmCents }
  }
}

const isBounded = ({ min, max }: Bounds) => min !== undefined || max !== undefined

const isWithin = (value: number | null | undefined, bounds: Bounds) =>
  !isBounded(bounds) || (value !== undefined && value !== null && value >= (bounds.min ?? 0) && value <= (bounds.max ?? value))

/** Where a page ends: the sort figure and the id of the last account read. */
export type Position = readonly [figure: number | null, id: string]

export const positionOf = (account: Pick<Searched, 'id'> & Figures, { sort }: CreatorSearch): Position => [
  account[sort] ?? null,
  account.id,
]

type Range = Readonly<Record<string, unknown>>

/**
 * The index ranges after a position, in the order of the list. Accounts with an unknown figure come last in both
 * directions. Accounts with the same figure are a range of their own: thousands of them may come before the position.
 */
export function rangesAfter(search: CreatorSearch, position: Position | undefined): Range[] {
  const { sort, order } = search
  const beyond = order === 'asc' ? '$gt' : '$lt'
  const bounds = boundsOf(search, sort)
  const [value, id] = position ?? []
  const after = id === undefined ? {} : { _id: { [beyond]: id } }
  const unknown = isBounded(bounds) || sort === 'followers' ? [] : [{ [sort]: null }]
  if (value === null) return unknown.map((range) => ({ ...range, ...after }))
  const low = value !== undefined && order === 'asc' ? { $gt: value } : { $gte: bounds.min ?? 0 }
  const high = value !== undefined && order === 'desc' ? { $lt: value } : bounds.max === undefined ? {} : { $lte: bounds.max }
  return [...(value === undefined ? [] : [{ [sort]: value, ...after }]), { [sort]: { ...low, ...high } }, ...unknown]
}
