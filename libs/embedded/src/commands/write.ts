/** insert, update, delete, bulkWrite, findAndModify, and the writing half of `$merge`. */

import { MongoError, refuse } from '../errors.ts'
import { guarded } from '../guard.ts'
import { equal } from '../keys.ts'
import { type Filter, parseFilter, upsertBase } from '../matcher.ts'
import type { MergeSpec } from '../pipeline.ts'
import { choosePlan, execute, isHeavy, isLarge, LARGE_DOCUMENT, type Query } from '../planner.ts'
import { parseProjection } from '../projection.ts'
import type { Collection, Row } from '../store.ts'
import { Locked, type Target } from '../transactions.ts'
import { parseUpdate, type Update } from '../updater.ts'
import { BSONRegExp, type Doc, decode, doc, encode, isDoc, isNum, MAX_DEPTH, ObjectId, toNumber, type Value } from '../values.ts'
import {
  type Answer,
  answer,
  boolField,
  type Command,
  checkName,
  collectionName,
  docField,
  documentsField,
  hintOf,
  listField,
  namedCollection,
  noCollation,
  nowhere,
  parseSort,
  RawDocument,
  type Request,
  required,
  strictBoolField,
  targetOf,
  varsOf,
} from './command.ts'

/** The command's collection, made now if it does not exist: MongoDB creates what is written to. */
function existing(request: Request, db = request.db, name = collectionName(request)): Collection {
  const { store } = request.engine
  return store.collection(db, name) ?? store.create(db, checkName(db, name))
}

const isReal = (collection: Collection) => collection.table !== ''

// ---- one document

/** A document as it is stored: with an `_id` that MongoDB accepts, which comes first. */
function stored(document: Doc): { raw: Uint8Array; document: Doc } {
  const id = document.get('_id')
  if (id === undefined || document.keys().next().value !== '_id') {
    document = new Map<string, Value>([['_id', id ?? new ObjectId()], ...document])
    if (id !== undefined) document.set('_id', id)
  }
  checkId(document.get('_id') as Value)
  checkDepth(document, MAX_DEPTH)
  return { raw: encode(document), document }
}

/** An update can put what came as two documents into each other; too deep a document could never be read again. */
function checkDepth(value: Value, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (!isDoc(value) && !Array.isArray(value)) return
  if (levels === 0) refuse('Overflow', `Document exceeds maximum nesting depth of ${MAX_DEPTH}`)
  for (const inner of value.values()) checkDepth(inner, levels - 1)
}

function checkId(id: Value): void {
  if (Array.isArray(id)) refuse(53, "The '_id' value cannot be of type array")
  if (id instanceof BSONRegExp) refuse(53, "The '_id' value cannot be of type regex")
  if (isDoc(id)) {
    for (const name of id.keys())
      if (name.startsWith('$'))
        refuse('DollarPrefixedFieldName', `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`)
  }
}

/** Writes the changed document; says whether anything differs. */
function replace(target: Target, { query, update, heavy }: UpdateStatement, row: Row): { changed: boolean; raw: Uint8Array } {
  const { collection, filter } = query
  const document = decode(row.raw)
  const id = document.get('_id')
  const change = () => stored(update.apply(document, { insert: false, arrayIndex: filter.match(document)?.arrayIndex, now: new Date() }))
  const after = heavy || isLarge(row) ? guarded(change) : change()
  if (!equal(id, after.document.get('_id'))) {
    refuse('ImmutableField', "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  if (!update.alwaysCounts && Buffer.compare(row.raw, after.raw) === 0) return { changed: false, raw: row.raw }
  target.change(collection, row, after)
  return { changed: true, raw: after.raw }
}

// ---- finding what to write

/**
 * The first matching row, handed to `use`. When a transaction holds it, or it has changed since it was found, the write
 * fails with `Locked`, and everything is looked at again.
 */
async function withFirst<T>(request: Request, target: Target, query: Query, use: (row: Row | undefined) => T): Promise<T> {
  for (;;) {
    try {
      for (const chunk of execute(target, { ...query, limit: 1 }, choosePlan(target, query))) {
        if (chunk[0]) return use(chunk[0])
        await pause(request)
      }
      return use(undefined)
    } catch (error) {
      await unlocked(request, error)
    }
  }
}

/** Lets others work; what was written before is on disk then, or the command learns that it is not. */
async function pause({ engine, pace }: Request): Promise<void> {
  if (!pace.due) return
  await engine.store.committed()
  await pace.breathe()
}

/** Waits for a transaction that holds what this write needs, at most as long as the command may take; any other error is thrown on. */
async function unlocked({ engine, pace }: Request, error: unknown): Promise<void> {
  if (!(error instanceof Locked)) throw error
  await engine.store.committed()
  await pace.wait(error.until)
}

/** Whether a row still matches; the filter itself, which may be long, is looked at once for all rows. */
function matching(filter: Filter): (row: Row) => boolean {
  const heavy = isHeavy(filter)
  return (row) => {
    const check = () => filter.matches(decode(row.raw, filter.fields))
    return heavy || isLarge(row) ? guarded(check) : check()
  }
}

/** All matching rows, each handed to `use` once; found first and then written, so that no change is met again. */
async function withAll(request: Request, target: Target, query: Query, use: (row: Row) => void): Promise<void> {
  const rids: number[] = []
  for (const chunk of execute(target, query, choosePlan(target, query))) {
    for (const row of chunk) rids.push(row.rid)
    await pause(request)
  }
  const matches = matching(query.filter)
  for (const rid of rids) {
    for (;;) {
      try {
        const row = target.get(query.collection, rid)
        if (row && matches(row)) use(row)
        break
      } catch (error) {
        await unlocked(request, error)
      }
    }
    await pause(request)
  }
}

// ---- insert, update, delete

/** What a bulk write has got done; kept with the writes themselves, so that a retry goes on where this one stopped. */
class Progress {
  next = 0
  n = 0
  modified = 0
  upserted: Value[] = []
  errors: Value[] = []
  private errorBytes = 0
  private readonly request: Request

  constructor(request: Request) {
    this.request = request
    const done = request.retry?.done
    if (!done) return
    this.next = done.get('next') as number
    this.n = done.get('n') as number
    this.modified = done.get('modified') as number
    this.upserted = done.get('upserted') as Value[]
    this.errors = done.get('errors') as Value[]
  }

  /** Notes that statement `i` failed. When the errors have become a megabyte, further ones are only numbers, as in MongoDB. */
  fail(i: number, error: MongoError): void {
    const whole = writeError(i, error)
    this.errorBytes += encode(whole, Number.POSITIVE_INFINITY).length
    this.errors.push(this.errorBytes > MAX_ERROR_BYTES ? doc({ index: i, code: error.code, errmsg: '' }) : whole)
  }

  /** Notes that statement `i` is done. Called in the same turn as its write, so that both are in one commit. */
  advance(i: number): void {
    this.next = i + 1
    this.request.retry?.keep(() => {
      const { next, n, modified, upserted, errors } = this
      return new Map<string, Value>(Object.entries({ next, n, modified, upserted, errors }))
    })
  }
}

/** Runs the statements of a bulk write in order; an error ends it, or with `ordered: false` only its statement. */
async function bulk(request: Request, count: number, run: (i: number, progress: Progress) => Promise<void>): Promise<Progress> {
  const progress = new Progress(request)
  const ordered = strictBoolField(request, 'ordered') ?? true
  if (count === 0 || count > 100_000) refuse('InvalidLength', `Write batch sizes must be between 1 and 100000. Got ${count} operations.`)
  while (progress.next < count) {
    const i = progress.next
    try {
      await run(i, progress)
      progress.next = i + 1
    } catch (error) {
      // Inside a transaction an error ends the transaction, so it is the command's.
      if (!(error instanceof MongoError) || error.labels.length > 0 || STOPPING.has(error.codeName)) throw error
      progress.fail(i, error)
      progress.next = ordered ? count : i + 1
    }
    await pause(request)
  }
  return progress
}

const STOPPING = new Set(['OutOfDiskSpace', 'InternalError', 'MaxTimeMSExpired', 'Interrupted', 'NoSuchTransaction'])

const MAX_ERROR_BYTES = 1024 * 1024

function writeError(index: number, error: MongoError): Doc {
  const details = Object.entries(error.details) as [string, Value][]
  return new Map<string, Value>([['index', index], ['code', error.code], ...details, ['errmsg', error.message]])
}

function bulkAnswer(progress: Progress, more: Record<string, Value | undefined> = {}): Answer {
  return answer({ n: progress.n, ...more, writeErrors: progress.errors.length > 0 ? progress.errors : undefined })
}

async function insert(request: Request): Promise<Answer> {
  collectionName(request)
  const documents = documentsField(request, 'documents')
  const target = targetOf(request)
  const progress = await bulk(request, documents.length, async (i, progress) => {
    const after = stored((documents[i] as () => Doc)())
    for (;;) {
      try {
        target.change(existing(request), null, after)
        progress.n++
        return progress.advance(i)
      } catch (error) {
        await unlocked(request, error)
      }
    }
  })
  return bulkAnswer(progress)
}

interface UpdateStatement {
  readonly query: Query
  readonly update: Update
  readonly upsert: boolean
  /** Whether changing one ordinary document may take long. */
  readonly heavy: boolean
  /** What an upsert starts from. */
  readonly base: () => Doc
}

function parseUpdateStatement(request: Request, filter: Doc, change: Value | undefined, body: Doc, multi: boolean): UpdateStatement {
  noCollation(body)
  const vars = varsOf(request)
  if (Array.isArray(change) && !change.every(isDoc)) refuse('TypeMismatch', 'Each element of an update pipeline must be an object')
  if (!isDoc(change) && !Array.isArray(change)) refuse('FailedToParse', 'Update argument must be either an object or an array')
  const arrayFilters = listField(request, 'arrayFilters', body)
  if (arrayFilters && !arrayFilters.every(isDoc)) refuse('TypeMismatch', 'arrayFilters must be documents')
  const upsert = boolField(request, 'upsert', body)
  const parsed: Filter = parseFilter(filter, { vars, expr: !upsert })
  const update = parseUpdate(change as Doc | Doc[], { vars, multi, ...(arrayFilters ? { arrayFilters: arrayFilters as Doc[] } : {}) })
  // Only an upsert brings a collection into being.
  const collection = upsert ? existing(request) : (namedCollection(request) ?? nowhere(request.db, ''))
  const replacement = isDoc(change) && !change.keys().next().value?.startsWith('$')
  // A large command may be many small statements, and a long list of values to find takes no longer per document than a short one.
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

const UPDATE_FIELDS = new Set(['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'])
const DELETE_FIELDS = new Set(['q', 'limit', 'hint', 'collation'])

function checkFields(statement: Doc, known: ReadonlySet<string>, name: string): void {
  for (const field of statement.keys()) if (!known.has(field)) refuse('Location40415', `BSON field '${name}.${field}' is an unknown field.`)
}

async function update(request: Request): Promise<Answer> {
  collectionName(request)
  const statements = documentsField(request, 'updates')
  const target = targetOf(request)
  const progress = await bulk(request, statements.length, async (i, progress) => {
    const body = (statements[i] as () => Doc)()
    const inner = { ...request, name: 'update.updates' }
    checkFields(body, UPDATE_FIELDS, inner.name)
    if (body.has('c')) refuse('CommandNotSupported', "update constants ('c') are not supported by the embedded engine; use 'let'")
    const multi = boolField(inner, 'multi', body)
    if (multi && request.retry) refuse('InvalidOptions', 'Cannot use retryable writes with multi=true')
    const filter = required(inner, 'q', docField(inner, 'q', body))
    const statement = parseUpdateStatement(request, filter, required(inner, 'u', body.get('u')), body, multi)
    const { query } = statement
    if (!isReal(query.collection)) return
    if (multi) {
      let found = 0
      await withAll(request, target, query, (row) => {
        if (replace(target, statement, row).changed) progress.modified++
        found++
        progress.n++
      })
      if (found > 0 || !statement.upsert) return
    }
    await withUpsert(request, target, statement, (row) => {
      if (row) {
        if (replace(target, statement, row).changed) progress.modified++
        progress.n++
        progress.advance(i)
      } else if (statement.upsert) {
        const inserted = upsert(target, statement)
        progress.upserted.push(
          new Map<string, Value>([
            ['index', i],
            ['_id', inserted.document.get('_id') as Value],
          ]),
        )
        progress.n++
        progress.advance(i)
      }
    })
  })
  return bulkAnswer(progress, { nModified: progress.modified, upserted: progress.upserted.length > 0 ? progress.upserted : undefined })
}

/** `withFirst`, tried again when an upsert meets a document that appeared in the meantime and that its filter matches. */
async function withUpsert<T>(
  request: Request,
  target: Target,
  statement: UpdateStatement,
  use: (row: Row | undefined) => T,
  sort?: Query,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await withFirst(request, target, { ...statement.query, ...sort }, use)
    } catch (error) {
      if (!statement.upsert || tries > 3 || request.transaction || !(error instanceof MongoError) || error.codeName !== 'DuplicateKey')
        throw error
      // Only a race ends otherwise than before; a filter that cannot match the document fails the same way again.
    }
  }
}

function upsert(target: Target, { query, update, heavy, base: start }: UpdateStatement): { raw: Uint8Array; document: Doc } {
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

async function remove(request: Request): Promise<Answer> {
  collectionName(request)
  const statements = documentsField(request, 'deletes')
  const target = targetOf(request)
  const vars = varsOf(request)
  const progress = await bulk(request, statements.length, async (i, progress) => {
    const body = (statements[i] as () => Doc)()
    const inner = { ...request, name: 'delete.deletes' }
    checkFields(body, DELETE_FIELDS, inner.name)
    noCollation(body)
    const filter = parseFilter(required(inner, 'q', docField(inner, 'q', body)), { vars })
    const limit = required(inner, 'limit', body.get('limit'))
    if (!isNum(limit) || (toNumber(limit) !== 0 && toNumber(limit) !== 1))
      refuse('FailedToParse', 'The limit field in delete objects must be 0 or 1.')
    const collection = namedCollection(request)
    if (!collection) return
    const query: Query = { collection, filter, hint: hintOf(body) }
    if (toNumber(limit as number) === 0) {
      if (request.retry) refuse('InvalidOptions', 'Cannot use retryable writes with limit=0')
      await withAll(request, target, query, (row) => {
        target.change(collection, row, null)
        progress.n++
      })
    } else {
      await withFirst(request, target, query, (row) => {
        if (!row) return
        target.change(collection, row, null)
        progress.n++
        progress.advance(i)
      })
    }
  })
  return bulkAnswer(progress)
}

// ---- bulkWrite

const BULK_FIELDS = {
  insert: new Set(['insert', 'document']),
  update: new Set(['update', 'filter', 'updateMods', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation']),
  delete: new Set(['delete', 'filter', 'multi', 'hint', 'collation']),
}
type BulkKind = keyof typeof BULK_FIELDS

/** One write of a bulk as the command that does the same. */
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

/** Writes to several collections, one after the other. Outside a transaction a retry would have to know how far they came: that is refused. */
async function bulkWrite(request: Request): Promise<Answer> {
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

// ---- findAndModify

async function findAndModify(request: Request): Promise<Answer> {
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

// ---- $merge

/**
 * Merges documents into a collection by the fields `on`, which a unique index must cover. As in an unordered bulk write, a document that
 * fails does not keep the others from being written.
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

const MODIFY = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'arrayFilters',
  'hint',
  'collation',
  'let',
  'bypassDocumentValidation',
]

export const writeCommands: Readonly<Record<string, Command>> = {
  insert: { fields: ['documents', 'ordered', 'bypassDocumentValidation'], transactional: true, retryable: true, run: insert },
  update: { fields: ['updates', 'ordered', 'let', 'bypassDocumentValidation'], transactional: true, retryable: true, run: update },
  delete: { fields: ['deletes', 'ordered', 'let'], transactional: true, retryable: true, run: remove },
  bulkWrite: {
    fields: ['ops', 'nsInfo', 'ordered', 'errorsOnly', 'let', 'bypassDocumentValidation', 'cursor'],
    transactional: true,
    run: bulkWrite,
  },
  findAndModify: { fields: MODIFY, transactional: true, retryable: true, run: findAndModify },
  findandmodify: {
    fields: MODIFY,
    transactional: true,
    retryable: true,
    run: (request) => findAndModify({ ...request, name: 'findandmodify' }),
  },
}
