import { type Context, definePipe, type Scope } from '@reelfair/service-kit'
import { NO_TOTALS } from '../domain/assignment.ts'
import { isSame, type RecountReading, recount as recountOne } from '../domain/recount.ts'
import type { Review } from '../domain/review.ts'
import { assignments, type StoredAssignment } from '../store/assignments.ts'
import { observationsPage } from '../store/observations.ts'
import { isExpiring } from '../store/retention.ts'
import { reviewsOfAssignment } from '../store/reviews.ts'

const PAGE = 100

/**
 * Recomputes all totals from stored readings and decisions. Prints one JSON line per revision, ordered by assignment
 * id; the last line confirms that the output is complete. Skips assignments that are being removed. Changes no data.
 */
export const recount = definePipe({
  name: 'recount',
  description:
    'Recomputes the totals of every revision from observations and decisions, prints them as JSON lines and compares the latest with the emitted totals.',
  args: {},
  lines: async function* (_, ctx: Context) {
    const seen = { assignments: 0, differ: 0 }
    for await (const assignment of assignments.each(ctx)) {
      if (isExpiring(assignment, ctx.now())) continue
      const { found, line } = await recounted(ctx, assignment)
      yield* line
      seen.assignments += 1
      if (!found) seen.differ += 1
    }
    yield JSON.stringify({ recounted: seen.assignments, differ: seen.differ })
  },
})

async function recounted(scope: Scope, { id: assignmentId, subject, totals, revision }: StoredAssignment) {
  const readings = await allPages<RecountReading>((cursor) => observationsPage(scope, assignmentId, { limit: PAGE, cursor }))
  const reviews = await allPages<Review>((cursor) => reviewsOfAssignment(scope, assignmentId, { limit: PAGE, cursor }))
  const all = recountOne(readings, reviews, revision)
  const found = isSame(all.at(-1)?.totals ?? NO_TOTALS, totals)
  const line = all.map((one) => JSON.stringify({ assignmentId, subject, ...one }))
  return { found, line: found ? line : [...line, JSON.stringify({ assignmentId, subject, revision, emitted: totals, differs: true })] }
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
