import type { ExclusionReason, SignUp } from '@reelfair/contracts'
import { exclusionTable, isFixedInPlace } from '@reelfair/contracts/reasons'

/** Views taken off, for all reasons. */
export const excludedViews = ({ count }: Pick<SignUp, 'count'>): number => count.excluded.reduce((sum, { views }) => sum + views, 0)

/** A fault that nothing has cleared yet: how many videos have it, and how many views it has cost until now. */
export interface FaultNow {
  readonly reason: ExclusionReason
  readonly videos: number
  readonly views: number
}

/** The faults that nothing has cleared yet, in their fixed order. */
export function faultsNow({ videos, count }: Pick<SignUp, 'videos' | 'count'>): FaultNow[] {
  const order = Object.keys(exclusionTable) as ExclusionReason[]
  return order.flatMap((reason) => {
    const having = videos.filter(({ faults }) => faults.includes(reason)).length
    const views = count.excluded.find((one) => one.reason === reason)?.views ?? 0
    return having > 0 ? [{ reason, videos: having, views }] : []
  })
}

/**
 * The fault to fix first, while views can still count: one that is fixed in place, or one that leaves no video without a fault.
 * @example faultToMend(signUp)?.reason // 'link_not_in_bio'
 */
export function faultToMend(signUp: Pick<SignUp, 'videos' | 'count' | 'state'>): FaultNow | undefined {
  if (signUp.state !== 'active') return undefined
  const faults = faultsNow(signUp)
  const isAnyClean = signUp.videos.some((video) => video.faults.length === 0)
  return faults.find(({ reason }) => isFixedInPlace(exclusionTable[reason].mend)) ?? (isAnyClean ? undefined : faults[0])
}
