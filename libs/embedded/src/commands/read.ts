/** find, getMore, killCursors, count, distinct, aggregate, and explain of each. */
import type { Cursor, Engine } from '../engine.ts'
import { refuse } from '../errors.ts'
import { sliced } from '../guard.ts'
import { hashKey } from '../keys.ts'
import { parseFilter } from '../matcher.ts'
import { firstKey, isIndex } from '../paths.ts'
import { type Pipeline, parsePipeline } from '../pipeline.ts'
import { choosePlan, describePlan, execute, isHeavy, isLarge, type Plan, type Query, type Stats } from '../planner.ts'
import { parseProjection } from '../projection.ts'
import type { Collection, Row } from '../store.ts'
import type { MemoryBudget, View } from '../transactions.ts'
import { type Doc, decode, encode, fromObject, isDoc, isNum, MAX_DOCUMENT, toNumber, typeName, type Value } from '../values.ts'
import {
  type Answer,
  answer,
  boolField,
  type Command,
  collectionName,
  countField,
  docField,
  documentsField,
  hintOf,
  listField,
  namedCollection,
  noCollation,
  nowhere,
  parseSort,
  Raw,
  type Request,
  required,
  strictBoolField,
  stringField,
  varsOf,
  viewOf,
} from './command.ts'
import { mergeInto } from './write.ts'

const newStats = (): Stats => ({ keys: 0, documents: 0, returned: 0 })

// ---- cursors

const FIRST_BATCH = 101

/** When batches of this size altogether are being put together, further ones are kept short. */
const MAX_BATCHING = 64 * 1024 * 1024
const SHORT_BATCH = 1024 * 1024

/** Takes up to `size` documents, at most 16 MiB, from a cursor's stream. `only`: no other batch will follow. */
async function takeBatch(
  engine: Engine,
  cursor: Pick<Cursor, 'documents' | 'rest'>,
  size: number,
  only = false,
): Promise<{ batch: Uint8Array[]; rest: readonly Uint8Array[]; done: boolean }> {
  const batch: Uint8Array[] = []
  let { rest } = cursor
  let bytes = 0
  try {
    while (batch.length < size) {
      if (rest.length === 0) {
        const next = await cursor.documents.next()
        if (next.done) return { batch, rest, done: true }
        rest = next.value
      }
      let taken = 0
      for (const document of rest) {
        const most = only || engine.batching < MAX_BATCHING ? MAX_DOCUMENT : SHORT_BATCH
        if (batch.length >= size || (batch.length > 0 && bytes + document.length > most))
          return { batch, rest: rest.slice(taken), done: false }
        batch.push(document)
        bytes += document.length
        engine.batching += document.length
        taken++
      }
      rest = []
    }
    return { batch, rest, done: false }
  } finally {
    engine.batching -= bytes
  }
}

/** BSON takes about so many times its bytes when it is decoded or compiled. */
const DECODED = 10

/** Memory of a cursor that waits to be continued. */
const memoryOf = ({ weight, rowWeight, view, rest }: Pick<Cursor, 'weight' | 'rowWeight' | 'view' | 'rest'>) =>
  weight + rowWeight * view.holding + sizeOf(rest)

const sizeOf = (documents: readonly Uint8Array[]) => documents.reduce((sum, d) => sum + d.length, 0)

/** Answers with the first batch of a stream and keeps a cursor for the others. */
export async function cursorAnswer(
  request: Request,
  ns: string,
  view: View,
  stream: (budget: MemoryBudget) => AsyncGenerator<readonly Uint8Array[]>,
  batchSize: number | undefined,
  options: { single?: boolean; limit?: number | undefined; decodes?: boolean } = {},
): Promise<Answer> {
  const { engine, pace, transaction } = request
  const budget = engine.budget()
  const documents = stream(budget)
  let batch: Uint8Array[]
  let id = 0n
  try {
    const taken = await engine.reading(view, () => takeBatch(engine, { documents, rest: [] }, batchSize ?? FIRST_BATCH, options.single))
    batch = taken.batch
    if (!taken.done && !options.single && !(options.limit && batch.length >= options.limit)) {
      const kept = { rest: taken.rest, view, weight: request.bytes * DECODED, rowWeight: options.decodes ? DECODED : 1 }
      const waiting = memoryOf(kept)
      budget.add(waiting)
      id = engine.open({ ...kept, waiting, namespace: ns, documents, pace, transaction, budget }).id
    }
  } finally {
    if (id === 0n) {
      budget.free()
      await documents.return(undefined)
    }
  }
  return answer({
    cursor: new Map<string, Value | Raw>([
      ['firstBatch', new Raw(batch)],
      ['id', id],
      ['ns', ns],
    ]),
  })
}

async function getMore(request: Request): Promise<Answer> {
  const { engine, body, db, pace } = request
  const id = body.get('getMore')
  if (typeof id !== 'bigint')
    return refuse('TypeMismatch', `BSON field 'getMore.getMore' is the wrong type '${typeName(id)}', expected type 'long'`)
  required(request, 'collection', body.get('collection'))
  const ns = `${db}.${cursorName(request, 'collection')}`
  const size = countField(request, 'batchSize')
  const cursor = engine.cursors.get(id)
  if (!cursor) return refuse('CursorNotFound', `cursor id ${id} not found`)
  if (cursor.namespace !== ns)
    refuse('Unauthorized', `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.namespace}`)
  if (cursor.transaction !== request.transaction) refuse('NoSuchTransaction', 'the cursor belongs to another transaction')
  if (cursor.busy) refuse(12051, `cursor id ${id} is already in use`)
  cursor.busy = true
  cursor.pace.begin(undefined, pace.gone)
  try {
    const { batch, rest, done } = await engine.reading(cursor.view, () =>
      takeBatch(engine, cursor, size === undefined || size === 0 ? Number.POSITIVE_INFINITY : size),
    )
    cursor.rest = rest
    if (done) engine.cursors.delete(cursor.id)
    const waiting = memoryOf(cursor)
    cursor.budget.add(waiting - cursor.waiting)
    cursor.waiting = waiting
    return answer({
      cursor: new Map<string, Value | Raw>([
        ['nextBatch', new Raw(batch)],
        ['id', done ? 0n : cursor.id],
        ['ns', ns],
      ]),
    })
  } catch (error) {
    engine.cursors.delete(cursor.id)
    throw error
  } finally {
    cursor.busy = false
    engine.used(cursor)
    // Ended, failed, or killed while this batch was being made.
    if (!engine.cursors.has(cursor.id)) {
      cursor.budget.free()
      await cursor.documents.return(undefined)
    }
  }
}

/** What a cursor is on: a collection, or none, such as `$cmd.aggregate`. */
function cursorName(request: Request, field: string): string {
  const value = request.body.get(field)
  return typeof value === 'string' && value.startsWith('$cmd.') ? value : collectionName(request, field)
}

function killCursors(request: Request): Answer {
  const { engine } = request
  cursorName(request, 'killCursors')
  const killed: Value[] = []
  const unknown: Value[] = []
  for (const [i, id] of required(request, 'cursors', listField(request, 'cursors')).entries()) {
    if (typeof id !== 'bigint')
      return refuse('TypeMismatch', `BSON field 'killCursors.cursors.${i}' is the wrong type '${typeName(id)}', expected type 'long'`)
    const cursor = engine.cursors.get(id)
    if (cursor) engine.close(cursor)
    ;(cursor ? killed : unknown).push(id)
  }
  return answer({ cursorsKilled: killed, cursorsNotFound: unknown, cursorsAlive: [], cursorsUnknown: [] })
}

// ---- find

interface Found {
  readonly query: Query
  readonly project: ((document: Doc) => Doc) | undefined
  /** Whether projecting one ordinary document may take long: there are expressions or conditions in it. */
  readonly heavy: boolean
}

function parseFind(request: Request, collection: Collection): Found {
  const { body } = request
  noCollation(body)
  for (const option of ['tailable', 'awaitData', 'returnKey', 'showRecordId', 'oplogReplay']) {
    if (boolField(request, option)) refuse('CommandNotSupported', `${option} is not supported by the embedded engine`)
  }
  for (const option of ['min', 'max'])
    if (docField(request, option)?.size) refuse('CommandNotSupported', `find with '${option}' is not supported by the embedded engine`)
  const vars = varsOf(request)
  const filter = parseFilter(docField(request, 'filter') ?? new Map(), { vars })
  const sort = parseSort(docField(request, 'sort'))
  const projection = docField(request, 'projection')
  return {
    query: {
      collection,
      filter,
      sort: sort.pattern,
      natural: sort.natural,
      hint: hintOf(body),
      skip: countField(request, 'skip'),
      limit: countField(request, 'limit'),
    },
    project: projection && projection.size > 0 ? parseProjection(projection, filter, { vars }) : undefined,
    heavy: projection !== undefined && (isHeavy(filter) || [...projection.values()].some((v) => typeof v === 'object')),
  }
}

async function* streamFind(
  { pace }: Request,
  view: View,
  { query, project, heavy }: Found,
  budget: MemoryBudget,
): AsyncGenerator<readonly Uint8Array[]> {
  for (const chunk of execute(view, query, choosePlan(view, query), budget)) {
    if (!project && chunk.length > 0) yield chunk.map((row) => row.raw)
    if (project) yield* sliced(chunk, heavy || chunk.some(isLarge), (row) => encode(project(decode(row.raw))))
    await pace.breathe()
  }
}

async function* nothing(): AsyncGenerator<never> {}

async function find(request: Request): Promise<Answer> {
  const { db } = request
  const name = collectionName(request)
  const collection = namedCollection(request)
  const parsed = parseFind(request, collection ?? nowhere(db, name))
  const view = viewOf(request)
  const documents = (budget: MemoryBudget) => (collection ? streamFind(request, view, parsed, budget) : nothing())
  return cursorAnswer(request, `${db}.${name}`, view, documents, countField(request, 'batchSize'), {
    single: strictBoolField(request, 'singleBatch') ?? false,
    limit: parsed.query.limit,
  })
}

// ---- count, distinct

function parseCount(request: Request, collection: Collection): Query {
  noCollation(request.body)
  const limit = request.body.get('limit') ?? null
  if (limit !== null && !isNum(limit))
    refuse('TypeMismatch', `BSON field 'count.limit' is the wrong type '${typeName(limit)}', expected type 'long'`)
  return {
    collection,
    filter: parseFilter(docField(request, 'query') ?? new Map(), { vars: varsOf(request) }),
    hint: hintOf(request.body),
    skip: countField(request, 'skip'),
    limit: isNum(limit) ? Math.abs(Math.trunc(toNumber(limit))) : undefined,
  }
}

async function count(request: Request): Promise<Answer> {
  const collection = namedCollection(request)
  const query = parseCount(request, collection ?? nowhere(request.db, ''))
  if (!collection) return answer({ n: 0 })
  const view = viewOf(request)
  return request.engine.reading(view, async () => {
    let n = 0
    for (const chunk of execute(view, query, choosePlan(view, query))) {
      n += chunk.length
      await request.pace.breathe()
    }
    return answer({ n })
  })
}

function parseDistinct(request: Request, collection: Collection): Query {
  noCollation(request.body)
  const filter = parseFilter(docField(request, 'query') ?? new Map(), { vars: varsOf(request) })
  return { collection, filter, hint: hintOf(request.body) }
}

async function distinct(request: Request): Promise<Answer> {
  const key = stringField(request, 'key') ?? refuse(40414, "BSON field 'distinct.key' is missing but a required field")
  const collection = namedCollection(request)
  const query = parseDistinct(request, collection ?? nowhere(request.db, ''))
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
      bytes += hash.length + ELEMENT_NAME
      if (bytes > MAX_DOCUMENT) refuse(17217, 'distinct too big, 16mb cap')
    }
  }
  return request.engine.reading(view, async () => {
    for (const chunk of execute(view, query, choosePlan(view, query))) {
      for (const _ of sliced(chunk, chunk.some(isLarge), take)) await request.pace.breathe()
      await request.pace.breathe()
    }
    const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1))
    return answer({ values: sorted.map(([, value]) => value) })
  })
}

/** What an element of a BSON array takes besides its value, at most. */
const ELEMENT_NAME = 8

/** Every value a path reaches; arrays on the way and at the end count by their elements. */
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

// ---- aggregate

interface Aggregation {
  readonly pipeline: Pipeline
  readonly query: Query | undefined
}

/** `aggregate: 1`: no collection, but the database. */
function isCollectionless({ body }: Request): boolean {
  const value = body.get('aggregate')
  return value !== undefined && isNum(value) && toNumber(value) === 1
}

function parseAggregate(request: Request): Aggregation {
  const { body } = request
  noCollation(body)
  const stages = listField(request, 'pipeline') ?? refuse(40414, "BSON field 'aggregate.pipeline' is missing but a required field")
  const first = firstKey(stages[0])
  const collectionless = isCollectionless(request)
  if (collectionless && first !== '$documents')
    refuse('InvalidNamespace', '{aggregate: 1} is supported by the embedded engine only with $documents as first stage')
  if (!collectionless && first === '$documents') refuse('InvalidNamespace', "'$documents' can only be run with {aggregate: 1}")
  const vars = varsOf(request)
  const pipeline = parsePipeline(stages, { vars })
  if (pipeline.writes && request.transaction) refuse('OperationNotSupportedInTransaction', '$merge cannot be used in a transaction')
  const collection = collectionless ? undefined : namedCollection(request)
  const sort = parseSort(pipeline.sort)
  const filter = parseFilter(pipeline.filter ?? new Map(), { vars })
  if (!collection) return { pipeline, query: undefined }
  return { pipeline, query: { collection, filter, sort: sort.pattern, natural: sort.natural, limit: pipeline.limit, hint: hintOf(body) } }
}

async function* decoded(
  request: Request,
  view: View,
  query: Query | undefined,
  budget: MemoryBudget,
  fields: ReadonlySet<string> | null = null,
): AsyncGenerator<readonly Doc[]> {
  if (!query) return
  for (const chunk of execute(view, query, choosePlan(view, query), budget)) {
    // A chunk that has been sorted may hold hundreds of large documents, which decoded take many times their bytes.
    for (const slice of sliced(chunk, false, (row) => decode(row.raw, fields))) {
      yield slice
      await request.pace.breathe()
    }
    await request.pace.breathe()
  }
}

async function* streamAggregate(
  request: Request,
  view: View,
  { pipeline, query }: Aggregation,
  budget: MemoryBudget,
): AsyncGenerator<readonly Uint8Array[]> {
  const { engine, pace, db } = request
  const vars = varsOf(request)
  const output = pipeline.run(decoded(request, view, query, budget, pipeline.fields), {
    find: (name, filter, own) => {
      const collection = engine.store.collection(db, name)
      return decoded(request, view, collection && { collection, filter: parseFilter(filter, { vars: own ?? vars }) }, budget)
    },
    merge: (target, on, docs, spec) => mergeInto(request, target, on, docs, spec),
    budget,
    breathe: pace.breathe,
  })
  for await (const batch of output) {
    for (const slice of sliced(batch, false, (document) => encode(document))) {
      yield slice
      await pace.breathe()
    }
  }
}

async function aggregate(request: Request): Promise<Answer> {
  if (boolField(request, 'explain')) return explainCommand(request)
  const cursor =
    docField(request, 'cursor') ??
    refuse('FailedToParse', "The 'cursor' option is required, except for aggregate with the explain argument")
  const parsed = parseAggregate(request)
  const view = viewOf(request)
  const ns = `${request.db}.${isCollectionless(request) ? '$cmd.aggregate' : collectionName(request)}`
  const documents = (budget: MemoryBudget) => streamAggregate(request, view, parsed, budget)
  return cursorAnswer(request, ns, view, documents, countField(request, 'batchSize', cursor), { decodes: true })
}

// ---- explain

/** The query of a command and the plan found for it; run once when more than the plan is asked for. */
async function explainCommand(request: Request, verbosity = 'queryPlanner'): Promise<Answer> {
  const { engine, db } = request
  const name = collectionName(request)
  const view = viewOf(request)
  const collection = namedCollection(request)
  return engine.reading(view, async () => {
    const query = queryOf(request, collection ?? nowhere(db, name))
    const plan: Plan | undefined = collection && choosePlan(view, query)
    const stats = newStats()
    if (plan && verbosity !== 'queryPlanner') {
      const budget = engine.budget()
      try {
        for (const _ of execute(view, query, plan, budget, stats)) await request.pace.breathe()
      } finally {
        budget.free()
      }
    }
    const winningPlan = plan ? describePlan(query, plan) : (fromObject({ stage: 'EOF' }) as Doc)
    const planner = fromObject({ plannerVersion: 1, namespace: `${db}.${name}`, winningPlan, rejectedPlans: [] })
    return answer({
      explainVersion: '1',
      queryPlanner: planner,
      executionStats:
        verbosity === 'queryPlanner'
          ? undefined
          : fromObject({
              executionSuccess: true,
              nReturned: stats.returned,
              totalKeysExamined: stats.keys,
              totalDocsExamined: stats.documents,
              executionStages: winningPlan,
            }),
      serverInfo: fromObject({ host: 'localhost', version: 'embedded' }),
    })
  })
}

function queryOf(request: Request, collection: Collection): Query {
  switch (request.name) {
    case 'find':
      return parseFind(request, collection).query
    case 'count':
      return parseCount(request, collection)
    case 'distinct':
      return parseDistinct(request, collection)
    case 'aggregate':
      return parseAggregate(request).query ?? { collection, filter: parseFilter(new Map()) }
    case 'findAndModify':
      return {
        collection,
        filter: parseFilter(docField(request, 'query') ?? new Map(), { vars: varsOf(request) }),
        sort: parseSort(docField(request, 'sort')).pattern,
        limit: 1,
        hint: hintOf(request.body),
      }
    case 'update':
    case 'delete': {
      const statement = documentsField(request, request.name === 'update' ? 'updates' : 'deletes')[0]?.()
      return {
        collection,
        filter: parseFilter((statement && docField(request, 'q', statement)) ?? new Map(), { vars: varsOf(request) }),
        hint: statement && hintOf(statement),
      }
    }
    default:
      return refuse('CommandNotSupported', `explain of ${request.name} is not supported`)
  }
}

function explain(request: Request): Promise<Answer> {
  const body = docField(request, 'explain') ?? refuse('FailedToParse', 'explain needs a command')
  const name = firstKey(body) ?? ''
  const verbosity = stringField(request, 'verbosity') ?? 'allPlansExecution'
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)) {
    refuse('BadValue', `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`)
  }
  return explainCommand({ ...request, name: name === 'findandmodify' ? 'findAndModify' : name, body }, verbosity)
}

export const readCommands: Readonly<Record<string, Command>> = {
  find: {
    fields: [
      'filter',
      'projection',
      'sort',
      'hint',
      'skip',
      'limit',
      'batchSize',
      'singleBatch',
      'let',
      'collation',
      'noCursorTimeout',
      'allowDiskUse',
      'allowPartialResults',
      'tailable',
      'awaitData',
      'returnKey',
      'showRecordId',
      'oplogReplay',
      'min',
      'max',
    ],
    transactional: true,
    run: find,
  },
  getMore: { fields: ['collection', 'batchSize'], transactional: true, run: getMore },
  killCursors: { fields: ['cursors'], transactional: true, run: killCursors },
  // Not in transactions, as in MongoDB: countDocuments aggregates.
  count: { fields: ['query', 'skip', 'limit', 'hint', 'collation', 'fields'], run: count },
  distinct: { fields: ['key', 'query', 'hint', 'collation'], transactional: true, run: distinct },
  aggregate: {
    fields: ['pipeline', 'cursor', 'explain', 'hint', 'let', 'collation', 'allowDiskUse', 'bypassDocumentValidation'],
    transactional: true,
    run: aggregate,
  },
  explain: { fields: ['verbosity'], run: explain },
}
