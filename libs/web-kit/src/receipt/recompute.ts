import type { CreditLineOfDay, Receipt } from '@reelfair/contracts'
import { earnedCents, rebase, shareOf, split, splitFinally } from '@reelfair/rules'

/** What a receipt's own lines amount to: views charged and reserved, whole cents. */
export interface Recomputed {
  readonly charged: number
  readonly reserved: number
  readonly cents: number
}

/**
 * Reckons a receipt again from nothing but what its lines rest on: the views of each night, what the goal left, the share and the rate. None of the lines'
 * results is read, so a result that was changed afterwards shows.
 * @throws RangeError for figures that are no counts of views, or a rate that is none
 * @example recomputeReceipt(receipt).cents === receipt.cents
 * @source decisions §1 (cents follow from the total), §3 (allocation)
 */
export function recomputeReceipt({ days, terms }: Pick<Receipt, 'days' | 'terms'>): Recomputed {
  const { charged, reserved } = days.reduce(grantOfDay, { charged: 0, reserved: 0 })
  return { charged, reserved, cents: earnedCents(charged, terms.rateCard.centsPer1000) }
}

function grantOfDay(so: { charged: number; reserved: number }, { qualified, inReview, removed, returned, left, shared }: CreditLineOfDay) {
  const standing = { ...so, qualified, inReview, removed }
  const { held, demand } = rebase(standing)
  const granted = held + (shared ? shareOf(left, demand, shared) : demand)
  // Only the final settlement returns anything.
  return returned === undefined ? split(standing, granted) : splitFinally(standing, granted)
}
