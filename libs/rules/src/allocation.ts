/**
 * Allocation arithmetic for one sign-up, shared by the daily allocation and the receipt that recomputes it. All
 * figures are whole views.
 * @source decisions §3
 */

/** A sign-up's views before a day is settled. All figures are totals since the sign-up. */
export interface SignUpViews {
  readonly qualified: number
  readonly inReview: number
  /** Views allocated so far: `charged` permanently, `reserved` until a review decides. */
  readonly charged: number
  readonly reserved: number
  /**
   * Views that qualified or were in review until the final reading removed them. Their credits are not shared again.
   */
  readonly removed?: number | undefined
}

/**
 * A sign-up's share if demands exceed the views left. The exact share is `left × numerator / denominator`, rounded
 * down, plus one view for the largest remainders.
 */
export interface AllocationShare {
  /** This sign-up's demand, and the sum of all demands. */
  readonly numerator: number
  readonly denominator: number
  /** Rank 1 is the largest remainder. Equal remainders rank by time of sign-up. */
  readonly rank: number
  /** Number of sign-ups that get one more view. */
  readonly extras: number
}

/**
 * Splits a sign-up's allocation before new views are shared: `held` views that it keeps, `freed` views from rejected
 * reviews, and `demand`, the views not allocated so far. Charged views stay charged until the final settlement.
 * Reserved views stay reserved while enough views are in review or removed by the final reading.
 * @example rebase({ qualified: 60, inReview: 10, charged: 60, reserved: 40 }) // { held: 70, freed: 30, demand: 0 }
 */
export function rebase({ qualified, inReview, charged, reserved, removed = 0 }: SignUpViews): {
  readonly held: number
  readonly freed: number
  readonly demand: number
} {
  const eligible = qualified + inReview
  const granted = charged + reserved
  const held = Math.max(charged, Math.min(granted, eligible + removed))
  return { held, freed: granted - held, demand: Math.max(0, eligible - held) }
}

/**
 * Splits an allocation: qualified views are charged first, and the rest is reserved for reviews.
 * @param granted total allocation, at least `held` of `rebase`
 * @example split({ qualified: 60, charged: 10 }, 100) // { charged: 60, reserved: 40 }
 */
export function split(
  { qualified, charged: before }: Pick<SignUpViews, 'qualified' | 'charged'>,
  granted: number,
): { readonly charged: number; readonly reserved: number } {
  const charged = Math.max(before, Math.min(granted, qualified))
  return { charged, reserved: granted - charged }
}

/**
 * Final settlement: only qualified views are charged, even if fewer than before. The rest of the allocation returns to
 * the brand.
 * @source decisions §5
 * @example splitFinally({ qualified: 5_000 }, 6_000) // { charged: 5_000, reserved: 0, returned: 1_000 }
 */
export function splitFinally(
  { qualified }: Pick<SignUpViews, 'qualified'>,
  granted: number,
): { readonly charged: number; readonly reserved: 0; readonly returned: number } {
  const charged = Math.min(granted, qualified)
  return { charged, reserved: 0, returned: granted - charged }
}

/**
 * Computes `left × demand / wanted` as a whole number and a remainder, exactly for all safe integers. Up to a goal of
 * 500,000 and a demand of 18 billion views the product is exact in a double. Larger products use BigInt.
 * @param wanted sum of all demands, more than 0
 * @example divide(4_000, 3_000, 9_000) // { whole: 1333, remainder: 3000 }
 */
export function divide(left: number, demand: number, wanted: number): { readonly whole: number; readonly remainder: number } {
  const product = left * demand
  if (!Number.isSafeInteger(product)) {
    const exact = BigInt(left) * BigInt(demand)
    return { whole: Number(exact / BigInt(wanted)), remainder: Number(exact % BigInt(wanted)) }
  }
  const remainder = product % wanted
  return { whole: (product - remainder) / wanted, remainder }
}

/**
 * Views allocated to one demand if all demands together exceed the views left: the exact share rounded down, plus one
 * view if the remainder ranks high enough.
 * @param demand this sign-up's recomputed demand, not the stored `numerator`
 * @example shareOf(100, 100, { denominator: 300, rank: 1, extras: 1 }) // 34
 */
export const shareOf = (left: number, demand: number, { denominator, rank, extras }: Omit<AllocationShare, 'numerator'>): number =>
  divide(left, demand, denominator).whole + (rank <= extras ? 1 : 0)
