import type { AllocationLine, Partnership, Receipt } from '@reelfair/contracts'
import { earnedCents, rebase, shareOf, split, splitFinally, tierOf, tierShare } from '@reelfair/rules'

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

/** A stored total, and the one that follows from the views. */
interface Comparison {
  readonly of: number
  readonly total: number
}

/**
 * Recomputes a partnership's tier from the views of its latest decision, or from the views so far, and compares its
 * share of the credits and of the pay with the stored totals.
 * @throws RangeError if a view count, the goal or the pay is invalid
 * @example recomputePartnership(partnership).cents // { of: 100, total: 100 }
 * @source decisions §4
 */
export function recomputePartnership(partnership: Pick<Partnership, 'decisions' | 'count' | 'tier' | 'viewsGoal' | 'amountCents'>): {
  readonly cents: Comparison
  readonly credits: Comparison
} {
  const { decisions, count, tier: shown, viewsGoal, amountCents } = partnership
  const decision = decisions.at(-1)
  const counted = count.observed - count.inReview - count.excluded.reduce((sum, { views }) => sum + views, 0)
  const tier = tierOf(decision?.qualified ?? counted, viewsGoal)
  return {
    cents: { of: decision?.cents ?? tierShare(amountCents, shown), total: tierShare(amountCents, tier) },
    credits: { of: decision?.consumed ?? tierShare(viewsGoal, shown), total: tierShare(viewsGoal, tier) },
  }
}
