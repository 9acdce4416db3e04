import { MongoError, refuse } from '../errors.ts'
import { equal } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import type { MergeSpec } from '../stages/stage.ts'
import { type Doc, decode, isDoc, type Value } from '../values.ts'
import { existing, type Request, targetOf } from './command.ts'
import { pause, withFirst } from './matching-rows.ts'
import { STOPPING } from './statements.ts'
import { stored } from './stored.ts'

/**
 * Merges documents into a collection by the `on` fields, which a unique index must cover. Continues after a failed
 * document, like an unordered bulk write.
 * @returns the first failure
 */
export async function mergeInto(
  request: Request,
  into: { db?: string; coll: string },
  on: readonly string[],
  documents: readonly Doc[],
  spec: MergeSpec,
): Promise<MongoError | undefined> {
  const collection = existing(request, into.db ?? request.db, into.coll)
  const wanted = [...on].sort().join()
  if (!collection.indexes.some((i) => i.unique && i.ready && !i.partial && [...i.paths].sort().join() === wanted)) {
    refuse(51183, 'Cannot find index to verify that join fields will be unique')
  }
  const target = targetOf(request)
  let failure: MongoError | undefined
  for (const document of documents) {
    const key = new Map<string, Value>(on.map((path) => [path, new Map([['$eq', valueAt(document, path)]])]))
    const writing = withFirst(request, target, { collection, filter: parseFilter(key) }, (row) => {
      const result = row ? spec.matched(decode(row.raw), document) : spec.notMatched(document)
      if (!result) return
      const after = stored(result)
      if (!row) target.change(collection, null, after)
      else if (Buffer.compare(row.raw, after.raw) !== 0) {
        if (!equal(decode(row.raw).get('_id'), after.document.get('_id')))
          refuse('ImmutableField', "$merge failed to update the matching document, the '_id' field is immutable")
        target.change(collection, row, after)
      }
    })
    await writing.catch((error: unknown) => {
      if (!(error instanceof MongoError) || STOPPING.has(error.codeName)) throw error
      failure ??= error
    })
    await pause(request)
  }
  await request.engine.store.committed()
  return failure
}

function valueAt(document: Doc, path: string): Value {
  let value: Value | undefined = document
  for (const part of path.split('.')) value = isDoc(value) ? value.get(part) : undefined
  if (value === undefined || value === null || Array.isArray(value))
    return refuse(51132, `$merge write error: 'on' field '${path}' cannot be missing, null or an array`)
  return value
}
