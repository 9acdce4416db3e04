import type Stripe from 'stripe'
import type { Payment } from '../domain/order.ts'

/** Retrieved with `expand: ['payment_intent']`. */
export type Session = Stripe.Checkout.Session

export function paymentOf(session: Session): Payment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const page = session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  // A session is `unpaid` while a debit is pending and after the debit has failed. The payment intent shows which.
  const failed = page === 'complete' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
  return {
    paid: session.payment_status === 'paid',
    page,
    failed: session.payment_status === 'unpaid' && failed,
    // The amount actually paid, without tax, so an unexpected discount is noticed.
    amountCents: (session.amount_total ?? 0) - (session.total_details?.amount_tax ?? 0),
    currency: session.currency ?? '',
  }
}
