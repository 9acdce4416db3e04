/** How a checkout session stands, in our words. */
import type Stripe from 'stripe'
import type { Payment } from '../domain/order.ts'

/** With `expand: ['payment_intent']`. */
export type Session = Stripe.Checkout.Session

export function paymentOf(session: Session): Payment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const page = session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open'
  // The session says `unpaid` both while a debit is under way and after it has failed; its payment tells them apart.
  const failed = page === 'complete' && (intent?.status === 'requires_payment_method' || intent?.status === 'canceled')
  return {
    paid: session.payment_status === 'paid',
    page,
    failed: session.payment_status === 'unpaid' && failed,
    // What is really paid, without tax: a discount that nobody here gave shows.
    amountCents: (session.amount_total ?? 0) - (session.total_details?.amount_tax ?? 0),
    currency: session.currency ?? '',
  }
}
