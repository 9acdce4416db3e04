import type { CreatorSearch, CreatorsQuery } from '@reelfair/contracts'
import { countryCode } from '@reelfair/rules'
import type { Context, Scope } from '@reelfair/service-kit'
import { isNarrowest, matcherOf, positionOf } from '../domain/creator-search.ts'
import { pictureOf } from '../domain/showcase.ts'
import { accountsAfter, type ListedAccount } from '../store/creator-search.ts'
import { deletion } from '../store/erase-user.ts'
import { recordsOf } from '../store/records.ts'
import { showcasesOf } from '../store/showcases.ts'
import { cursorOf, parseCursor } from './search-cursor.ts'

/** Usually, a few accounts per row fill the page. Otherwise a second read takes the rest that one request may read. */
const FIRST_READ_PER_ROW = 5
/** Below the 5,000 keys that a page may cost, because the database reads ahead. */
const MAX_READ = 4_000

export async function findCreators({ limit, cursor, ...search }: CreatorsQuery, ctx: Context<'brand'>) {
  const { accounts, ...page } = await searchAccounts(ctx, search, { limit, cursor })
  const creatorIds = accounts.map(({ creatorId }) => creatorId)
  const [gone, recordOf, showcases] = await Promise.all([
    deletedAmong(ctx, creatorIds),
    recordsOf(ctx, creatorIds),
    showcasesOf(
      ctx,
      accounts.map(({ id }) => id),
    ),
  ])
  const items = accounts
    .filter(({ creatorId }) => !gone.has(creatorId))
    .map((account) => {
      const showcase = showcases.get(account.id)
      return { ...view(account), record: recordOf(account.creatorId), pictureId: showcase && pictureOf(showcase) }
    })
  return { ...page, items }
}

/** Reads along the index until the page is full, the index ends, or the request has read enough. */
async function searchAccounts(
  scope: Scope,
  search: CreatorSearch,
  { limit, cursor }: Pick<CreatorsQuery, 'limit' | 'cursor'>,
): Promise<{ accounts: ListedAccount[]; next?: string; isPartial: boolean }> {
  const matches = matcherOf(search)
  const first = isNarrowest(search) ? limit + 1 : limit * FIRST_READ_PER_ROW
  let position = cursor === undefined ? undefined : parseCursor(cursor)
  let found: ListedAccount[] = []
  for (const size of [first, MAX_READ - first]) {
    const read = await accountsAfter(scope, search, { position, limit: size })
    found = [...found, ...read.filter(matches)]
    const [last, end] = [found[limit - 1], read.at(-1)]
    if (found.length > limit && last) return { accounts: found.slice(0, limit), next: cursorOf(positionOf(last, search)), isPartial: false }
    if (read.length < size || !end) return { accounts: found, isPartial: false }
    position = positionOf(end, search)
  }
  return { accounts: found, ...(position && { next: cursorOf(position) }), isPartial: found.length < limit }
}

/** Accounts of a deleted creator are erased a few seconds later. */
async function deletedAmong(scope: Scope, creatorIds: readonly string[]): Promise<ReadonlySet<string>> {
  const users = await deletion.collection.byIds(scope, creatorIds)
  return new Set(users.filter(({ state }) => state === 'deleted').map(({ id }) => id))
}

/** Only accounts with statistics have search keys. */
function view({ id: accountId, statsAt, verifiedAt, followers, ...account }: ListedAccount) {
  if (!statsAt || !verifiedAt || followers === undefined) throw new Error(`account ${accountId} has search keys but no statistics`)
  const { country = '', averageViews = null, rpmCents = null, isCollabOpen = false } = account
  return {
    ...account,
    accountId,
    followers,
    averageViews,
    rpmCents,
    isCollabOpen,
    country: countryCode(country) ?? account.country,
    verifiedAt,
    statsAt,
  }
}
