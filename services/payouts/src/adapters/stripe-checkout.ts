import type Stripe from 'stripe'
import type { Payment } from '../domain/order.ts'

/** Retrieved with `expand: ['payment_intent']`. */
export type Session = Stripe.Checkout.Session

export function paymentOf(session: Session): Payment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const page = session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  // `unpaid` means either that a debit is pending or that it has failed; the payment intent shows which.
  const failed = page === 'complete' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
  return {
    paid: session.payment_status === 'paid',
    page,
    failed: session.payment_status === 'unpaid' && failed,
    // The amount paid excluding tax, which reveals an unexpected discount.
    amountCents: (session.amount_total ?? 0) - (session.total_details?.amount_tax ?? 0),
    currency: session.currency ?? '',
  }
}
