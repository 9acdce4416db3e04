import { CreditOrderChanged, CreditsPurchased } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { purchase } from '../domain/credits.ts'
import { abandonOrder, settleOrder as settled } from '../domain/order.ts'
import type { Provider, Work } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { orders } from '../store/orders.ts'

type Found = Awaited<ReturnType<Provider['readCheckout']>>

/** Books an order by what the provider says of it now. Guards: the order's version, and the entry's key of the order. */
export async function settleOrderIn(tx: Tx, checkout: Found, ctx: Work): Promise<void> {
  const order = checkout && (await orders.byId(tx, checkout.orderId))
  if (!order) {
    if (checkout?.payment.paid) ctx.log.error({ orderId: checkout.orderId }, 'paid order is missing')
    return
  }
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

/** Ends an order that has been without a payment page for longer than a page lives: whoever made it died before they had noted one. */
export async function abandonOrderIn(tx: Tx, orderId: string, ctx: Work): Promise<void> {
  const order = await orders.byId(tx, orderId)
  const after = order && abandonOrder(order, ctx.now())
  if (!after) return
  await orders.save(tx, after)
  tx.emit(CreditOrderChanged.of(after, { orderId: after.id }))
}
