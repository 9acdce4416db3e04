import { RecountEnd, RecountedRevision } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import { type Context, definePipe, joinInOrder, type Line as Read, readLines } from '@reelfair/service-kit'
import { z } from 'zod'
import { asCounted, type Recomputed, recomputePartnership } from '../domain/recompute.ts'
import { type Partnership, partnerships } from '../store/partnerships.ts'
import { settings } from '../store/settings.ts'

const Line = z.union([RecountEnd, RecountedRevision])

/**
 * The metrics service stores counts for 24 months after a partnership ends, and `recount` omits them one day earlier;
 * another day allows for clock differences. Older partnerships are recomputed from the counts on their receipts, as are
 * test partnerships, which have no videos.
 * @source decisions §7
 */
const COUNTS_KEPT_MS = 728 * 86_400_000

/**
 * Recomputes the tiers and earnings of all partnerships. Prints a JSON line per partnership and passes on the lines of
 * sign-ups, all in the order of their ids, and finally lines that mark the output as complete. Read-only.
 */
export const computePartnerships = definePipe({
  name: 'compute-partnerships',
  description:
    'Reads the output of recount (metrics), decides the tiers of all partnerships again and compares them with the receipts. Part of recompute.',
  args: {},
  lines: async function* (_, ctx: Context, input) {
    const seen = { partnerships: 0, faulty: 0 }
    const ends: string[] = []
    const all = joinInOrder(
      partnerships.each(ctx),
      ({ id }) => id,
      readRevisions(input, ends),
      ({ data }) => data.assignmentId,
    )
    for await (const { key, left, right } of all) {
      const [partnership] = left
      const revisions = right.map(({ data }) => data)
      if (!partnership && revisions.every(({ subject }) => subject === 'campaign')) {
        yield* right.map(({ text }) => text)
        continue
      }
      const line: Recomputed = partnership
        ? await recomputed(partnership, revisions, ctx)
        : { charged: 0, cents: 0, faults: ['has counts, but partnerships has no such partnership'] }
      seen.partnerships += 1
      if (line.faults.length > 0) seen.faulty += 1
      yield JSON.stringify({ partnershipId: key, creatorId: partnership?.creatorId, ...line })
    }
    yield JSON.stringify({ recomputedPartnerships: seen.partnerships, faulty: seen.faulty })
    yield* ends
  },
})

async function recomputed(partnership: Partnership, revisions: readonly RecountedRevision[], ctx: Context): Promise<Recomputed> {
  const counts = new Map(revisions.flatMap((one) => ('totals' in one ? [[one.revision, one.totals] as const] : [])))
  const isKept = !partnership.isTest && partnership.endsAt.getTime() > ctx.now().getTime() - COUNTS_KEPT_MS
  const countedAt = (revision: number) => {
    const decision = isKept ? undefined : partnership.decisions.find((one) => one.revision === revision)
    return counts.get(revision) ?? (decision && asCounted(decision))
  }
  const { value, validFrom } = await settings.knownAt(ctx, 'rate_card', partnership.requestedAt)
  const card = { validFrom: businessDayOf(validFrom), centsPer1000: value.partnershipCentsPer1000 }
  const { faults, ...earned } = recomputePartnership(partnership, card, countedAt)
  const differences = revisions
    .filter((one) => 'differs' in one)
    .map(({ revision }) => `revision ${revision}: the emitted totals differ from the recount`)
  return { ...earned, faults: [...differences, ...faults] }
}

/** Collects in `ends` the last line of `recount`, which has no id. */
async function* readRevisions(input: AsyncIterable<string>, ends: string[]): AsyncGenerator<Read<RecountedRevision>> {
  for await (const { data, text } of readLines(input, Line, { from: 'recount (metrics)', isEnd: (line) => 'recounted' in line })) {
    if ('assignmentId' in data) yield { data, text }
    else ends.push(text)
  }
}
