import { type CreditOrder, type CreditOrderInput, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context, Tx } from '@reelfair/service-kit'
import { awaitsPage, MAX_UNPAID_PER_DAY, type Order, pageKeyOf, placeOrder } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { deletion } from '../store/erase-user.ts'
import { countUnpaid, insertOrder, orders } from '../store/orders.ts'
import { settings } from '../store/settings.ts'

type Ctx = Context<'brand', Ports>

/**
 * Places an order and opens its payment page; posts nothing. A crash in between loses no money, because nobody can pay
 * without the page's address. Such an order expires through the provider's event or, if it has no page yet, during
 * catch-up. Concurrent copies of a request share one order (its id) and one page (the order's key).
 */
export async function orderCredits(input: CreditOrderInput, ctx: Ctx): Promise<CreditOrder> {
  const made = { id: ctx.onceId, brandId: ctx.actor.id, package: input.package, locale: ctx.locale }
  const order = await ctx.transact(async (tx) => {
    const at = ctx.now()
    await deletion.refuseIfClosing(tx, made.brandId)
    const known = await orders.byId(tx, made.id)
    return known ?? (await insertWithinLimit(tx, placeOrder(made, (await settings.at(tx, 'packages', at)).value, at)))
  })
  if (!awaitsPage(order)) return shown(order)
  try {
    const page = await ctx.ports.provider.openCheckout({ ...order, locale: order.locale ?? ctx.locale, key: pageKeyOf(order) })
    return shown(await note(order.id, ctx, { status: 'open', expiredAt: undefined, ...page }))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    ctx.log.error({ error, orderId: order.id }, 'payment page could not be opened')
    const ended = await note(order.id, ctx, {
      status: 'expired',
      expiredAt: ctx.now(),
      ...(error.isFinal && { pageRetries: (order.pageRetries ?? 0) + 1 }),
    })
    return awaitsPage(ended) ? refuse('provider_unavailable') : shown(ended)
  }
}

async function insertWithinLimit(tx: Tx, order: Order) {
  const today = instantOf(businessDayOf(order.createdAt), '00:00')
  if ((await countUnpaid(tx, order.brandId, today, MAX_UNPAID_PER_DAY)) >= MAX_UNPAID_PER_DAY)
    refuse('unpaid_limit_reached', { limit: MAX_UNPAID_PER_DAY })
  return insertOrder(tx, order)
}

/** Does nothing if the order is paid or a concurrent request has stored its payment page. */
const note = (orderId: string, ctx: Ctx, to: Partial<Pick<Order, 'status' | 'url' | 'sessionId' | 'pageRetries' | 'expiredAt'>>) =>
  ctx.transact(async (tx) => {
    const order = await orders.byId(tx, orderId)
    if (!order) throw new Error(`order ${orderId} is missing`)
    return awaitsPage(order) ? orders.save(tx, { ...order, ...to }) : order
  })

export const shown = (order: Omit<CreditOrder, 'createdAt' | 'paidAt'> & { createdAt: Date; paidAt?: Date | undefined }): CreditOrder => ({
  ...order,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString(),
})
