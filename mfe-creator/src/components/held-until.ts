import { dueSettlement } from '@reelfair/rules'

/**
 * Money is held until the planned final settlement or, if the network's final figures are late, until the latest
 * possible settlement date.
 * @param now milliseconds since 1970
 */
export function heldUntil(planned: string, now: number): { readonly isLate: boolean; readonly at: string } {
  const { isLate, at } = dueSettlement(new Date(planned), new Date(now))
  return { isLate, at: at.toISOString() }
}
