import type { Campaign, ExclusionReason, MeasuredVideo } from '@reelfair/contracts'
import { exclusionTable, fixTable, losesAllViews, restoreTable } from '@reelfair/contracts/reasons'

export const mayCount = ({ isOver }: MeasuredVideo, phase: Campaign['phase']): boolean =>
  !isOver && phase !== 'ended' && phase !== 'settled'

/**
 * The fix that the creator sees for a fault. Undefined if the fix would neither make new views count nor protect
 * counted views.
 */
export function shownFix(reason: ExclusionReason, video: MeasuredVideo, phase: Campaign['phase']) {
  const isAtRisk = phase !== 'settled' && video.qualified + video.inReview > 0
  if (isAtRisk && losesAllViews(reason)) return restoreTable[reason]
  return mayCount(video, phase) ? fixTable[exclusionTable[reason].fix] : undefined
}
