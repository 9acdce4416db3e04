import { refuse } from '../errors.ts'
import { execute } from '../executor.ts'
import { sliced } from '../guard.ts'
import { parseFilter } from '../matcher.ts'
import { firstKey } from '../paths.ts'
import { type Pipeline, parsePipeline } from '../pipeline.ts'
import { choosePlan, type Query } from '../planner.ts'
import { type Doc, decode, encode, isNum, toNumber } from '../values.ts'
import type { MemoryBudget, View } from '../views.ts'
import {
  type Answer,
  collectionName,
  countField,
  docField,
  hintOf,
  listField,
  namedCollection,
  noCollation,
  parseSort,
  type Request,
  varsOf,
  viewOf,
} from './command.ts'
import { cursorAnswer } from './cursors.ts'
import { mergeInto } from './merge.ts'

interface Aggregation {
  readonly pipeline: Pipeline
  readonly query: Query | undefined
}

/** `{aggregate: 1}` runs on the database rather than on a collection. */
function isCollectionless({ body }: Request): boolean {
  const value = body.get('aggregate')
  return value !== undefined && isNum(value) && toNumber(value) === 1
}

export function parseAggregate(request: Request): Aggregation {
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
    // A sorted chunk may hold hundreds of large documents, which take up several times their size when decoded.
    for (const slice of sliced(chunk, false, (row) => decode(row.raw, fields))) {
      yield slice
      await request.pace.yieldIfDue()
    }
    await request.pace.yieldIfDue()
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
      const collection = engine.store.catalog.collection(db, name)
      return decoded(request, view, collection && { collection, filter: parseFilter(filter, { vars: own ?? vars }) }, budget)
    },
    merge: (target, on, docs, spec) => mergeInto(request, target, on, docs, spec),
    budget,
    yieldIfDue: pace.yieldIfDue,
  })
  for await (const batch of output) {
    for (const slice of sliced(batch, false, (document) => encode(document))) {
      yield slice
      await pace.yieldIfDue()
    }
  }
}

export async function aggregate(request: Request): Promise<Answer> {
  const cursor =
    docField(request, 'cursor') ??
    refuse('FailedToParse', "The 'cursor' option is required, except for aggregate with the explain argument")
  const parsed = parseAggregate(request)
  const view = viewOf(request)
  const ns = `${request.db}.${isCollectionless(request) ? '$cmd.aggregate' : collectionName(request)}`
  const documents = (budget: MemoryBudget) => streamAggregate(request, view, parsed, budget)
  return cursorAnswer(request, ns, view, documents, countField(request, 'batchSize', cursor), { decodes: true })
}
