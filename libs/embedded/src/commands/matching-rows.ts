import type { Row } from '../connection.ts'
import { execute, isHeavy, isLarge } from '../executor.ts'
import { guarded } from '../guard.ts'
import { Locked } from '../locks.ts'
import type { Filter } from '../matcher.ts'
import { choosePlan, type Query } from '../planner.ts'
import { decode } from '../values.ts'
import type { Target } from '../views.ts'
import type { Request } from './command.ts'

/**
 * Passes the first matching row to `use`. Repeats the search if a transaction has locked the row or the row has changed
 * since the search.
 */
export async function withFirst<T>(request: Request, target: Target, query: Query, use: (row: Row | undefined) => T): Promise<T> {
  for (;;) {
    try {
      for (const chunk of execute(target, { ...query, limit: 1 }, choosePlan(target, query))) {
        if (chunk[0]) return use(chunk[0])
        await pause(request)
      }
      return use(undefined)
    } catch (error) {
      await waitIfLocked(request, error)
    }
  }
}

/**
 * Yields to other commands. First waits for the commit of earlier writes, so that the command stops if a commit fails.
 */
export async function pause({ engine, pace }: Request): Promise<void> {
  if (!pace.due) return
  await engine.store.committed()
  await pace.yieldIfDue()
}

/**
 * Waits for the transaction that holds the lock, but not past the command's deadline. Rethrows any error other than
 * `Locked`.
 */
export async function waitIfLocked({ engine, pace }: Request, error: unknown): Promise<void> {
  if (!(error instanceof Locked)) throw error
  await engine.store.committed()
  await pace.wait(error.until)
}

/** Inspects the filter only once, because it may be large. */
function matching(filter: Filter): (row: Row) => boolean {
  const heavy = isHeavy(filter)
  return (row) => {
    const check = () => filter.matches(decode(row.raw, filter.fields))
    return heavy || isLarge(row) ? guarded(check) : check()
  }
}

/**
 * Finds all matching rows before passing the first one to `use`, so that the search never finds rows that `use` has
 * changed.
 */
export async function withAll(request: Request, target: Target, query: Query, use: (row: Row) => void): Promise<void> {
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
        await waitIfLocked(request, error)
      }
    }
    await pause(request)
  }
}
