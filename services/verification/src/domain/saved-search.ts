import { MAX_SAVED_SEARCHES, refuse } from '@reelfair/contracts'

interface Named {
  readonly id: string
  readonly name: string
}

const nameKey = (name: string) => name.normalize('NFC').toLowerCase()

/** @throws Refusal saved_search_name_taken */
function refuseTakenName(items: readonly Named[], { id, name }: Named): void {
  if (items.some((other) => other.id !== id && nameKey(other.name) === nameKey(name))) refuse('saved_search_name_taken')
}

/** Adds a search as the first one. @throws Refusal saved_search_name_taken, saved_search_limit_reached */
export function withSavedSearch<S extends Named>(items: readonly S[], added: S): S[] {
  refuseTakenName(items, added)
  if (items.length >= MAX_SAVED_SEARCHES) refuse('saved_search_limit_reached', { limit: MAX_SAVED_SEARCHES })
  return [added, ...items]
}

/** @throws Refusal saved_search_name_taken, not_found */
export function withName<S extends Named>(items: readonly S[], renamed: Named): S[] {
  if (!items.some(({ id }) => id === renamed.id)) refuse('not_found')
  refuseTakenName(items, renamed)
  return items.map((one) => (one.id === renamed.id ? { ...one, name: renamed.name } : one))
}

/** @throws Refusal not_found */
export function withoutSavedSearch<S extends Named>(items: readonly S[], removedId: string): S[] {
  const left = items.filter(({ id }) => id !== removedId)
  return left.length < items.length ? left : refuse('not_found')
}
