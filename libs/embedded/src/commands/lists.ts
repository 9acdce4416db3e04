import { namespace } from '../collection.ts'
import { guarded } from '../guard.ts'
import { parseFilter } from '../matcher.ts'
import { Binary, type Doc, doc, encode, toNumber } from '../values.ts'
import {
  type Answer,
  adminOnly,
  answer,
  boolField,
  countField,
  docField,
  type Request,
  requiredCollection,
  varsOf,
  viewOf,
} from './command.ts'
import { cursorAnswer } from './cursors.ts'
import { sizeOf } from './diagnostics.ts'

export function listCollections(request: Request): Promise<Answer> {
  const { engine, db } = request
  const filter = parseFilter(docField(request, 'filter') ?? new Map(), { vars: varsOf(request) })
  const nameOnly = boolField(request, 'nameOnly')
  const list = engine.store.catalog.list(db).map((c) => {
    const entry = doc({ name: c.name, type: 'collection' })
    if (nameOnly) return entry
    entry.set('options', c.options)
    entry.set('info', doc({ readOnly: false, uuid: new Binary(Buffer.from(c.uuid.replaceAll('-', ''), 'hex'), 4) }))
    if (!c.options.has('clusteredIndex')) entry.set('idIndex', doc({ v: 2, key: { _id: 1 }, name: '_id_' }))
    return entry
  })
  return listAnswer(
    request,
    `${db}.$cmd.listCollections`,
    guarded(() => list.filter((entry) => filter.matches(entry))),
  )
}

function listAnswer(request: Request, ns: string, list: readonly Doc[]): Promise<Answer> {
  async function* documents() {
    if (list.length > 0) yield list.map((d) => encode(d))
  }
  return cursorAnswer(request, ns, viewOf(request), documents, countField(request, 'batchSize', docField(request, 'cursor') ?? new Map()))
}

export function listDatabases(request: Request): Answer {
  const { engine } = request
  adminOnly(request)
  const filter = parseFilter(docField(request, 'filter') ?? new Map(), { vars: varsOf(request) })
  const nameOnly = boolField(request, 'nameOnly')
  const names = [...new Set(engine.store.catalog.list().map((c) => c.db))].sort()
  const entries = names.map((name) =>
    doc(nameOnly ? { name } : { name, sizeOnDisk: sizeOf(request, engine.store.catalog.list(name)), empty: false }),
  )
  const databases = guarded(() => entries.filter((entry) => filter.matches(entry)))
  return answer({
    databases,
    totalSize: nameOnly ? undefined : databases.reduce((sum, d) => sum + toNumber(d.get('sizeOnDisk') as number), 0),
  })
}

export function listIndexes(request: Request): Promise<Answer> {
  const collection = requiredCollection(request)
  return listAnswer(
    request,
    namespace(collection),
    collection.indexes.filter((i) => i.ready).map((i) => i.spec),
  )
}
