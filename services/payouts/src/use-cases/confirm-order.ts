import { CreditOrderChanged, CreditsPurchased } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { purchase } from '../domain/credits.ts'
import { abandonOrder, confirmOrder } from '../domain/order.ts'
import type { Provider, WorkContext } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { orders } from '../store/orders.ts'

type Found = Awaited<ReturnType<Provider['readCheckout']>>

/**
 * Updates an order from its state at the provider, and posts its credits if it is paid. Guards: the order's version;
 * the entry's key, derived from the order's id.
 */
export async function confirmOrderIn(tx: Tx, checkout: Found, ctx: WorkContext): Promise<void> {
  const order = checkout && (await orders.byId(tx, checkout.orderId))
  if (!order) {
    if (checkout?.payment.paid) ctx.log.error({ orderId: checkout.orderId }, 'paid order is missing')
    return
  }
  const after = confirmOrder(order, checkout.payment, ctx.now())
  if (!after) return
  await orders.save(tx, after)
  if (after.status !== 'paid') {
    tx.emit(CreditOrderChanged.of(after, { orderId: after.id }))
    return
  }
  await postEntry(tx, purchase(after), ctx)
  tx.emit(CreditsPurchased.of(after, { orderId: after.id }))
}

/** Expires an order whose process died before storing a payment page, once no page can still be open. */
export async function abandonOrderIn(tx: Tx, orderId: string, ctx: WorkContext): Promise<void> {
  const order = await orders.byId(tx, orderId)
  const after = order && abandonOrder(order, ctx.now())
  if (!after) return
  await orders.save(tx, after)
  tx.emit(CreditOrderChanged.of(after, { orderId: after.id }))
}
