import { type CreditOrder, type CreditOrderInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { placeOrder } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { insertOrder, orders } from '../store/orders.ts'

/**
 * Places an order and opens its payment page. Nothing is booked here. Whatever gets lost on the way is no money: without the page's address nobody can
 * pay, so such an order ends as expired, by the provider's message or, where there was no page yet, by `catch-up-webhooks`.
 */
export async function orderCredits(input: CreditOrderInput, ctx: Context<'brand', Ports>): Promise<CreditOrder> {
  const placed = placeOrder({ id: ctx.newId(), brandId: ctx.actor.id, package: input.package }, ctx.now())
  // It returns nothing: an order without its page is no answer to be repeated, should this process die before it has one.
  await ctx.transact(async (tx) => void (await insertOrder(tx, placed)))
  try {
    const { sessionId, url } = await ctx.ports.provider.openCheckout({ ...placed, locale: ctx.locale })
    return shown(await change(placed.id, ctx, { sessionId, url }))
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    ctx.log.error({ err: error, orderId: placed.id }, 'no payment page was opened')
    await change(placed.id, ctx, { status: 'expired' })
    return refuse('provider_unavailable')
  }
}

const change = (orderId: string, ctx: Context<'brand', Ports>, to: Partial<Pick<CreditOrder, 'status' | 'url'>> & { sessionId?: string }) =>
  ctx.transact(async (tx) => {
    const order = await orders.byId(tx, orderId)
    if (!order) throw new Error(`order ${orderId} is gone`)
    // Somebody may have paid before we have noted where.
    return order.status === 'open' ? orders.save(tx, { ...order, ...to }) : order
  })

/** Dates leave as texts. */
export const shown = (order: Omit<CreditOrder, 'createdAt' | 'paidAt'> & { createdAt: Date; paidAt?: Date | undefined }): CreditOrder => ({
  ...order,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString(),
})
