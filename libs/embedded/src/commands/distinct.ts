import type { Collection } from '../collection.ts'
import type { Row } from '../connection.ts'
import { refuse } from '../errors.ts'
import { execute, isLarge } from '../executor.ts'
import { sliced } from '../guard.ts'
import { hashKey } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import { isIndex } from '../paths.ts'
import { choosePlan, type Query } from '../planner.ts'
import { decode, isDoc, MAX_DOCUMENT, type Value } from '../values.ts'
import {
  type Answer,
  answer,
  docField,
  hintOf,
  missingCollection,
  namedCollection,
  noCollation,
  type Request,
  stringField,
  varsOf,
  viewOf,
} from './command.ts'

export function parseDistinct(request: Request, collection: Collection): Query {
  noCollation(request.body)
  const filter = parseFilter(docField(request, 'query') ?? new Map(), { vars: varsOf(request) })
  return { collection, filter, hint: hintOf(request.body) }
}

export async function distinct(request: Request): Promise<Answer> {
  const key = stringField(request, 'key') ?? refuse(40414, "BSON field 'distinct.key' is missing but a required field")
  const collection = namedCollection(request)
  const query = parseDistinct(request, collection ?? missingCollection(request.db, ''))
  const values = new Map<string, Value>()
  if (!collection) return answer({ values: [] })
  const view = viewOf(request)
  const path = key.split('.')
  let bytes = 0
  const take = (row: Row) => {
    for (const value of valuesAlong(decode(row.raw, new Set([path[0] as string])), path)) {
      const hash = hashKey(value)
      if (values.has(hash)) continue
      values.set(hash, value)
      bytes += hash.length + ELEMENT_OVERHEAD
      if (bytes > MAX_DOCUMENT) refuse(17217, 'distinct too big, 16mb cap')
    }
  }
  return request.engine.reading(view, async () => {
    for (const chunk of execute(view, query, choosePlan(view, query))) {
      for (const _ of sliced(chunk, chunk.some(isLarge), take)) await request.pace.yieldIfDue()
      await request.pace.yieldIfDue()
    }
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1))
    return answer({ values: sorted.map(([, value]) => value) })
  })
}

/** Maximum size of a BSON array element excluding its value. */
const ELEMENT_OVERHEAD = 8

/** Yields every value that a path reaches. Each array on the path or at its end contributes its elements. */
function* valuesAlong(value: Value | undefined, path: readonly string[], nested = false): Generator<Value> {
  const [part, ...rest] = path
  if (Array.isArray(value)) {
    if (part !== undefined && isIndex(part)) yield* valuesAlong(value[Number(part)], rest)
    if (nested && part !== undefined) return
    for (const element of value) {
      if (part === undefined) yield element
      else if (isDoc(element)) yield* valuesAlong(element, path, true)
    }
  } else if (part === undefined) {
    if (value !== undefined) yield value
  } else if (isDoc(value)) yield* valuesAlong(value.get(part), rest)
}
