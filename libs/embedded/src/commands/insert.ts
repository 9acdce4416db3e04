import type { Doc } from '../values.ts'
import { type Answer, collectionName, documentsField, existing, type Request, targetOf } from './command.ts'
import { waitIfLocked } from './matching-rows.ts'
import { bulk, bulkAnswer } from './statements.ts'
import { stored } from './stored.ts'

export async function insert(request: Request): Promise<Answer> {
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
        await waitIfLocked(request, error)
      }
    }
  })
  return bulkAnswer(progress)
}
