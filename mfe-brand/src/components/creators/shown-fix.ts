import type { Campaign, ExclusionReason, MeasuredVideo } from '@reelfair/contracts'
import { exclusionTable, fixTable, losesAllViews, restoreTable } from '@reelfair/contracts/reasons'

/** Whether new views of a video can still count. */
export const mayCount = ({ isOver }: MeasuredVideo, phase: Campaign['phase']): boolean =>
  !isOver && phase !== 'ended' && phase !== 'settled'

/**
 * The fix that the creator sees for a video's current fault. Undefined if a fix would neither make new views count nor
 * keep the counted ones.
 * @example shownFix('code_missing', video, 'settled') // undefined
 */
export function shownFix(reason: ExclusionReason, video: MeasuredVideo, phase: Campaign['phase']) {
  const isAtRisk = phase !== 'settled' && video.qualified + video.inReview > 0
  if (isAtRisk && losesAllViews(reason)) return restoreTable[reason]
  return mayCount(video, phase) ? fixTable[exclusionTable[reason].fix] : undefined
}
