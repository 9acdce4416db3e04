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

/** Qualified views, and the night on which they came. */
export interface Earned {
  readonly day: string
  readonly views: number
}

/** What is added to a night; in review it may be taken away, and by the final reading also what qualified. */
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

/** Remembers from which nights qualified views are. @returns the same when none came */
export function earn(earned: readonly Earned[] | undefined, gains: readonly Gain[]): readonly Earned[] | undefined {
  const more = gains.filter(({ qualified }) => qualified > 0)
  if (more.length === 0) return earned
  const days = new Map((earned ?? []).map(({ day, views }) => [day, views]))
  for (const { day, qualified } of more) days.set(day, (days.get(day) ?? 0) + qualified)
  return [...days].map(([day, views]) => ({ day, views })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

interface Nightly {
  readonly waiting: readonly Waiting[] | undefined
  readonly earned: readonly Earned[] | undefined
}

/** What the final reading took off: the newest nights lose first. */
export function takeOffNights({ waiting, earned }: Nightly, before: Count, after: Count): Nightly & { readonly moved: readonly Gain[] } {
  const moved: Gain[] = []
  const lessen = <T extends { day: string; views: number }>(
    all: readonly T[] | undefined,
    lost: number,
    what: 'qualified' | 'inReview',
  ) => {
    let left = lost
    return all
      ?.toReversed()
      .flatMap((one) => {
        const views = Math.min(left, one.views)
        left -= views
        if (views > 0) moved.push({ day: one.day, qualified: 0, inReview: 0, excluded: views, [what]: -views })
        return views === one.views ? [] : [{ ...one, views: one.views - views }]
      })
      .reverse()
  }
  let still = waiting
  for (const part of PARTS) {
    const lost = before.held[part] - after.held[part]
    if (lost === 0) continue
    const others = still?.filter((one) => one.part !== part) ?? []
    still = [
      ...others,
      ...(lessen(
        still?.filter((one) => one.part === part),
        lost,
        'inReview',
      ) ?? []),
    ]
  }
  return { waiting: still, earned: lessen(earned, before.qualified - after.qualified, 'qualified'), moved }
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
