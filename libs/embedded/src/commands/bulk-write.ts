import { refuse } from '../errors.ts'
import { type Doc, doc, isNum, toNumber, type Value } from '../values.ts'
import { type Answer, answer, boolField, docField, documentsField, type Request, required, strictBoolField } from './command.ts'
import { remove } from './delete.ts'
import { insert } from './insert.ts'
import { checkFields } from './statements.ts'
import { update } from './update.ts'

const BULK_FIELDS = {
  insert: new Set(['insert', 'document']),
  update: new Set(['update', 'filter', 'updateMods', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation']),
  delete: new Set(['delete', 'filter', 'multi', 'hint', 'collation']),
}
type BulkKind = keyof typeof BULK_FIELDS

function commandOf(request: Request, kind: BulkKind, op: Doc, namespaces: readonly string[]): Request {
  checkFields(op, BULK_FIELDS[kind], 'bulkWrite.ops')
  const at = op.get(kind)
  const namespace = isNum(at ?? null) ? namespaces[toNumber(at as number)] : undefined
  if (namespace === undefined) return refuse('BadValue', `BulkWrite ops entry of kind ${kind} has an invalid nsInfo index.`)
  const dot = namespace.indexOf('.')
  const [db, name] = [namespace.slice(0, Math.max(dot, 0)), namespace.slice(dot + 1)]
  const without = (...left: readonly string[]) => [...op].filter(([field]) => field !== kind && !left.includes(field))
  const inner = { ...request, name: 'bulkWrite.ops' }
  const list: Record<BulkKind, () => readonly [field: string, statement: Doc]> = {
    insert: () => ['documents', required(inner, 'document', docField(inner, 'document', op))],
    update: () => {
      const [q, u] = [docField(inner, 'filter', op), op.get('updateMods')]
      const parts: [string, Value][] = [
        ['q', required(inner, 'filter', q)],
        ['u', required(inner, 'updateMods', u)],
      ]
      return ['updates', new Map([...parts, ...without('filter', 'updateMods')])]
    },
    delete: () => {
      const filter = required(inner, 'filter', docField(inner, 'filter', op))
      const parts: [string, Value][] = [
        ['q', filter],
        ['limit', boolField(inner, 'multi', op) ? 0 : 1],
      ]
      return ['deletes', new Map([...parts, ...without('filter', 'multi')])]
    },
  }
  const [field, statement] = list[kind]()
  const body: Doc = new Map<string, Value>([
    [kind, name],
    [field, [statement]],
  ])
  for (const [more, value] of request.body) if (more === 'let') body.set(more, value)
  return { ...request, name: kind, db, body, sequences: new Map() }
}

/** Rejects bulk writes outside transactions, because their retries would need to track progress per collection. */
export async function bulkWrite(request: Request): Promise<Answer> {
  if (!request.transaction) refuse('CommandNotSupported', 'bulkWrite outside a transaction is not supported by the embedded engine')
  if (strictBoolField(request, 'ordered') === false)
    refuse('CommandNotSupported', 'an unordered bulkWrite is not supported by the embedded engine')
  const namespaces = documentsField(request, 'nsInfo').map((info) => String(info().get('ns')))
  const all = documentsField(request, 'ops')
  const sums = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 }
  const results: Doc[] = []
  let error: Doc | undefined
  for (let idx = 0; idx < all.length && !error; idx += 1) {
    const op = (all[idx] as () => Doc)()
    const kind = op.keys().next().value as BulkKind
    if (!Object.hasOwn(BULK_FIELDS, kind)) refuse('BadValue', `bulkWrite does not know the operation ${kind}`)
    const one = commandOf(request, kind, op, namespaces)
    const done = await { insert, update, delete: remove }[kind](one)
    const failed = (done.get('writeErrors') as Doc[] | undefined)?.[0]
    if (failed) error = new Map<string, Value>([['ok', 0], ['idx', idx], ...[...failed].filter(([field]) => field !== 'index'), ['n', 0]])
    const n = Number(done.get('n'))
    const upserted = (done.get('upserted') as Doc[] | undefined)?.[0]
    if (kind === 'insert') sums.nInserted += n
    else if (kind === 'delete') sums.nDeleted += n
    else if (upserted) sums.nUpserted += n
    else sums.nMatched += n
    sums.nModified += Number(done.get('nModified') ?? 0)
    const more: [string, Value][] = kind === 'update' ? [['nModified', Number(done.get('nModified'))]] : []
    if (upserted) more.push(['upserted', doc({ _id: upserted.get('_id') as Value })])
    results.push(error ?? new Map<string, Value>([['ok', 1], ['idx', idx], ['n', n], ...more]))
  }
  const shown = boolField(request, 'errorsOnly') ? results.filter((result) => result === error) : results
  const cursor = new Map<string, Value>([
    ['id', 0n],
    ['firstBatch', shown],
    ['ns', 'admin.$cmd.bulkWrite'],
  ])
  return answer({ cursor, nErrors: error ? 1 : 0, ...sums })
}
