import type { CreatorSearch } from '@reelfair/contracts'
import type { Scope } from '@reelfair/service-kit'
import { narrowestKey, type Position, rangesAfter } from '../domain/creator-search.ts'
import { type Account, accounts } from './accounts.ts'

/** The fields that the search compares or shows. */
const FIELDS = [
  ...(['creatorId', 'network', 'username', 'usernameKey', 'language', 'category', 'country', 'city'] as const),
  ...(['followers', 'averageViews', 'rpmCents', 'isCollabOpen', 'verifiedAt', 'statsAt'] as const),
] as const
const PROJECTION = Object.fromEntries(FIELDS.map((field) => [field, 1]))

export type ListedAccount = Pick<Account, 'id' | (typeof FIELDS)[number]>
type Row = Omit<ListedAccount, 'id'> & { readonly _id: string }

/** Reads up to `limit` accounts after a position, in the order of the search. They may not match the other filters. */
export async function accountsAfter(
  scope: Scope,
  search: CreatorSearch,
  { position, limit }: { readonly position: Position | undefined; readonly limit: number },
): Promise<ListedAccount[]> {
  const direction = search.order === 'asc' ? 1 : -1
  let read: readonly Row[] = []
  for (const range of rangesAfter(search, position)) {
    if (read.length === limit) break
    const rows = await accounts.aggregate<Row>(scope, [
      { $match: { searchKeys: narrowestKey(search), ...range } },
      { $sort: { [search.sort]: direction, _id: direction } },
      { $limit: limit - read.length },
      { $project: PROJECTION },
    ])
    read = [...read, ...rows]
  }
  return read.map(({ _id: id, ...account }) => ({ id, ...account }))
}
