import type { Collection } from '../collection.ts'
import { refuse } from '../errors.ts'
import { execute, isHeavy, isLarge } from '../executor.ts'
import { sliced } from '../guard.ts'
import { parseFilter } from '../matcher.ts'
import { choosePlan, type Query } from '../planner.ts'
import { parseProjection } from '../projection.ts'
import { type Doc, decode, encode } from '../values.ts'
import type { MemoryBudget, View } from '../views.ts'
import {
  type Answer,
  boolField,
  collectionName,
  countField,
  docField,
  hintOf,
  missingCollection,
  namedCollection,
  noCollation,
  parseSort,
  type Request,
  strictBoolField,
  varsOf,
  viewOf,
} from './command.ts'
import { cursorAnswer } from './cursors.ts'

interface Found {
  readonly query: Query
  readonly project: ((document: Doc) => Doc) | undefined
  /** Expressions or conditions may make the projection slow even for a document of ordinary size. */
  readonly heavy: boolean
}

export function parseFind(request: Request, collection: Collection): Found {
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
    await pace.yieldIfDue()
  }
}

async function* nothing(): AsyncGenerator<never> {}

export async function find(request: Request): Promise<Answer> {
  const { db } = request
  const name = collectionName(request)
  const collection = namedCollection(request)
  const parsed = parseFind(request, collection ?? missingCollection(db, name))
  const view = viewOf(request)
  const documents = (budget: MemoryBudget) => (collection ? streamFind(request, view, parsed, budget) : nothing())
  return cursorAnswer(request, `${db}.${name}`, view, documents, countField(request, 'batchSize'), {
    single: strictBoolField(request, 'singleBatch') ?? false,
    limit: parsed.query.limit,
  })
}
