import { setTimeout as pause } from 'node:timers/promises'
import type { CreditOrder, CreditOrderRef, PageQuery } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import type { z } from 'zod'
import type { Payment } from '../domain/order.ts'
import { type Ports, ProviderFault } from '../ports.ts'
import { findOwnOrder, ordersOf } from '../store/orders.ts'
import { shown } from './order-credits.ts'

/** Longer is not worth waiting for: the page asks again by itself. */
const ASKED_FOR_MS = 2_000

/**
 * How an order stands, for its brand. Of an undecided one the provider is asked, so that nobody who has paid reads "not paid" or pays again while the
 * signed message is late; what books is that message alone, and nothing is written here.
 */
export async function showCreditOrder({ orderId }: CreditOrderRef, ctx: Context<'brand', Ports>): Promise<CreditOrder> {
  const order = found(await findOwnOrder(ctx, orderId, ctx.actor.id))
  const isUndecided = order.status === 'open' || order.status === 'processing'
  const payment = isUndecided && order.sessionId !== undefined ? await paymentOf(order.sessionId, ctx) : undefined
  return payment ? { ...shown(order), ...standingBy(payment, order) } : shown(order)
}

/** Undefined when the provider does not say it in time: nothing is known then, and nothing claimed. */
async function paymentOf(sessionId: string, ctx: Context<'brand', Ports>): Promise<Payment | undefined> {
  const patience = new AbortController()
  try {
    const late = pause(ASKED_FOR_MS, undefined, { signal: patience.signal })
    return (await Promise.race([ctx.ports.provider.readCheckout(sessionId), late]))?.payment
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    ctx.log.warn({ err: error, sessionId }, 'the provider did not say how an order stands')
    return undefined
  } finally {
    patience.abort()
  }
}

type Standing = Pick<CreditOrder, 'status' | 'payment' | 'url'>

function standingBy({ paid, page, failed }: Payment, { status, url }: Pick<CreditOrder, 'status' | 'url'>): Standing {
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
