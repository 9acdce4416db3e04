import type { Request } from './commands/command.ts'
import { execute } from './executor.ts'
import { Locked } from './locks.ts'
import { parseFilter } from './matcher.ts'
import { choosePlan } from './planner.ts'
import { doc, isNum, toNumber } from './values.ts'

/** Deletes documents that have expired. Leaves locked and recently changed documents for the next pass. */
export async function expireDocuments({ engine, pace }: Pick<Request, 'engine' | 'pace'>): Promise<void> {
  for (const collection of engine.store.catalog.list()) {
    for (const index of collection.indexes) {
      const seconds = index.spec.get('expireAfterSeconds')
      if (!isNum(seconds ?? null) || !index.ready) continue
      const field = index.paths[0] as string
      const oldest = new Date(Date.now() - toNumber(seconds as number) * 1000)
      const partial = index.spec.get('partialFilterExpression') ?? new Map()
      const query = { collection, filter: parseFilter(doc({ $and: [partial, { [field]: { $lt: oldest } }] })) }
      for (const rows of execute(engine.latest, query, choosePlan(engine.latest, query))) {
        for (const row of rows) {
          try {
            engine.latest.change(collection, row, null)
          } catch (error) {
            if (!(error instanceof Locked)) throw error
          }
        }
        await engine.store.committed()
        await pace.yieldIfDue()
        if (collection.dropped) break
      }
    }
  }
}
