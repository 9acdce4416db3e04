import { latestSettlementAfter } from '@reelfair/rules'

/**
 * When held money becomes available: at the planned final settlement or, once that has passed without a network's final figures, at the latest possible one.
 * @param planned an instant
 * @param now milliseconds since 1970
 * @example heldUntil(signUp.payableAt, useNow()) // { isLate: false, at: '2026-11-24T01:00:00.000Z' }
 */
export function heldUntil(planned: string, now: number): { readonly isLate: boolean; readonly at: string } {
  if (Date.parse(planned) > now) return { isLate: false, at: planned }
  return { isLate: true, at: latestSettlementAfter(new Date(planned)).toISOString() }
}
