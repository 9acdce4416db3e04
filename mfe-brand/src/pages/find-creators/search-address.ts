/** The page's address keeps the search, so that it can be reloaded, shared and saved. */
import type { Category, CreatorSearch } from '@reelfair/contracts'
import { categoryTable } from '@reelfair/contracts/categories'
import { AUDIENCE_LANGUAGES, CREATOR_SORTS, NETWORKS, PAYOUT_COUNTRIES } from '@reelfair/contracts/values'

export type Filters = Omit<CreatorSearch, 'sort' | 'order'>

const FIRST: Pick<CreatorSearch, 'sort' | 'order'> = { sort: 'averageViews', order: 'desc' }

const BOUNDS = ['minFollowers', 'maxFollowers', 'minAverageViews', 'maxAverageViews', 'minRpmCents', 'maxRpmCents'] as const
export const MAX_FIGURE = 10_000_000_000

const known = <T extends object>(fields: T): T => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** Ignores invalid values, which a user may have typed into the address. */
export function readSearch(address: URLSearchParams): CreatorSearch {
  const text = (name: string, max: number) => address.get(name)?.trim().slice(0, max) || undefined
  const one = <T extends string>(name: string, list: readonly T[]) => list.find((each) => each === address.get(name))
  const figure = (name: string) => (/^\d{1,10}$/.test(address.get(name) ?? '') ? Number(address.get(name)) : undefined)
  const day = address.get('verifiedSince') ?? ''
  return known({
    username: text('username', 60),
    network: one('network', NETWORKS),
    language: one('language', AUDIENCE_LANGUAGES),
    category: one('category', Object.keys(categoryTable) as Category[]),
    country: one('country', PAYOUT_COUNTRIES),
    city: text('city', 100),
    ...Object.fromEntries(BOUNDS.map((name) => [name, figure(name)])),
    verifiedSince: /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined,
    collab: one('collab', ['open']),
    sort: one('sort', CREATOR_SORTS) ?? FIRST.sort,
    order: one('order', ['asc', 'desc']) ?? FIRST.order,
  })
}

/** Leaves out the usual order. */
export function writeSearch({ sort, order, ...filters }: CreatorSearch): Record<string, string> {
  const isUsual = sort === FIRST.sort && order === FIRST.order
  return Object.fromEntries(
    Object.entries(known({ ...filters, ...(!isUsual && { sort, order }) })).map(([name, value]) => [name, String(value)]),
  )
}

/** A range counts as one filter. */
export const countFilters = (filters: Filters): number =>
  new Set(Object.keys(known(filters)).map((name) => name.replace(/^(?:min|max)/, ''))).size
