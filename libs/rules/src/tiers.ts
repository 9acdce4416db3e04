/** The pay of a partnership, by the share of its goal that was reached. @source decisions §4 */

/** Percentages of the goal. Each tier pays its percentage of the price; 0 pays nothing. */
export const TIERS = [0, 25, 50, 75, 100] as const

export type Tier = (typeof TIERS)[number]

/** A hundredfold of the number must be exact, too. */
const isCount = (value: number) => Number.isInteger(value) && value >= 0 && Number.isSafeInteger(value * 100)

/**
 * Returns the highest tier whose share of the goal the qualified views reach.
 * @param qualifiedViews views that count, at most 9 × 10¹³
 * @param viewsGoal views ordered, at least 1
 * @throws RangeError for invalid views
 * @example tierOf(2_499, 10_000) // 0
 * @example tierOf(2_500, 10_000) // 25
 */
export function tierOf(qualifiedViews: number, viewsGoal: number): Tier {
  if (!isCount(qualifiedViews) || !isCount(viewsGoal) || viewsGoal < 1)
    throw new RangeError(`cannot compute the tier of ${qualifiedViews} views of ${viewsGoal}`)
  return TIERS.findLast((tier) => qualifiedViews * 100 >= viewsGoal * tier) ?? 0
}

/**
 * A tier's part of a price in cents, or of a goal in credits, rounded down.
 * @throws RangeError for an invalid total
 * @example tierShare(201, 50) // 100
 */
export function tierShare(total: number, tier: Tier): number {
  if (!isCount(total)) throw new RangeError(`cannot compute ${tier}% of ${total}`)
  return Math.floor((total * tier) / 100)
}

/** From `views` qualified views, a partnership reaches `tier` and pays `cents`. */
export interface TierPay {
  readonly tier: Tier
  readonly views: number
  readonly cents: number
}

/**
 * What each tier of a partnership takes and pays, lowest tier first.
 * @param amountCents pay at 100%
 * @throws RangeError for an invalid goal or amount
 * @example payOfTiers(10_000, 201)[2] // { tier: 50, views: 5_000, cents: 100 }
 */
export function payOfTiers(viewsGoal: number, amountCents: number): TierPay[] {
  if (!isCount(viewsGoal) || viewsGoal < 1) throw new RangeError(`cannot compute the tiers of ${viewsGoal} views`)
  return TIERS.map((tier) => ({ tier, views: Math.ceil((viewsGoal * tier) / 100), cents: tierShare(amountCents, tier) }))
}
