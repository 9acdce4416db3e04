import { businessDayOf } from '@reelfair/rules'
import { NO_TOTALS, type Totals, totalsOf } from './assignment.ts'
import { type Count, countDecision, countFinal, countObservation, NOTHING_COUNTED, type OpenReview } from './count-video.ts'
import { dueIfDefault, type Review } from './review.ts'
import type { Reading } from './video.ts'

export type RecountReading = Omit<Reading, 'added' | 'evidence' | 'likes' | 'comments' | 'assignmentId'>

export interface Recounted {
  readonly revision: number
  /**
   * Business day of the revision's last step. A revision without steps, such as an empty final reading, keeps the
   * previous day.
   */
  readonly day: string | undefined
  readonly totals: Totals
}

/**
 * @param reviews all reviews of the assignment; open ones have no effect yet
 * @param newest the latest emitted revision
 */
export function recount(
  readings: readonly RecountReading[],
  reviews: readonly Pick<Review, 'videoId' | 'kind' | 'openedAt' | 'decideBy' | 'decision'>[],
  newest: number,
): Recounted[] {
  const steps = [
    ...readings.map((one) => ({
      revision: one.revision,
      at: one.readAt,
      videoId: one.videoId,
      // Uses the window that was known at the time of the reading, because the subject may have ended early since
      // then.
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
  // Reviews opened at the same instant have the same deadline.
  const deadlines = new Map(reviews.map(({ openedAt, decideBy }) => [openedAt.getTime(), decideBy]))
  const deadlineOf = ({ openedAt }: OpenReview) => deadlines.get(openedAt.getTime()) ?? openedAt
  const counts = new Map<string, Count>()
  const lines = new Map<number, Recounted>()
  for (const { revision, at, videoId, on } of steps) {
    counts.set(videoId, on(counts.get(videoId) ?? NOTHING_COUNTED))
    lines.set(revision, { revision, day: businessDayOf(at), totals: totalsOf([...counts.values()], deadlineOf) })
  }
  let last: Recounted = { revision: 0, day: undefined, totals: NO_TOTALS }
  return Array.from({ length: newest }, (_, index) => {
    const revision = index + 1
    last = { ...last, ...lines.get(revision), revision }
    return last
  })
}

/**
 * Compares only the sums of pending defaults, because an early end may move the deadlines of open reviews after the
 * totals were emitted.
 */
function comparable(defaults: Totals['defaults']): string {
  const open = defaults.filter(({ isApplied }) => !isApplied)
  const sum = (of: 'counts' | 'excluded') => open.reduce((total, one) => total + one[of], 0)
  const applied = defaults.filter(({ isApplied }) => isApplied).map(({ day, counts, excluded }) => `${day} ${counts} ${excluded}`)
  return [...applied, sum('counts'), sum('excluded')].join()
}

export const isSame = (a: Totals, b: Totals): boolean =>
  a.observed === b.observed &&
  a.qualified === b.qualified &&
  a.inReview === b.inReview &&
  comparable(a.defaults) === comparable(b.defaults) &&
  (a.removed ?? 0) === (b.removed ?? 0) &&
  a.excluded.length === b.excluded.length &&
  a.excluded.every(({ reason, views }, index) => b.excluded[index]?.reason === reason && b.excluded[index].views === views)
