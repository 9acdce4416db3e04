/** An order of credits: from open to paid, failed or expired. Pure. */
import type { CreditOrder, Locale, OrderStatus } from '@reelfair/contracts'
import { packageOf } from '@reelfair/rules'

export interface Order {
  readonly id: string
  readonly brandId: string
  readonly package: CreditOrder['package']
  /** As they were when it was made: a later price list changes no order. */
  readonly credits: number
  readonly priceCents: number
  readonly status: OrderStatus
  readonly sessionId?: string | undefined
  readonly url?: string | undefined
  /** The language of its payment page: a repeat has to ask the provider in the same words. */
  readonly locale?: Locale | undefined
  /** How often a page was asked for anew, because the provider would have gone on giving the same bad answer; 0 when left out. */
  readonly askedAnew?: number | undefined
  readonly createdAt: Date
  readonly paidAt?: Date | undefined
  /** Its page expired before anybody confirmed a payment; some days later the order is removed. */
  readonly expiredAt?: Date | undefined
}

/** A brand may leave this many of one business day's orders unpaid. Soft: concurrent requests may exceed it by as many as they are. */
export const MOST_UNPAID_A_DAY = 50
/** How long an expired order is kept. Stripe closes an expired page for good, so no payment can arrive later. */
export const EXPIRED_KEPT_DAYS = 30

/** What the provider says of an order's payment page. */
export interface Payment {
  /** Whether the money is there. */
  readonly paid: boolean
  readonly page: 'open' | 'complete' | 'expired'
  /** The delayed method said that it will not come. */
  readonly failed: boolean
  readonly amountCents: number
  readonly currency: string
}

/** Somebody has to look: nothing is booked for it, and nothing else waits for that. */
export class OtherAmountPaid extends Error {
  override readonly name = 'OtherAmountPaid'
}

export function placeOrder(made: Pick<Order, 'id' | 'brandId' | 'package' | 'locale'>, at: Date): Order {
  const { credits, priceCents } = packageOf(made.package)
  return { ...made, credits, priceCents, status: 'open', createdAt: at }
}

/** Whether nobody has been given a payment page of it yet. One that has expired so may be given one after all: nobody could have paid. */
export const awaitsPage = ({ status, sessionId }: Order): boolean => sessionId === undefined && (status === 'open' || status === 'expired')

/** The provider's idempotency key of its payment page. */
export const pageKeyOf = ({ id, askedAnew = 0 }: Order): string => `credit-order:${id}:${askedAnew}`

/**
 * The order after what the provider said; undefined when nothing changes. Money that is there is booked whatever was said before, and nothing is ever
 * taken back by a later message here.
 * @throws OtherAmountPaid than was asked for
 */
export function settleOrder<T extends Order>(order: T, payment: Payment, at: Date): T | undefined {
  if (order.status === 'paid') return undefined
  if (payment.paid) {
    if (payment.amountCents !== order.priceCents || payment.currency !== 'eur')
      throw new OtherAmountPaid(
        `order ${order.id} costs ${order.priceCents} eur cents, and ${payment.amountCents} ${payment.currency} were paid`,
      )
    return { ...order, status: 'paid', url: undefined, expiredAt: undefined, paidAt: at }
  }
  const status: OrderStatus = payment.failed ? 'failed' : payment.page === 'complete' ? 'processing' : payment.page
  const isOver = order.status === 'failed' || order.status === 'expired'
  if (isOver || status === order.status) return undefined
  // An order that was processing is kept, whatever Stripe answers next.
  const expiredAt = status === 'expired' && order.status === 'open' ? at : undefined
  return { ...order, status, url: status === 'open' ? order.url : undefined, expiredAt }
}

/** Longer than the provider keeps a payment page open, which is a day. */
const ABANDONED_AFTER_MS = 25 * 3_600_000

/** An order whose page was never noted has expired once no page of it can be open any more. Undefined when nothing changes. */
export function abandonOrder<T extends Order>(order: T, at: Date): T | undefined {
  const isAbandoned =
    order.status === 'open' && order.sessionId === undefined && at.getTime() - order.createdAt.getTime() > ABANDONED_AFTER_MS
  return isAbandoned ? { ...order, status: 'expired', expiredAt: at } : undefined
}
