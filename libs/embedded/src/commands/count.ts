import type { Collection } from '../collection.ts'
import { refuse } from '../errors.ts'
import { execute } from '../executor.ts'
import { parseFilter } from '../matcher.ts'
import { choosePlan, type Query } from '../planner.ts'
import { isNum, toNumber, typeName } from '../values.ts'
import {
  type Answer,
  answer,
  countField,
  docField,
  hintOf,
  missingCollection,
  namedCollection,
  noCollation,
  type Request,
  varsOf,
  viewOf,
} from './command.ts'

export function parseCount(request: Request, collection: Collection): Query {
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

export async function count(request: Request): Promise<Answer> {
  const collection = namedCollection(request)
  const query = parseCount(request, collection ?? missingCollection(request.db, ''))
  if (!collection) return answer({ n: 0 })
  const view = viewOf(request)
  return request.engine.reading(view, async () => {
    let n = 0
    for (const chunk of execute(view, query, choosePlan(view, query))) {
      n += chunk.length
      await request.pace.yieldIfDue()
    }
    return answer({ n })
  })
}
