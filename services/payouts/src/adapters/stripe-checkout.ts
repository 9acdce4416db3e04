/** Maps a Stripe checkout session to the state of a payment. */
import type Stripe from 'stripe'
import type { Payment } from '../domain/order.ts'

/** A session retrieved with `expand: ['payment_intent']`. */
export type Session = Stripe.Checkout.Session

export function paymentOf(session: Session): Payment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const page = session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  // A session is `unpaid` both while a debit is pending and after it has failed. The payment intent distinguishes the
  // two.
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
