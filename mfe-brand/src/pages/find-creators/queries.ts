import type { CreatorSearch } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** Verified accounts, with each creator's record. */
export const useCreators = (search: CreatorSearch) => usePages('accounts', '/verification/creators', search)

// The searches belong to the brand, and no live event reports them.
export const useSavedSearches = () => useRead('brand', '/verification/saved-searches')

const changes = ['brand'] as const

export const useSaveSearch = (onDone: () => void) => useWrite('POST', '/verification/saved-searches', { changes, onDone })

export const useRenameSearch = (onDone: () => void) => useWrite('PATCH', '/verification/saved-searches/:savedSearchId', { changes, onDone })

export const useDeleteSearch = (onDone: () => void) =>
  useWrite('DELETE', '/verification/saved-searches/:savedSearchId', { changes, ifNotFound: undefined, onDone })
