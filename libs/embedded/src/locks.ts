/**
 * Locks on documents and unique keys. Transactions hold them until they end. The first writer wins: a second
 * transaction fails with WriteConflict, while a plain write waits.
 */
import type { Change, IndexKey } from './store.ts'

/** The transaction that holds the lock on each document or unique key. */
export type Locks = Map<string, LockHolder>

interface LockHolder {
  readonly ended: Promise<void>
}

/**
 * Thrown by a plain write if a transaction holds a lock that it needs, or if the row has changed since it was found.
 * The caller waits for `until` and repeats the search.
 */
export class Locked extends Error {
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('document locked by a transaction or changed since it was found')
    this.until = until
  }
}

/** Name of the lock for a unique key. */
export const keyLock = ({ index, key }: IndexKey) => `k${index.id}:${key.toString('latin1')}`

/** Names of the locks that a change needs: one for its document and one for each of its old and new unique keys. */
export function lockNames(change: Change): string[] {
  const keys = [...change.oldKeys, ...change.newKeys].filter((k) => k.index.unique)
  return [`r${change.collection.id}:${change.rid}`, ...keys.map(keyLock)]
}
