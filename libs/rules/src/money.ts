/** Minimum transfer in cents. @source specification §5, decisions §6 */
export const MINIMUM_TRANSFER_CENTS = 100

/**
 * Computes the earnings of all views in whole cents, rounded down. Post the difference between two totals, so that
 * rounding errors do not accumulate.
 * @param totalViews views since the beginning, not since the last posting
 * @throws RangeError for invalid views or rates, or a product beyond the safe integers
 * @example earnedCents(12_345, 10) - earnedCents(12_000, 10) // 3
 * @source decisions §1
 */
export function earnedCents(totalViews: number, centsPer1000: number): number {
  const product = totalViews * centsPer1000
  if (![totalViews, centsPer1000, product].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`cannot compute earnings of ${totalViews} views at ${centsPer1000} cents per 1,000`)
  return Math.floor(product / 1_000)
}
