import type { Campaign, ExclusionReason, MeasuredVideo } from '@reelfair/contracts'
import { exclusionTable, losesAllViews, mendTable, restoreTable } from '@reelfair/contracts/reasons'

/** Whether later views of a video may still count. */
export const mayCount = ({ isOver }: MeasuredVideo, phase: Campaign['phase']): boolean =>
  !isOver && phase !== 'ended' && phase !== 'settled'

/**
 * What its creator reads against a fault that stands; nothing once a fix would neither let later views count nor keep the counted ones.
 * @example fixTold('code_missing', video, 'settled') // undefined
 */
export function fixTold(reason: ExclusionReason, video: MeasuredVideo, phase: Campaign['phase']) {
  const isAtRisk = phase !== 'settled' && video.qualified + video.inReview > 0
  if (isAtRisk && losesAllViews(reason)) return restoreTable[reason]
  return mayCount(video, phase) ? mendTable[exclusionTable[reason].mend] : undefined
}
