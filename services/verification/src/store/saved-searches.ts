/**
 * One document per brand. Every change locks it, which enforces the limit on saved searches and their unique names.
 */
import { CreatorSearch, Id, MAX_SAVED_SEARCHES } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

const SavedSearch = z.object({ id: Id, name: z.string(), search: CreatorSearch, createdAt: z.date() })
export type SavedSearch = z.infer<typeof SavedSearch>

/** The document's id is the brand's. */
export const savedSearches = defineCollection('saved_searches', { items: z.array(SavedSearch).max(MAX_SAVED_SEARCHES) })

export const lockSavedSearches = (tx: Tx, brandId: string) => savedSearches.lock(tx, brandId, { items: [] })

export const saveSavedSearches = (tx: Tx, searches: Stored<typeof savedSearches>) => savedSearches.save(tx, searches)

export const savedSearchesOf = async (scope: Scope, brandId: string): Promise<readonly SavedSearch[]> =>
  (await savedSearches.byId(scope, brandId))?.items ?? []
