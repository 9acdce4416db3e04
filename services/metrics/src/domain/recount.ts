/** Folds what was kept of a sign-up anew, from nothing: its totals at each revision. Pure. */
import { businessDayOf } from '@reelfair/rules'
import { NO_TOTALS, type Totals, totalsOf } from './assignment.ts'
import { type Count, countDecision, countFinal, countObservation, NOTHING_COUNTED, type OpenReview } from './count-video.ts'
import { dueIfDefault, type Review } from './review.ts'
import type { Reading } from './video.ts'

/** What a recount needs of a reading. */
export type Kept = Omit<Reading, 'added' | 'evidence' | 'likes' | 'comments' | 'assignmentId'>

export interface Recounted {
  readonly revision: number
  /** Of its last step; of a revision without any, as a final reading that found nothing, that of the one before. */
  readonly day: string | undefined
  readonly totals: Totals
}

/**
 * @param reviews all of the sign-up; open ones decide nothing yet
 * @param newest revision that was told
 */
export function recount(
  readings: readonly Kept[],
  reviews: readonly Pick<Review, 'videoId' | 'kind' | 'openedAt' | 'decideBy' | 'decision'>[],
  newest: number,
): Recounted[] {
  const steps = [
    ...readings.map((one) => ({
      revision: one.revision,
      at: one.readAt,
      videoId: one.videoId,
      // Each with the window as it was known then: a campaign may have ended before its time.
      on: (count: Count) => (one.isFinal ? countFinal : countObservation)(count, one, one),
    })),
    ...reviews.flatMap(({ videoId, kind, decideBy, decision }) =>
      decision
        ? [
            {
              revision: decision.revision,
              at: decision.at,
              videoId,
              on: (count: Count) => countDecision(count, { ...decision, kind, ...dueIfDefault({ decideBy }, decision.by) }),
            },
          ]
        : [],
    ),
  ].sort((a, b) => a.revision - b.revision || a.at.getTime() - b.at.getTime())
  // Reviews that were opened at the same instant are due at the same instant.
  const deadlines = new Map(reviews.map(({ openedAt, decideBy }) => [openedAt.getTime(), decideBy]))
  const deadlineOf = ({ openedAt }: OpenReview) => deadlines.get(openedAt.getTime()) ?? openedAt
  const counts = new Map<string, Count>()
  const lines = new Map<number, Recounted>()
  for (const { revision, at, videoId, on } of steps) {
    counts.set(videoId, on(counts.get(videoId) ?? NOTHING_COUNTED))
    // The last step of a revision leaves its totals.
    lines.set(revision, { revision, day: businessDayOf(at), totals: totalsOf([...counts.values()], deadlineOf) })
  }
  let last: Recounted = { revision: 0, day: undefined, totals: NO_TOTALS }
  return Array.from({ length: newest }, (_, index) => {
    const revision = index + 1
    last = { ...last, ...lines.get(revision), revision }
    return last
  })
}

/** An early end moves the deadlines of open reviews after they were told, so of those only the sums are compared. */
function comparable(defaults: Totals['defaults']): string {
  const open = defaults.filter(({ isApplied }) => !isApplied)
  const sum = (of: 'counts' | 'excluded') => open.reduce((total, one) => total + one[of], 0)
  const applied = defaults.filter(({ isApplied }) => isApplied).map(({ day, counts, excluded }) => `${day} ${counts} ${excluded}`)
  return [...applied, sum('counts'), sum('excluded')].join()
}

/** Whether two totals say the same. */
export const isSame = (a: Totals, b: Totals): boolean =>
  a.observed === b.observed &&
  a.qualified === b.qualified &&
  a.inReview === b.inReview &&
  comparable(a.defaults) === comparable(b.defaults) &&
  (a.removed ?? 0) === (b.removed ?? 0) &&
  a.excluded.length === b.excluded.length &&
  a.excluded.every(({ reason, views }, index) => b.excluded[index]?.reason === reason && b.excluded[index].views === views)
