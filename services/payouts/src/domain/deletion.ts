import type { DeletionObstacle, DeletionWaiver } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS, waiverOf } from '@reelfair/rules'
import type { AccountKind } from './ledger.ts'

export interface MoneyOfUser {
  readonly balances: Readonly<Partial<Record<AccountKind, number>>>
  readonly unpaidOrders: number
  readonly transfersInReview: number
  /** The cents that campaigns has allocated to the creator; undefined if unknown. */
  readonly earnedCents?: number | undefined
  /** Whether the payment provider will never pay the creator. */
  readonly isRefusedForGood: boolean
}

/** Money that is owed or may still move prevents the deletion, unless the user may give it up and does. */
export function obstaclesOf({
  balances,
  unpaidOrders,
  transfersInReview,
  earnedCents = 0,
  isRefusedForGood,
}: MoneyOfUser): readonly DeletionObstacle[] {
  const of = (kind: AccountKind) => balances[kind] ?? 0
  const payable = of('payable')
  const owed = isRefusedForGood ? 'balance_refused' : 'balance_payable'
  const all: readonly DeletionObstacle[] = [
    { reason: 'orders_unpaid', amount: unpaidOrders },
    { reason: 'credits_held', amount: of('hold') },
    { reason: 'credits_available', amount: of('brand-credits') },
    { reason: 'earnings_accruing', amount: of('accruing') },
    { reason: 'earnings_held', amount: of('held') },
    // The ledger has posted less than campaigns has allocated, so an event is still on its way.
    { reason: 'earnings_arriving', amount: Math.max(0, earnedCents + of('creator-cost')) },
    { reason: payable >= MINIMUM_TRANSFER_CENTS ? owed : 'balance_small', amount: payable },
    { reason: 'transfers_running', amount: of('in-transfer') },
    { reason: 'transfers_in_review', amount: transfersInReview },
  ]
  return all.filter(({ amount }) => amount > 0)
}

/** The credits and cents that the user loses once all these obstacles are waived. */
export function givenUpOf(obstacles: readonly DeletionObstacle[]): DeletionWaiver {
  const sum = (waiver: keyof DeletionWaiver) =>
    obstacles.filter(({ reason }) => waiverOf(reason) === waiver).reduce((total, { amount }) => total + amount, 0)
  return { credits: sum('credits'), cents: sum('cents') }
}

/** The obstacles that remain after the user has given up credits and cents. */
export const notWaived = (obstacles: readonly DeletionObstacle[], waives: DeletionWaiver): DeletionObstacle[] =>
  obstacles.filter(({ reason, amount }) => {
    const waiver = waiverOf(reason)
    return !waiver || amount > waives[waiver]
  })
