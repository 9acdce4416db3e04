/**
 * Allocation arithmetic for one sign-up, used by the daily allocation and by the receipt that verifies it. All figures
 * are whole views.
 * @source decisions §3
 */

/** A sign-up's views before a day is settled, as totals since the sign-up. */
export interface SignUpViews {
  readonly qualified: number
  readonly inReview: number
  /** Allocated so far: `charged` permanently, `reserved` until a review decides. */
  readonly charged: number
  readonly reserved: number
  /**
   * Views that the final reading removed after they qualified or entered review. Their credits are not shared again.
   */
  readonly removed?: number | undefined
}

/**
 * A sign-up's share if demand exceeds the views left: `left × numerator / denominator`, rounded down. The largest
 * remainders get one more view.
 */
export interface AllocationShare {
  /** This sign-up's demand, and the sum of all demands. */
  readonly numerator: number
  readonly denominator: number
  /** Rank 1 is the largest remainder. The earlier sign-up ranks first if remainders are equal. */
  readonly rank: number
  /** Number of sign-ups that get one more view. */
  readonly extras: number
}

/**
 * Splits a sign-up's allocation before new views are shared. The sign-up keeps `held` views, rejected reviews return
 * `freed` views, and `demand` views are not allocated yet. Charged views remain charged until the final settlement.
 * Reserved views remain reserved while enough views are in review or were removed.
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
 * Charges qualified views first and reserves the rest of the allocation for reviews.
 * @param granted total allocation, at least the `held` that `rebase` returns
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
 * Charges only qualified views at the final settlement, even if there are fewer than before. Returns the rest to the
 * brand.
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
 * Divides `left × demand` by `wanted`, exactly for all safe integers. A double is exact up to the largest goal, 500,000
 * views, times a demand of 18 billion views. Larger products use BigInt.
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
 * Views for one sign-up if total demand exceeds the views left: the exact share rounded down, plus one view if the rank
 * is high enough.
 * @param demand the recomputed demand, not the stored `numerator`
 * @example shareOf(100, 100, { denominator: 300, rank: 1, extras: 1 }) // 34
 */
export const shareOf = (left: number, demand: number, { denominator, rank, extras }: Omit<AllocationShare, 'numerator'>): number =>
  divide(left, demand, denominator).whole + (rank <= extras ? 1 : 0)
