/** `schema.test.ts` compares responses with these types. */
import type { Stripe } from 'stripe'

export type CheckedCustomer = Stripe.Customer
export type CheckedSession = Stripe.Checkout.Session
export type CheckedLineItem = Stripe.LineItem
export type CheckedProduct = Stripe.Product
export type CheckedPrice = Stripe.Price
export type CheckedPaymentMethod = Stripe.PaymentMethod
export type CheckedPaymentIntent = Stripe.PaymentIntent
export type CheckedCharge = Stripe.Charge
export type CheckedBalanceTransaction = Stripe.BalanceTransaction
export type CheckedBalance = Stripe.Balance
export type CheckedTransfer = Stripe.Transfer
export type CheckedTransferReversal = Stripe.TransferReversal
export type CheckedAccountV1 = Stripe.Account
export type CheckedDeletedAccount = Stripe.DeletedAccount
export type CheckedAccountLinkV1 = Stripe.AccountLink
export type CheckedLoginLink = Stripe.LoginLink
export type CheckedAccountV2 = Stripe.V2.Core.Account
export type CheckedAccountLinkV2 = Stripe.V2.Core.AccountLink
// An event of any type; schema.test.ts checks its payload against the contained object's type.
export type CheckedEvent = Omit<Stripe.CustomerCreatedEvent, 'type' | 'data'> & { type: string; data: { object: unknown } }
export type CheckedEventV2 = Omit<Stripe.V2.Core.Events.V2CoreAccountUpdatedEvent, 'type' | 'related_object' | 'fetchRelatedObject'> & {
  type: string
  related_object?: Stripe.V2.Core.Events.V2CoreAccountUpdatedEvent['related_object']
  data?: unknown
}
export type CheckedList = Stripe.ApiList<unknown>
export type CheckedListV2 = Stripe.V2List<unknown>
export interface CheckedRefusal {
  error: ConstructorParameters<typeof Stripe.errors.StripeError>[0]
}
