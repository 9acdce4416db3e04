/**
 * Views gained per night. A decision moves views in review to qualified or excluded on the night when they were gained,
 * so the nights always add up to the totals, and no night is negative.
 */
import type { Count, Decision } from './count-video.ts'

/**
 * Views in review, by the night when they were gained and the decisions that they await (the parts of `Count.held`).
 */
export interface Waiting {
  readonly day: string
  readonly part: keyof Count['held']
  readonly views: number
}

export interface Earned {
  readonly day: string
  readonly views: number
}

/** `inReview` may be negative, and so may `qualified` after the final reading. */
export interface Gain {
  readonly day: string
  readonly qualified: number
  readonly inReview: number
  readonly excluded: number
}

const PARTS = ['logo', 'growth', 'both'] as const

export const gainOf = ({ qualified, inReview, excluded }: Omit<Gain, 'day'>, day: string): Gain => ({ day, qualified, inReview, excluded })

/** @returns the same array if the reading put no views in review */
export function addWaiting(
  waiting: readonly Waiting[] | undefined,
  before: Count,
  after: Count,
  day: string,
): readonly Waiting[] | undefined {
  const more = PARTS.map((part) => ({ day, part, views: after.held[part] - before.held[part] })).filter(({ views }) => views > 0)
  return more.length === 0 ? waiting : [...(waiting ?? []), ...more]
}

export function addEarned(earned: readonly Earned[] | undefined, gains: readonly Gain[]): readonly Earned[] | undefined {
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

/** Subtracts the views that the final reading deducted, starting with the newest nights. */
export function takeOffNights({ waiting, earned }: Nightly, before: Count, after: Count): Nightly & { readonly moved: readonly Gain[] } {
  const moved: Gain[] = []
  const deduct = <T extends { day: string; views: number }>(
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
      ...(deduct(
        still?.filter((one) => one.part === part),
        lost,
        'inReview',
      ) ?? []),
    ]
  }
  return { waiting: still, earned: deduct(earned, before.qualified - after.qualified, 'qualified'), moved }
}

/**
 * Applies a decision to the nights, as `countDecision` applies it to the count: after an approval, views that also wait
 * for another decision stay in review.
 */
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
