import type { Campaign, ExclusionReason, RegisteredCreator } from '@reelfair/contracts'

export interface Uncharged {
  readonly reasons: ReadonlyMap<ExclusionReason, number>
  readonly beyondGoal: number
}

/** Views are beyond the goal only if the goal is fully allocated; otherwise they await the next settlement. */
export function notCharged(
  campaign: Pick<Campaign, 'viewsGoal' | 'actualViews' | 'reservedViews'>,
  creators: readonly RegisteredCreator[],
): Uncharged {
  const reasons = new Map<ExclusionReason, number>()
  let beyondGoal = 0
  for (const { count, charged, reserved } of creators) {
    for (const { reason, views } of count.excluded) reasons.set(reason, (reasons.get(reason) ?? 0) + views)
    beyondGoal += Math.max(0, count.qualified + count.inReview - charged - reserved)
  }
  const isAllocated = campaign.actualViews + campaign.reservedViews >= campaign.viewsGoal
  return { reasons, beyondGoal: isAllocated ? beyondGoal : 0 }
}
