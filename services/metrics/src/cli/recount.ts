import { type Context, definePipe, type Scope } from '@reelfair/service-kit'
import { NO_TOTALS } from '../domain/assignment.ts'
import { isSame, type Kept, recount as recountOne } from '../domain/recount.ts'
import type { Review } from '../domain/review.ts'
import { assignmentsAfter, type StoredAssignment } from '../store/assignments.ts'
import { observationsPage } from '../store/observations.ts'
import { isGoing } from '../store/retention.ts'
import { reviewsOfAssignment } from '../store/reviews.ts'

const AT_ONCE = 200
const PAGE = 100

/**
 * All totals once more, from nothing but what was kept; a line of JSON per revision, so that each receipt's can be found, in the order of the sign-ups' ids, and
 * a last line that says that all are there. Sign-ups that are just being removed are left out. Reads only.
 */
export const recount = definePipe({
  name: 'recount',
  does: 'Folds all observations and decisions anew, prints the totals of every revision as JSON lines and compares the last with what was told.',
  args: {},
  lines: async function* (_, ctx: Context) {
    const seen = { assignments: 0, differ: 0 }
    let after = ''
    for (;;) {
      const some = await assignmentsAfter(ctx, after, AT_ONCE)
      for (const assignment of some) {
        if (isGoing(assignment, ctx.now())) continue
        const { found, line } = await recounted(ctx, assignment)
        yield* line
        seen.assignments += 1
        if (!found) seen.differ += 1
      }
      const last = some.at(-1)
      if (!last || some.length < AT_ONCE) break
      after = last.id
    }
    yield JSON.stringify({ recounted: seen.assignments, differ: seen.differ })
  },
})

async function recounted(scope: Scope, { id: assignmentId, totals, revision }: StoredAssignment) {
  const readings = await allPages<Kept>((cursor) => observationsPage(scope, assignmentId, { limit: PAGE, cursor }))
  const reviews = await allPages<Review>((cursor) => reviewsOfAssignment(scope, assignmentId, { limit: PAGE, cursor }))
  const all = recountOne(readings, reviews, revision)
  const found = isSame(all.at(-1)?.totals ?? NO_TOTALS, totals)
  const line = all.map((one) => JSON.stringify({ assignmentId, ...one }))
  return { found, line: found ? line : [...line, JSON.stringify({ assignmentId, revision, told: totals, differs: true })] }
}

async function allPages<T>(pageAfter: (cursor: string | undefined) => Promise<{ items: readonly T[]; next?: string }>): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = await pageAfter(cursor)
    for (const item of items) all.push(item)
    cursor = next
    if (cursor === undefined) return all
  }
}
