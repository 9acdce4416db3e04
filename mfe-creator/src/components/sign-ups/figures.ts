import type { CountedVideo, ExclusionReason, SignUp, SignUpState } from '@reelfair/contracts'
import { exclusionTable, isFixedInPlace, losingReasons } from '@reelfair/contracts/reasons'
import { finalReadingAt, lastReadingAt } from '@reelfair/rules'

/** The common part of sign-ups and partnerships, which are measured by the same rules. */
export interface Measured extends Pick<SignUp, 'id' | 'code' | 'link' | 'state' | 'endsAt' | 'count'> {
  readonly endedAt?: string | undefined
  readonly videos: readonly Pick<CountedVideo, 'qualified' | 'inReview' | 'faults' | 'finalReadingMissing'>[]
}

export const excludedViews = ({ count }: Pick<SignUp, 'count'>): number => count.excluded.reduce((sum, { views }) => sum + views, 0)

export interface FaultNow {
  readonly reason: ExclusionReason
  readonly videos: number
  readonly views: number
}

/** Faults in the order of `exclusionTable`. */
export function faultsNow({ videos, count }: Pick<Measured, 'videos' | 'count'>): FaultNow[] {
  const order = Object.keys(exclusionTable) as ExclusionReason[]
  return order.flatMap((reason) => {
    const having = videos.filter(({ faults }) => faults.includes(reason)).length
    const views = count.excluded.find((one) => one.reason === reason)?.views ?? 0
    return having > 0 ? [{ reason, videos: having, views }] : []
  })
}

/**
 * A campaign or partnership counts as ended from `endsAt`, although the service reports the end only after settlement.
 * @param now milliseconds since 1970
 */
export const stateNow = ({ state, endsAt }: Pick<SignUp, 'state' | 'endsAt'>, now: number): SignUpState =>
  (state === 'active' || state === 'closed') && Date.parse(endsAt) <= now ? 'ended' : state

const isOver = ({ state }: Pick<SignUp, 'state'>) => state === 'settled' || state === 'withdrawn'

/** Counted views that the final reading deducts unless the creator fixes the fault before then. */
export interface Risk {
  readonly reason: (typeof losingReasons)[number]
  readonly videos: number
  readonly views: number
}

/** Views of deleted or hidden videos are at risk until the final reading. @source decisions §5 */
export function viewsAtRisk(signUp: Pick<Measured, 'videos' | 'state'>): Risk[] {
  if (isOver(signUp)) return []
  return losingReasons.flatMap((reason) => {
    const having = signUp.videos.filter(
      ({ faults, finalReadingMissing }) => !finalReadingMissing && losingReasons.find((one) => faults.includes(one)) === reason,
    )
    const views = having.reduce((sum, { qualified, inReview }) => sum + qualified + inReview, 0)
    return views > 0 ? [{ reason, videos: having.length, views }] : []
  })
}

/**
 * The deadline for restoring a video. An early end also brings the final reading forward. The final reading waits for a
 * connection as it waits for a silent network.
 * @param now milliseconds since 1970
 */
export function riskUntil(
  { reason }: Pick<Risk, 'reason'>,
  { endsAt, endedAt, state }: Pick<Measured, 'endsAt' | 'endedAt' | 'state'>,
  now: number,
) {
  const at = (reason === 'account_disconnected' ? lastReadingAt : finalReadingAt)(new Date(endedAt ?? endsAt))
  const text = at.getTime() <= now ? 'risk-late' : state === 'ended' ? 'risk-until' : 'risk-until-early'
  return { text, at: at.toISOString() } as const
}

/**
 * The fault to fix first: preferably one that can be fixed without a new video, otherwise the first one if every video
 * has a fault.
 */
export function faultToFix(signUp: Pick<Measured, 'videos' | 'count' | 'state'>): FaultNow | undefined {
  if (signUp.state !== 'active') return undefined
  const faults = faultsNow(signUp)
  const isAnyClean = signUp.videos.some((video) => video.faults.length === 0)
  return faults.find(({ reason }) => isFixedInPlace(exclusionTable[reason].fix)) ?? (isAnyClean ? undefined : faults[0])
}
