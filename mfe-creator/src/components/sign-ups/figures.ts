import type { ExclusionReason, SignUp } from '@reelfair/contracts'
import { exclusionTable, type Mend } from '@reelfair/contracts/reasons'

/** What the creator can do on the video or the account that is there already; all other faults want a new video. */
const ON_THE_SPOT: readonly Mend[] = ['add_code', 'add_mention', 'add_link', 'make_public', 'lift_age_restriction']

/** Views taken off, for all reasons. */
export const excludedViews = ({ count }: Pick<SignUp, 'count'>): number => count.excluded.reduce((sum, { views }) => sum + views, 0)

/** A fault of the newest reading: how many videos have it, and how many views it has cost until now. */
export interface FaultNow {
  readonly reason: ExclusionReason
  readonly videos: number
  readonly views: number
}

/** The faults that the newest reading found, in their fixed order. */
export function faultsNow({ videos, count }: Pick<SignUp, 'videos' | 'count'>): FaultNow[] {
  const order = Object.keys(exclusionTable) as ExclusionReason[]
  return order.flatMap((reason) => {
    const having = videos.filter(({ faults }) => faults.includes(reason)).length
    const views = count.excluded.find((one) => one.reason === reason)?.views ?? 0
    return having > 0 ? [{ reason, videos: having, views }] : []
  })
}

/**
 * The fault to mend first, while something can still be won: one that is mended where it is, or one that leaves no video without a fault.
 * @example faultToMend(signUp)?.reason // 'link_not_in_bio'
 */
export function faultToMend(signUp: Pick<SignUp, 'videos' | 'count' | 'state'>): FaultNow | undefined {
  if (signUp.state !== 'active') return undefined
  const faults = faultsNow(signUp)
  const isAnyClean = signUp.videos.some((video) => video.faults.length === 0)
  return faults.find(({ reason }) => ON_THE_SPOT.includes(exclusionTable[reason].mend)) ?? (isAnyClean ? undefined : faults[0])
}
