import { type CreditOrder, type CreditOrderInput, refuse } from '@reelfair/contracts'
import { businessDayOf, instantOf } from '@reelfair/rules'
import type { Context, Tx } from '@reelfair/service-kit'
import { awaitsPage, MOST_UNPAID_A_DAY, type Order, pageKeyOf, placeOrder } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { countUnpaid, insertOrder, orders } from '../store/orders.ts'

type Ctx = Context<'brand', Ports>

/**
 * Places an order and opens its payment page. Nothing is booked here. Whatever gets lost on the way is no money: without the page's address nobody can
 * pay, so such an order ends as expired, by the provider's message or, where there was no page yet, by `catch-up-webhooks`. A repeat of the request finds
 * its order by the id and goes on, and finds the page by the order's key; also two at once come to one order with one page.
 */
export async function orderCredits(input: CreditOrderInput, ctx: Ctx): Promise<CreditOrder> {
  const placed = placeOrder({ id: ctx.onceId, brandId: ctx.actor.id, package: input.package, locale: ctx.locale }, ctx.now())
  const order = await ctx.transact(async (tx) => (await orders.byId(tx, placed.id)) ?? (await insertWithinLimit(tx, placed)))
  if (!awaitsPage(order)) return shown(order)
  try {
    const page = await ctx.ports.provider.openCheckout({ ...order, locale: order.locale ?? ctx.locale, key: pageKeyOf(order) })
    return shown(await note(order.id, ctx, { status: 'open', expiredAt: undefined, ...page }))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    ctx.log.error({ err: error, orderId: order.id }, 'no payment page was opened')
    const ended = await note(order.id, ctx, {
      status: 'expired',
      expiredAt: ctx.now(),
      ...(error.isFinal && { askedAnew: (order.askedAnew ?? 0) + 1 }),
    })
    return awaitsPage(ended) ? refuse('provider_unavailable') : shown(ended)
  }
}

async function insertWithinLimit(tx: Tx, order: Order) {
  const today = instantOf(businessDayOf(order.createdAt), '00:00')
  if ((await countUnpaid(tx, order.brandId, today, MOST_UNPAID_A_DAY)) >= MOST_UNPAID_A_DAY)
    refuse('unpaid_limit_reached', { limit: MOST_UNPAID_A_DAY })
  return insertOrder(tx, order)
}

/** Unless a repeat at the same moment has noted a page before, or somebody has paid. */
const note = (orderId: string, ctx: Ctx, to: Partial<Pick<Order, 'status' | 'url' | 'sessionId' | 'askedAnew' | 'expiredAt'>>) =>
  ctx.transact(async (tx) => {
    const order = await orders.byId(tx, orderId)
    if (!order) throw new Error(`order ${orderId} is gone`)
    return awaitsPage(order) ? orders.save(tx, { ...order, ...to }) : order
  })

/** Dates leave as texts. */
export const shown = (order: Omit<CreditOrder, 'createdAt' | 'paidAt'> & { createdAt: Date; paidAt?: Date | undefined }): CreditOrder => ({
  ...order,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString(),
})
