import { refuse } from '../errors.ts'
import type { Doc, Value } from '../values.ts'
import { type Answer, boolField, collectionName, docField, documentsField, isReal, type Request, required, targetOf } from './command.ts'
import { withAll } from './matching-rows.ts'
import { bulk, bulkAnswer, checkFields } from './statements.ts'
import { parseUpdateStatement, replace, upsert, withUpsert } from './update-statement.ts'

const UPDATE_FIELDS = new Set(['q', 'u', 'c', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'])

export async function update(request: Request): Promise<Answer> {
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
