import { dueSettlement } from '@reelfair/rules'

/**
 * When held money becomes available: at the planned final settlement or, if the network's final figures are late, at
 * the latest possible settlement.
 * @param planned time of the planned final settlement
 * @param now milliseconds since 1970
 * @example heldUntil(signUp.payableAt, useNow()) // { isLate: false, at: '2026-11-24T01:00:00.000Z' }
 */
export function heldUntil(planned: string, now: number): { readonly isLate: boolean; readonly at: string } {
  const { isLate, at } = dueSettlement(new Date(planned), new Date(now))
  return { isLate, at: at.toISOString() }
}
