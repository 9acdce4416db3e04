import type { CreatorRecord, PaidTier } from '@reelfair/contracts'

const KEPT = 10
const DAY_MS = 86_400_000

export interface SettledPartnership {
  readonly partnershipId: string
  readonly version: number
  readonly tier: PaidTier
  readonly observed: number
  readonly qualified: number
  readonly firstVideoAt?: Date | undefined
  readonly startsAt: Date
  readonly settledAt: Date
}

/** The latest ten, oldest first, whatever the order in which the events arrive. */
export function withPartnership<P extends SettledPartnership>(known: readonly P[], settled: P): P[] {
  const before = known.find(({ partnershipId }) => partnershipId === settled.partnershipId)
  if (before && before.version >= settled.version) return [...known]
  return [...known.filter((one) => one !== before), settled]
    .sort((one, other) => one.settledAt.getTime() - other.settledAt.getTime() || (one.partnershipId < other.partnershipId ? -1 : 1))
    .slice(-KEPT)
}

export function recordOf(partnerships: readonly SettledPartnership[]): CreatorRecord {
  const sum = (figure: 'observed' | 'qualified') => partnerships.reduce((total, one) => total + one[figure], 0)
  const days = partnerships.flatMap(({ firstVideoAt, startsAt }) =>
    firstVideoAt ? [Math.max(0, firstVideoAt.getTime() - startsAt.getTime()) / DAY_MS] : [],
  )
  return {
    tiers: partnerships.map(({ tier }) => tier),
    observed: sum('observed'),
    qualified: sum('qualified'),
    daysToFirstVideo: days.length === 0 ? null : Math.round(median(days)),
  }
}

/** @param values at least one */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (index: number) => sorted[index] ?? 0
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}
