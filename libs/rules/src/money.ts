/** Euros as whole cents. Only a screen makes words of them. */

/** What a creator may transfer at the least, in cents. @source specification §5, decisions §6 */
export const MINIMUM_TRANSFER_CENTS = 100

/**
 * What so many views have earned in all, in whole cents rounded down. It is a function of the total, so that no sum of rounded parts can drift; what is
 * posted is the difference of two totals.
 * @param totalViews views since the beginning, not since the last posting
 * @throws RangeError for a number that is no count of views or no rate, or a product that is not exact any more
 * @example earnedCents(12_345, 10) - earnedCents(12_000, 10) // 3
 * @source decisions §1
 */
export function earnedCents(totalViews: number, centsPer1000: number): number {
  const product = totalViews * centsPer1000
  if (![totalViews, centsPer1000, product].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new RangeError(`${totalViews} views at ${centsPer1000} cents per 1,000`)
  return Math.floor(product / 1_000)
}
