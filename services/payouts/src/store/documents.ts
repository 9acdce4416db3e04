/** What the documents say that the ledger should hold: orders, holds, earnings and transfers against the accounts, in one snapshot. */
import type { Context, Tx } from '@reelfair/service-kit'
import type { AccountKind } from '../domain/ledger.ts'
import { earnings } from './earnings.ts'
import { holds } from './holds.ts'
import { accounts } from './ledger.ts'
import { orders } from './orders.ts'
import { transfers } from './transfers.ts'

type Summed = typeof accounts | typeof orders | typeof holds | typeof earnings | typeof transfers

async function sumBy(tx: Tx, collection: Summed, by: string, what: object | string): Promise<ReadonlyMap<string, number>> {
  const stages = [{ $group: { _id: `$${by}`, sum: { $sum: what } } }]
  const rows = await collection.native(tx.connection).aggregate<{ _id: string; sum: number }>(stages, { session: tx.session }).toArray()
  return new Map(rows.map(({ _id, sum }) => [_id, sum]))
}

/**
 * An entry that is gone together with its effect on the balances leaves a ledger that agrees with itself; what was done for it is still there.
 * @returns a line for each difference
 */
export const differencesToDocuments = (ctx: Context): Promise<readonly string[]> =>
  ctx.transact(async (tx) => {
    const inLedger = await sumBy(tx, accounts, 'kind', '$balance')
    const asked = await sumBy(tx, transfers, 'status', { $subtract: ['$amountCents', '$reversedCents'] })
    const held = await sumBy(tx, holds, 'status', { $subtract: ['$credits', '$consumed'] })
    const consumed = await sumBy(tx, holds, 'status', '$consumed')
    const sold = await sumBy(tx, orders, 'status', '$priceCents')
    const earned = await sumBy(tx, earnings, 'station', '$cents')

    const all = (sums: ReadonlyMap<string, number>) => [...sums.values()].reduce((sum, one) => sum + one, 0)
    const of = (kind: AccountKind) => inLedger.get(kind) ?? 0
    const open = (asked.get('pending') ?? 0) + (asked.get('processing') ?? 0)
    const paid = asked.get('completed') ?? 0
    const expected: readonly (readonly [string, number, number])[] = [
      ['in transfer', of('in-transfer'), open],
      ['paid', of('stripe') + of('sales'), paid],
      ['payable', of('payable'), (earned.get('payable') ?? 0) - open - paid],
      ['accruing', of('accruing'), earned.get('accruing') ?? 0],
      ['held back', of('held'), earned.get('held') ?? 0],
      ['earned', 0 - of('creator-cost'), all(earned)],
      ['sold', of('sales'), sold.get('paid') ?? 0],
      ['credits held', of('hold'), held.get('held') ?? 0],
      ['credits consumed', of('credits-consumed'), all(consumed)],
    ]
    return expected.flatMap(([what, ledger, documents]) =>
      ledger === documents ? [] : [`${what}: ${ledger} in the ledger, ${documents} by orders, holds, earnings and transfers`],
    )
  })
