import type { Collection } from '../collection.ts'
import { refuse } from '../errors.ts'
import { execute, type Stats } from '../executor.ts'
import { parseFilter } from '../matcher.ts'
import { firstKey } from '../paths.ts'
import { choosePlan, describePlan, type Plan, type Query } from '../planner.ts'
import { type Doc, fromObject } from '../values.ts'
import { parseAggregate } from './aggregate.ts'
import {
  type Answer,
  answer,
  collectionName,
  docField,
  documentsField,
  hintOf,
  missingCollection,
  namedCollection,
  parseSort,
  type Request,
  stringField,
  varsOf,
  viewOf,
} from './command.ts'
import { parseCount } from './count.ts'
import { parseDistinct } from './distinct.ts'
import { parseFind } from './find.ts'

export async function explainCommand(request: Request, verbosity = 'queryPlanner'): Promise<Answer> {
  const { engine, db } = request
  const name = collectionName(request)
  const view = viewOf(request)
  const collection = namedCollection(request)
  return engine.reading(view, async () => {
    const query = queryOf(request, collection ?? missingCollection(db, name))
    const plan: Plan | undefined = collection && choosePlan(view, query)
    const stats: Stats = { keys: 0, documents: 0, returned: 0 }
    if (plan && verbosity !== 'queryPlanner') {
      const budget = engine.budget()
      try {
        for (const _ of execute(view, query, plan, budget, stats)) await request.pace.yieldIfDue()
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

export function explain(request: Request): Promise<Answer> {
  const body = docField(request, 'explain') ?? refuse('FailedToParse', 'explain needs a command')
  const name = firstKey(body) ?? ''
  const verbosity = stringField(request, 'verbosity') ?? 'allPlansExecution'
  if (!['queryPlanner', 'executionStats', 'allPlansExecution'].includes(verbosity)) {
    refuse('BadValue', `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`)
  }
  return explainCommand({ ...request, name: name === 'findandmodify' ? 'findAndModify' : name, body }, verbosity)
}
