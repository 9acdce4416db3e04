/** Counted views that the final reading will deduct unless a fault is fixed before then. @source decisions §5 */
import { losingReasons } from '@reelfair/contracts'
import { tallyOf } from './count-video.ts'
import type { Video } from './video.ts'

type LosingReason = (typeof losingReasons)[number]

export interface Risk {
  readonly reason: LosingReason
  readonly views: number
}

interface Change {
  readonly before: Pick<Video, 'faults'>
  readonly after: Pick<Video, 'faults' | 'count'>
}

const faultOf = ({ faults }: Pick<Video, 'faults'>): LosingReason | undefined => losingReasons.find((reason) => faults.includes(reason))

/** Only faults that this reading found, and only videos with views to lose. */
export const newRisks = (changes: readonly Change[]): Risk[] =>
  losingReasons.flatMap((reason) => {
    const views = changes
      .filter(({ before, after }) => faultOf(after) === reason && faultOf(before) !== reason)
      .map(({ after }) => tallyOf(after.count))
      .reduce((sum, { qualified, inReview }) => sum + qualified + inReview, 0)
    return views > 0 ? [{ reason, views }] : []
  })
