import type { AllocationLine, Receipt } from '@reelfair/contracts'
import { earnedCents, rebase, shareOf, split, splitFinally } from '@reelfair/rules'

/** Charged and reserved views, and the pay in whole cents. */
export interface Recomputed {
  readonly charged: number
  readonly reserved: number
  readonly cents: number
}

/**
 * Recomputes a receipt from each night's views, remaining goal, share and rate. Ignores the stored results, so that
 * later changes to them are detected.
 * @throws RangeError if a view count or the rate is invalid
 * @example recomputeReceipt(receipt).cents === receipt.cents
 * @source decisions §1 (cents follow from the total), §3 (allocation)
 */
export function recomputeReceipt({ days, terms }: Pick<Receipt, 'days' | 'terms'>): Recomputed {
  const { charged, reserved } = days.reduce(addDay, { charged: 0, reserved: 0 })
  return { charged, reserved, cents: earnedCents(charged, terms.rateCard.centsPer1000) }
}

function addDay(was: { charged: number; reserved: number }, { qualified, inReview, removed, returned, left, shared }: AllocationLine) {
  const views = { ...was, qualified, inReview, removed }
  const { held, demand } = rebase(views)
  const granted = held + (shared ? shareOf(left, demand, shared) : demand)
  // Only the final settlement returns credits.
  return returned === undefined ? split(views, granted) : splitFinally(views, granted)
}
