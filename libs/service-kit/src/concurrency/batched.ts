import type { Connection } from 'mongoose'
import type { Scope } from '../service.ts'

interface Batch<Key, Result> {
  readonly keys: Key[]
  readonly results: Promise<readonly Result[]>
}

/**
 * Combines the reads requested during one event-loop turn into one query, because under load most of their cost is the
 * round trip. Results are not cached. Reads inside a transaction run separately.
 * @param read returns one result per key, in order; if it throws, all callers get the error
 * @throws Error to all callers when `read` returns the wrong number of results
 * @example
 * const accountsOf = batched(async (scope, creatorIds: readonly string[]) => {
 *   const some = await accounts.find(scope, { creatorId: { $in: creatorIds } }, { limit: 1_000 })
 *   const own = Map.groupBy(some, ({ creatorId }) => creatorId)
 *   return creatorIds.map((id) => own.get(id) ?? [])
 * })
 * const own = await accountsOf(ctx, ctx.actor.id)
 */
export function batched<Key, Result>(
  read: (scope: Scope, keys: readonly Key[]) => Promise<readonly Result[]>,
): (scope: Scope, key: Key) => Promise<Result> {
  const batches = new WeakMap<Connection, Batch<Key, Result>>()

  async function resultsOf(scope: Scope, keys: readonly Key[]): Promise<readonly Result[]> {
    const results = await read(scope, keys)
    if (results.length !== keys.length) throw new Error(`expected ${keys.length} results, got ${results.length}`)
    return results
  }

  function begin(connection: Connection): Batch<Key, Result> {
    const keys: Key[] = []
    // `setImmediate` runs after all pending I/O callbacks of this turn.
    const results = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      batches.delete(connection)
      return resultsOf({ connection }, keys)
    })
    const batch = { keys, results }
    batches.set(connection, batch)
    return batch
  }

  return async ({ connection, unit }, key) => {
    if (unit) return (await resultsOf({ connection, unit }, [key]))[0] as Result
    const { keys, results } = batches.get(connection) ?? begin(connection)
    const index = keys.push(key) - 1
    return (await results)[index] as Result
  }
}
