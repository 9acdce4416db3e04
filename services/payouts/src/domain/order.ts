import type { CreditOrder, Locale, OrderStatus } from '@reelfair/contracts'
import { type CreditPackage, packageOf } from '@reelfair/rules'

export interface Order {
  readonly id: string
  readonly brandId: string
  readonly package: CreditOrder['package']
  /** Fixed when the order is placed; a new price list changes neither the credits nor the price. */
  readonly credits: number
  readonly priceCents: number
  readonly status: OrderStatus
  readonly sessionId?: string | undefined
  readonly url?: string | undefined
  /** Stored because a retry must send the provider the same request. */
  readonly locale?: Locale | undefined
  /** Number of payment page requests that failed permanently. After each failure, the next request needs a new key. */
  readonly pageRetries?: number | undefined
  readonly createdAt: Date
  readonly paidAt?: Date | undefined
  readonly expiredAt?: Date | undefined
}

/** A soft limit per brand per business day: concurrent requests may exceed it. */
export const MAX_UNPAID_PER_DAY = 50
/** Days to keep an expired order. Stripe never reopens an expired page, so no payment can arrive later. */
export const EXPIRED_KEPT_DAYS = 30

export interface Payment {
  readonly paid: boolean
  readonly page: 'open' | 'complete' | 'expired'
  readonly failed: boolean
  readonly amountCents: number
  readonly currency: string
}

/** An operator must review the payment. Nothing is posted for it, and nothing else is blocked. */
export class OtherAmountPaid extends Error {
  override readonly name = 'OtherAmountPaid'
}

/** @param packages the price list in force `at` */
export function placeOrder(
  made: Pick<Order, 'id' | 'brandId' | 'package' | 'locale'>,
  packages: readonly CreditPackage[],
  at: Date,
): Order {
  const { credits, priceCents } = packageOf(made.package, packages)
  return { ...made, credits, priceCents, status: 'open', createdAt: at }
}

/**
 * Whether the order still needs a payment page. An order that expired without a page may still get one, because nobody
 * could have paid it.
 */
export const awaitsPage = ({ status, sessionId }: Order): boolean => sessionId === undefined && (status === 'open' || status === 'expired')

export const pageKeyOf = ({ id, pageRetries = 0 }: Order): string => `credit-order:${id}:${pageRetries}`

/**
 * Updates the order from the provider's report; undefined when nothing changes. A received payment always counts, and
 * no later report reverts it.
 * @throws OtherAmountPaid if the amount or currency differs from the order
 */
export function confirmOrder<T extends Order>(order: T, payment: Payment, at: Date): T | undefined {
  if (order.status === 'paid') return undefined
  if (payment.paid) {
    if (payment.amountCents !== order.priceCents || payment.currency !== 'eur')
      throw new OtherAmountPaid(
        `order ${order.id} costs ${order.priceCents} eur cents, but ${payment.amountCents} ${payment.currency} cents were paid`,
      )
    return { ...order, status: 'paid', url: undefined, expiredAt: undefined, paidAt: at }
  }
  const status: OrderStatus = payment.failed ? 'failed' : payment.page === 'complete' ? 'processing' : payment.page
  const isOver = order.status === 'failed' || order.status === 'expired'
  if (isOver || status === order.status) return undefined
  // An order with a payment in progress is never removed, so it gets no `expiredAt`.
  const expiredAt = status === 'expired' && order.status === 'open' ? at : undefined
  return { ...order, status, url: status === 'open' ? order.url : undefined, expiredAt }
}

/** One hour longer than the provider keeps a payment page open. */
const ABANDONED_AFTER_MS = 25 * 3_600_000

/** Expires an order without a stored payment page once no page can still be open; undefined when nothing changes. */
export function abandonOrder<T extends Order>(order: T, at: Date): T | undefined {
  const isAbandoned =
    order.status === 'open' && order.sessionId === undefined && at.getTime() - order.createdAt.getTime() > ABANDONED_AFTER_MS
  return isAbandoned ? { ...order, status: 'expired', expiredAt: at } : undefined
}
