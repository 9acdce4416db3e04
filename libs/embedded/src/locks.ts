/**
 * Locks on documents and unique keys, which a transaction holds until it ends. If a document is locked, another
 * transaction fails with WriteConflict, but a plain write waits.
 */
import type { Change, IndexKey } from './store.ts'

/** The transaction that holds the lock on each document or unique key. */
export type Locks = Map<string, LockHolder>

interface LockHolder {
  readonly ended: Promise<void>
}

/**
 * A plain write throws this error if a transaction holds the lock or the row has changed since the search. The caller
 * waits for `until` and repeats the search.
 */
export class Locked extends Error {
  readonly until: Promise<void>
  constructor(until: Promise<void>) {
    super('document locked by a transaction or changed since it was found')
    this.until = until
  }
}

export const keyLock = ({ index, key }: IndexKey) => `k${index.id}:${key.toString('latin1')}`

/** Names of the locks that a change needs: its document, and each of its old and new unique keys. */
export function lockNames(change: Change): string[] {
  const keys = [...change.oldKeys, ...change.newKeys].filter((k) => k.index.unique)
  return [`r${change.collection.id}:${change.rid}`, ...keys.map(keyLock)]
}
