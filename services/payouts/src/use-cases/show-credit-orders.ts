import { type CreditOrder, type CreditOrderRef, PageQuery } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import type { z } from 'zod'
import { findOwnOrder, ordersOf } from '../store/orders.ts'
import { shown } from './order-credits.ts'

/** How an order stands, for its brand; it only reads: what books it is the provider's signed message. */
export async function showCreditOrder({ orderId }: CreditOrderRef, ctx: Context<'brand'>): Promise<CreditOrder> {
  return shown(found(await findOwnOrder(ctx, orderId, ctx.actor.id)))
}

export const OrdersQuery = PageQuery

export async function listCreditOrders(query: z.infer<typeof OrdersQuery>, ctx: Context<'brand'>) {
  const { items, next } = await ordersOf(ctx, ctx.actor.id, query)
  return { items: items.map(shown), ...(next === undefined ? {} : { next }) }
}
