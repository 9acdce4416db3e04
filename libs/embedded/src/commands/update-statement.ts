import type { Row } from '../connection.ts'
import { MongoError, refuse } from '../errors.ts'
import { isHeavy, isLarge, LARGE_DOCUMENT } from '../executor.ts'
import { upsertBase } from '../filter.ts'
import { guarded } from '../guard.ts'
import { equal } from '../keys.ts'
import { type Filter, parseFilter } from '../matcher.ts'
import type { Query } from '../planner.ts'
import { parseUpdate, type Update } from '../updater.ts'
import { BSONRegExp, type Doc, decode, encode, isDoc, type Value } from '../values.ts'
import type { Target } from '../views.ts'
import { boolField, existing, hintOf, listField, missingCollection, namedCollection, noCollation, type Request, varsOf } from './command.ts'
import { withFirst } from './matching-rows.ts'
import { stored } from './stored.ts'

interface UpdateStatement {
  readonly query: Query
  readonly update: Update
  readonly upsert: boolean
  /** Updating even a single document of ordinary size may be slow. */
  readonly heavy: boolean
  readonly base: () => Doc
}

export function parseUpdateStatement(request: Request, filter: Doc, change: Value | undefined, body: Doc, multi: boolean): UpdateStatement {
  noCollation(body)
  const vars = varsOf(request)
  if (Array.isArray(change) && !change.every(isDoc)) refuse('TypeMismatch', 'Each element of an update pipeline must be an object')
  if (!isDoc(change) && !Array.isArray(change)) refuse('FailedToParse', 'Update argument must be either an object or an array')
  const arrayFilters = listField(request, 'arrayFilters', body)
  if (arrayFilters && !arrayFilters.every(isDoc)) refuse('TypeMismatch', 'arrayFilters must be documents')
  const upsert = boolField(request, 'upsert', body)
  const parsed: Filter = parseFilter(filter, { vars, expr: !upsert })
  const update = parseUpdate(change as Doc | Doc[], { vars, multi, ...(arrayFilters ? { arrayFilters: arrayFilters as Doc[] } : {}) })
  const collection = upsert ? existing(request) : (namedCollection(request) ?? missingCollection(request.db, ''))
  const replacement = isDoc(change) && !change.keys().next().value?.startsWith('$')
  // Measures only this statement, because a large command may contain many small ones. Excludes the filter, because a
  // long list of values in the filter does not slow down matching.
  const isLargeChange =
    request.bytes > LARGE_DOCUMENT &&
    encode(new Map([...body].filter(([name]) => name !== 'q' && name !== 'query'))).length > LARGE_DOCUMENT
  const heavy = isLargeChange || !isDoc(change) || isHeavy(parsed) || [change, ...(arrayFilters ?? [])].some(holdsRegex)
  return {
    query: { collection, filter: parsed, hint: hintOf(body) },
    update,
    upsert,
    heavy,
    base: () => upsertBase(filter, { replacement }),
  }
}

const holdsRegex = (v: Value): boolean =>
  v instanceof BSONRegExp || (Array.isArray(v) ? v.some(holdsRegex) : isDoc(v) && (v.has('$regex') || [...v.values()].some(holdsRegex)))

export function replace(target: Target, { query, update, heavy }: UpdateStatement, row: Row): { changed: boolean; raw: Uint8Array } {
  const { collection, filter } = query
  const document = decode(row.raw)
  const id = document.get('_id')
  const change = () => stored(update.apply(document, { insert: false, arrayIndex: filter.match(document)?.arrayIndex, now: new Date() }))
  const after = heavy || isLarge(row) ? guarded(change) : change()
  if (!equal(id, after.document.get('_id'))) {
    refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  if (!update.countsAsModified && Buffer.compare(row.raw, after.raw) === 0) return { changed: false, raw: row.raw }
  target.change(collection, row, after)
  return { changed: true, raw: after.raw }
}

/**
 * Like `withFirst`, but repeats an upsert if another client inserted a conflicting document that matches the filter.
 */
export async function withUpsert<T>(
  request: Request,
  target: Target,
  statement: UpdateStatement,
  use: (row: Row | undefined) => T,
  sort?: Query,
): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await withFirst(request, target, { ...statement.query, ...sort }, use)
    } catch (error) {
      if (!statement.upsert || attempts > 3 || request.transaction || !(error instanceof MongoError) || error.codeName !== 'DuplicateKey')
        throw error
      // If the filter cannot match the conflicting document, every attempt would fail.
    }
  }
}

export function upsert(target: Target, { query, update, heavy, base: start }: UpdateStatement): { raw: Uint8Array; document: Doc } {
  const base = start()
  const id = base.get('_id')
  const change = () => stored(update.apply(base, { insert: true, now: new Date() }))
  const after = heavy ? guarded(change) : change()
  if (id !== undefined && !equal(id, after.document.get('_id'))) {
    refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  target.change(query.collection, null, after)
  return after
}
