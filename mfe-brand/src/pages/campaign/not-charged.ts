import type { Campaign, ExclusionReason, RegisteredCreator } from '@reelfair/contracts'

/** Views of these creators that are not charged: by the reason of their exclusion, and those for which the goal had no room. */
export interface Uncharged {
  readonly reasons: ReadonlyMap<ExclusionReason, number>
  readonly beyondGoal: number
}

/**
 * Adds up what was refused. Views count as beyond the goal only once all of it is given out: before, they wait for the next settlement.
 * @example notCharged(campaign, creators).reasons.get('code_missing') // 1870
 */
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
  const isGivenOut = campaign.actualViews + campaign.reservedViews >= campaign.viewsGoal
  return { reasons, beyondGoal: isGivenOut ? beyondGoal : 0 }
}
