import type { CreditOrder, CreditOrderRef, PageQuery } from '@reelfair/contracts'
import { type Context, found, withTimeout } from '@reelfair/service-kit'
import type { z } from 'zod'
import type { Payment } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { findOwnOrder, ordersOf } from '../store/orders.ts'
import { shown } from './order-credits.ts'

/** Maximum wait for the provider; short, because the page repeats the request. */
const ASKED_FOR_MS = 2_000

/**
 * For an undecided order, also asks the provider, so that a brand that has paid does not see "not paid" or pay again
 * while the event is late. Stores and posts nothing.
 */
export async function showCreditOrder({ orderId }: CreditOrderRef, ctx: Context<'brand', Ports>): Promise<CreditOrder> {
  const order = found(await findOwnOrder(ctx, orderId, ctx.actor.id))
  const isUndecided = order.status === 'open' || order.status === 'processing'
  const payment = isUndecided && order.sessionId !== undefined ? await paymentOf(order.sessionId, ctx) : undefined
  return payment ? { ...shown(order), ...paymentStatusOf(payment, order) } : shown(order)
}

/** The payment status is unknown if the provider does not respond in time. */
async function paymentOf(sessionId: string, ctx: Context<'brand', Ports>): Promise<Payment | undefined> {
  try {
    return (await withTimeout(ctx.ports.provider.readCheckout(sessionId), ASKED_FOR_MS, () => undefined))?.payment
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    ctx.log.warn({ error, sessionId }, 'order payment status unavailable')
    return undefined
  }
}

type OrderState = Pick<CreditOrder, 'status' | 'payment' | 'url'>

function paymentStatusOf({ paid, page, failed }: Payment, { status, url }: Pick<CreditOrder, 'status' | 'url'>): OrderState {
  if (paid) return { status: 'processing', payment: 'received', url: undefined }
  if (failed) return { status: 'failed', payment: 'none', url: undefined }
  if (page === 'complete') return { status: 'processing', payment: 'under_way', url: undefined }
  if (page === 'expired') return { status: 'expired', payment: 'none', url: undefined }
  return { status, payment: 'none', url }
}

export async function listCreditOrders(query: z.infer<typeof PageQuery>, ctx: Context<'brand'>) {
  const { items, next } = await ordersOf(ctx, ctx.actor.id, query)
  return { items: items.map(shown), ...(next === undefined ? {} : { next }) }
}
