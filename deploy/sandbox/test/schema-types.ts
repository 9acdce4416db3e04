/** The SDK's types by names of their own, for the schemas that schema.test.ts makes of them. */
import type { Stripe } from 'stripe'

export type CheckedCustomer = Stripe.Customer
export type CheckedSession = Stripe.Checkout.Session
export type CheckedLineItem = Stripe.LineItem
export type CheckedPaymentIntent = Stripe.PaymentIntent
export type CheckedCharge = Stripe.Charge
export type CheckedBalanceTransaction = Stripe.BalanceTransaction
export type CheckedBalance = Stripe.Balance
export type CheckedTransfer = Stripe.Transfer
export type CheckedTransferReversal = Stripe.TransferReversal
export type CheckedAccountV1 = Stripe.Account
export type CheckedAccountLinkV1 = Stripe.AccountLink
export type CheckedLoginLink = Stripe.LoginLink
export type CheckedAccountV2 = Stripe.V2.Core.Account
export type CheckedAccountLinkV2 = Stripe.V2.Core.AccountLink
