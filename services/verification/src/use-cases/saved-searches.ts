import type { SavedSearchInput, SavedSearchPath, SavedSearchRename } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { withName, withoutSavedSearch, withSavedSearch } from '../domain/saved-search.ts'
import { lockSavedSearches, type SavedSearch, savedSearchesOf, saveSavedSearches } from '../store/saved-searches.ts'

export const listSavedSearches = async (_: unknown, ctx: Context<'brand'>) => ({ items: await savedSearchesOf(ctx, ctx.actor.id) })

export async function saveSearch({ name, search }: SavedSearchInput, ctx: Context<'brand'>) {
  const added: SavedSearch = { id: ctx.newId(), name, search, createdAt: ctx.now() }
  await changeSearches(ctx, (items) => withSavedSearch(items, added))
  return added
}

export async function renameSavedSearch({ savedSearchId: id, name }: SavedSearchRename, ctx: Context<'brand'>) {
  const items = await changeSearches(ctx, (before) => withName(before, { id, name }))
  return found(items.find((one) => one.id === id))
}

export async function deleteSavedSearch({ savedSearchId }: SavedSearchPath, ctx: Context<'brand'>) {
  await changeSearches(ctx, (items) => withoutSavedSearch(items, savedSearchId))
}

/** Guard: the brand's document, which holds all of its searches. */
const changeSearches = (ctx: Context<'brand'>, change: (items: readonly SavedSearch[]) => SavedSearch[]): Promise<SavedSearch[]> =>
  ctx.transact(async (tx) => {
    const searches = await lockSavedSearches(tx, ctx.actor.id)
    return (await saveSavedSearches(tx, { ...searches, items: change(searches.items) })).items
  })
