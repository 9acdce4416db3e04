import { refuse } from '../errors.ts'
import { parseFilter } from '../matcher.ts'
import type { Query } from '../planner.ts'
import { type Doc, isNum, toNumber } from '../values.ts'
import {
  type Answer,
  collectionName,
  docField,
  documentsField,
  hintOf,
  namedCollection,
  noCollation,
  type Request,
  required,
  targetOf,
  varsOf,
} from './command.ts'
import { withAll, withFirst } from './matching-rows.ts'
import { bulk, bulkAnswer, checkFields } from './statements.ts'

const DELETE_FIELDS = new Set(['q', 'limit', 'hint', 'collation'])

export async function remove(request: Request): Promise<Answer> {
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
