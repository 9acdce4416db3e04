import type { CreatorSearch, Invitation, Partnership } from '@reelfair/contracts'
import { usePages, useRead, useWrite } from '@reelfair/web-kit'

/** Verified accounts, with each creator's record. */
export const useCreators = (search: CreatorSearch) => usePages('accounts', '/verification/creators', search)

/** What keeps an account from being invited. */
export type Agreement = { readonly invitation: Invitation } | { readonly partnership: Partnership }

const NEWEST = { limit: 100 } as const

/**
 * The newest open invitations and unfinished partnerships by account. The service refuses another invitation to these
 * accounts, even if they fill more than one page.
 */
export function useAgreements(): ReadonlyMap<string, Agreement> {
  const invitations = usePages('invitations', '/partnerships/invitations', { only: 'open', ...NEWEST })
  const partnerships = usePages('partnerships', '/partnerships/partnerships', { only: 'unsettled', ...NEWEST })
  const running = partnerships.items?.filter(({ endedAt }) => endedAt === undefined) ?? []
  return new Map<string, Agreement>([
    ...running.map((partnership) => [partnership.accountId, { partnership }] as const),
    ...(invitations.items ?? []).map((invitation) => [invitation.accountId, { invitation }] as const),
  ])
}

// The searches belong to the brand, and no live event reports them.
export const useSavedSearches = () => useRead('brand', '/verification/saved-searches')

const changes = ['brand'] as const

export const useSaveSearch = (onDone: () => void) => useWrite('POST', '/verification/saved-searches', { changes, onDone })

export const useRenameSearch = (onDone: () => void) => useWrite('PATCH', '/verification/saved-searches/:savedSearchId', { changes, onDone })

export const useDeleteSearch = (onDone: () => void) =>
  useWrite('DELETE', '/verification/saved-searches/:savedSearchId', { changes, ifNotFound: undefined, onDone })
