import type { DeletionObstacle, DeletionWaiver } from '@reelfair/contracts'

type Reason = DeletionObstacle['reason']

const WAIVERS: Readonly<Partial<Record<Reason, keyof DeletionWaiver>>> = {
  credits_available: 'credits',
  balance_small: 'cents',
  balance_payable: 'cents',
  balance_refused: 'cents',
}

/**
 * What users may give up to remove an obstacle to deleting their account; undefined if nothing.
 * @example waiverOf('balance_small') // 'cents'
 */
export const waiverOf = (reason: Reason): keyof DeletionWaiver | undefined => WAIVERS[reason]
