import { refuse } from '../errors.ts'
import { guarded } from '../guard.ts'
import { parseFilter } from '../matcher.ts'
import type { Query } from '../planner.ts'
import { parseProjection } from '../projection.ts'
import { decode, encode, type Value } from '../values.ts'
import {
  type Answer,
  answer,
  boolField,
  collectionName,
  docField,
  hintOf,
  isReal,
  namedCollection,
  noCollation,
  parseSort,
  RawDocument,
  type Request,
  targetOf,
  varsOf,
} from './command.ts'
import { withFirst } from './matching-rows.ts'
import { parseUpdateStatement, replace, upsert, withUpsert } from './update-statement.ts'

export async function findAndModify(request: Request): Promise<Answer> {
  const { body, retry } = request
  if (retry?.done) return new Map(retry.done)
  noCollation(body)
  collectionName(request)
  const removing = boolField(request, 'remove')
  const wantsNew = boolField(request, 'new')
  if (removing === body.has('update')) refuse('FailedToParse', 'Either an update or remove=true must be specified, and not both')
  if (removing && (wantsNew || boolField(request, 'upsert')))
    refuse('FailedToParse', "Cannot specify both 'upsert' or 'new' and remove=true")
  const filter = docField(request, 'query') ?? new Map()
  const sort = parseSort(docField(request, 'sort'))
  const fields = docField(request, 'fields')
  const parsed = parseFilter(filter, { vars: varsOf(request) })
  const project = fields && fields.size > 0 ? parseProjection(fields, parsed, { vars: varsOf(request) }) : undefined
  const projected = (raw: Uint8Array) => (project ? guarded(() => encode(project(decode(raw)))) : raw)
  const shown = (raw: Uint8Array) => new RawDocument(projected(raw))
  const target = targetOf(request)
  const found = (n: number, more: Record<string, Value>, value: RawDocument | null): Answer => {
    const reply = answer({ lastErrorObject: new Map<string, Value>(Object.entries({ n, ...more })), value })
    if (retry && n > 0)
      retry.keep(() => new Map([...reply].map(([k, v]) => [k, v instanceof RawDocument ? decode(v.bytes) : (v as Value)])))
    return reply
  }
  if (removing) {
    const collection = namedCollection(request)
    if (!collection) return found(0, {}, null)
    return withFirst(
      request,
      target,
      { collection, filter: parsed, sort: sort.pattern, natural: sort.natural, hint: hintOf(body) },
      (row) => {
        if (!row) return found(0, {}, null)
        const value = shown(row.raw)
        target.change(collection, row, null)
        return found(1, {}, value)
      },
    )
  }
  const statement = parseUpdateStatement(request, filter, body.get('update'), body, false)
  if (!isReal(statement.query.collection)) return found(0, { updatedExisting: false }, null)
  const query: Query = { ...statement.query, sort: sort.pattern, natural: sort.natural }
  return withUpsert(
    request,
    target,
    statement,
    (row) => {
      if (row) {
        const before = wantsNew ? undefined : shown(row.raw)
        const after = replace(target, statement, row)
        return found(1, { updatedExisting: true }, before ?? shown(after.raw))
      }
      if (!statement.upsert) return found(0, { updatedExisting: false }, null)
      const inserted = upsert(target, statement)
      const id = inserted.document.get('_id') as Value
      return found(1, { updatedExisting: false, upserted: id }, wantsNew ? shown(inserted.raw) : null)
    },
    query,
  )
}
