import { CreditOrderChanged, CreditsPurchased } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { purchase } from '../domain/credits.ts'
import { settleOrder as settled } from '../domain/order.ts'
import type { Provider, Work } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { orders } from '../store/orders.ts'

type Found = Awaited<ReturnType<Provider['readCheckout']>>

/** Books an order by what the provider says of it now. Guards: the order's version, and the entry's key of the order. */
export async function settleOrderIn(tx: Tx, checkout: Found, ctx: Work): Promise<void> {
  const order = checkout && (await orders.byId(tx, checkout.orderId))
  if (!order) return
  const after = settled(order, checkout.payment, ctx.now())
  if (!after) return
  await orders.save(tx, after)
  if (after.status !== 'paid') {
    tx.emit(CreditOrderChanged.of(after, { orderId: after.id }))
    return
  }
  await postEntry(tx, purchase(after), { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
  tx.emit(CreditsPurchased.of(after, { orderId: after.id }))
}
