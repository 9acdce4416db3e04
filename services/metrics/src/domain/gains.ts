/**
 * What each night has brought, as it stands now: a decision moves views in review to where they belong, on the nights on which they came. So the gains of all
 * nights add up to the totals at any moment, and none of them is ever negative. Pure.
 */
import type { Count, Decision } from './count-video.ts'

/** Views in review, of one night and for which decision: as `Count` holds them, with the night. */
export interface Waiting {
  readonly day: string
  readonly part: keyof Count['held']
  readonly views: number
}

/** What is added to a night; in review it may be taken away. */
export interface Gain {
  readonly day: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

const PARTS = ['logo', 'growth', 'both'] as const

/** What a reading added to its night. */
export const gainOf = ({ qualified, inReview, excluded }: Omit<Gain, 'day'>, day: string): Gain => ({ day, qualified, inReview, excluded })

/** Remembers from which night the views are that a reading has put in review. @returns the same when it did not */
export function holdBack(
  waiting: readonly Waiting[] | undefined,
  before: Count,
  after: Count,
  day: string,
): readonly Waiting[] | undefined {
  const more = PARTS.map((part) => ({ day, part, views: after.held[part] - before.held[part] })).filter(({ views }) => views > 0)
  return more.length === 0 ? waiting : [...(waiting ?? []), ...more]
}

/** What a decision does to the nights, as `countDecision` does it to the count: what waits for another one too stays in review after a yes. */
export function release(
  waiting: readonly Waiting[],
  { kind, verdict }: Pick<Decision, 'kind' | 'verdict'>,
): { waiting: readonly Waiting[]; moved: readonly Gain[] } {
  const counts = verdict === 'counts'
  const other = kind === 'logo' ? 'growth' : 'logo'
  const isMoved = ({ part }: Waiting) => part === kind || (part === 'both' && !counts)
  return {
    waiting: waiting.filter((one) => !isMoved(one)).map((one) => (one.part === 'both' ? { ...one, part: other } : one)),
    moved: waiting
      .filter(isMoved)
      .map(({ day, views }) => ({ day, qualified: counts ? views : 0, inReview: -views, excluded: counts ? 0 : views })),
  }
}
