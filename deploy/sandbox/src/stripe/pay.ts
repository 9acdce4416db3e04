import type { Stripe } from 'stripe'
import type { CheckoutNotes } from '../state.ts'
import { newId, type World } from '../world.ts'
import { chargeShape, intentShape } from './charges.ts'
import { emit } from './events.ts'
import { findOrFault, invalidRequest } from './fault.ts'
import { book, PENDING_DAYS } from './money.ts'

const DAY_MS = 86_400_000
const ASYNC_DAYS = 3

export interface TestMethod {
  readonly number: string
  readonly effect: 'ok' | 'at_once' | 'authenticate' | 'later' | 'fails_later' | 'declined'
  readonly label: string
  readonly declineCode?: string
}

/** Test numbers from https://docs.stripe.com/testing. */
export const TEST_METHODS: readonly TestMethod[] = [
  { number: '4242424242424242', effect: 'ok', label: 'succeeds' },
  { number: '4000000000000077', effect: 'at_once', label: 'succeeds, funds available immediately' },
  { number: '4000002500003155', effect: 'authenticate', label: '3D Secure step' },
  { number: '4000000000000002', effect: 'declined', label: 'declined', declineCode: 'generic_decline' },
  { number: '4000000000009995', effect: 'declined', label: 'declined: insufficient funds', declineCode: 'insufficient_funds' },
  { number: '4000000000000069', effect: 'declined', label: 'declined: expired card', declineCode: 'expired_card' },
  { number: 'AT611904300234573201', effect: 'later', label: 'SEPA debit, paid after 3 days' },
  { number: 'AT861904300235473202', effect: 'fails_later', label: 'SEPA debit, fails after 3 days' },
]

const DECLINES: Record<string, { readonly code: string; readonly message: string }> = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  authentication: {
    code: 'payment_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  unknown: { code: 'incorrect_number', message: 'Your card number is incorrect.' },
}

export interface Payment {
  readonly card: string
  readonly email: string
  readonly name: string
  readonly country: string
}

export type Outcome =
  | { readonly kind: 'done'; readonly url: string }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'refused'; readonly reason: string; readonly code: string; readonly message: string }

const FEE_PERCENT = 1.5
const FEE_FIXED = 25
const feeOf = (amount: number): number => Math.round((amount * FEE_PERCENT) / 100) + FEE_FIXED

/** @throws StripeFault when the session is complete or expired */
function demandOpen(world: World, id: string): Stripe.Checkout.Session {
  const session = findOrFault(world.state.sessions, 'checkout.session', id)
  if (session.status !== 'open') throw invalidRequest(`This Checkout Session is ${session.status}.`)
  return session
}

/**
 * Confirms a payment without a page. A payment that needs 3D Secure or the bank's response stays in `requires_action`
 * indefinitely.
 */
export function confirmIntent(world: World, intent: Stripe.PaymentIntent, number: string): Outcome {
  const method = TEST_METHODS.find((one) => one.number === number)
  const payment = { card: number, email: 'buyer@example.test', name: 'A Buyer', country: 'FR' }
  if (method?.effect === 'declined') return refuse(world, intent, payment, method.declineCode ?? 'generic_decline')
  if (method?.effect === 'ok' || method?.effect === 'at_once') {
    completeCharge(world, intent, chargeOf(world, intent, payment, number), method.effect === 'at_once' ? 0 : PENDING_DAYS)
    return { kind: 'done', url: '' }
  }
  intent.status = 'requires_action'
  emit(world, 'payment_intent.requires_action', intent)
  return { kind: 'authenticate' }
}

export function pay(world: World, sessionId: string, payment: Payment): Outcome {
  const session = demandOpen(world, sessionId)
  const notes = findOrFault(world.state.checkoutNotes, 'checkout.session', sessionId)
  const number = payment.card.replace(/\s/g, '').toUpperCase()
  const method = TEST_METHODS.find((one) => one.number === number)
  const intent = intentOf(world, session, notes, payment)
  if (!method) return refuse(world, intent, payment, 'unknown')
  switch (method.effect) {
    case 'declined':
      return refuse(world, intent, payment, method.declineCode ?? 'generic_decline')
    case 'authenticate':
      notes.waiting = { ...payment, card: number }
      intent.status = 'requires_action'
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: session.success_url, url: `${session.url}/authenticate` },
      }
      emit(world, 'payment_intent.requires_action', intent)
      return { kind: 'authenticate' }
    case 'later':
    case 'fails_later':
      return wait(world, session, intent, payment, number)
    default:
      return succeed(world, session, intent, payment, number)
  }
}

/** Completes the 3D Secure step. @throws StripeFault when no step is pending */
export function authenticate(world: World, sessionId: string, passed: boolean): Outcome {
  const session = demandOpen(world, sessionId)
  const notes = findOrFault(world.state.checkoutNotes, 'checkout.session', sessionId)
  const { waiting } = notes
  if (!waiting) throw invalidRequest('This payment needs no authentication.')
  delete notes.waiting
  const intent = intentOf(world, session, notes, waiting)
  intent.next_action = null
  return passed ? succeed(world, session, intent, waiting, waiting.card) : refuse(world, intent, waiting, 'authentication')
}

/** The first attempt creates the session's only intent; later attempts reuse it. */
function intentOf(
  world: World,
  session: Stripe.Checkout.Session,
  { paymentIntentData }: CheckoutNotes,
  payment: Payment,
): Stripe.PaymentIntent {
  withTax(session, payment.country)
  const known = world.state.intents.get(String(session.payment_intent))
  if (known) {
    known.amount = session.amount_total ?? 0
    return known
  }
  const intent = intentShape(world, {
    amount: session.amount_total ?? 0,
    customer: session.customer === null ? null : String(session.customer),
    description: paymentIntentData.description ?? null,
    metadata: paymentIntentData.metadata ?? {},
    methodTypes: session.payment_method_types,
    statementDescriptorSuffix: paymentIntentData.statement_descriptor_suffix ?? null,
    transferGroup: paymentIntentData.transfer_group ?? null,
  })
  const { setup_future_usage, shipping } = paymentIntentData
  intent.setup_future_usage = setup_future_usage ?? null
  intent.shipping = shippingOf(shipping)
  world.state.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  emit(world, 'payment_intent.created', intent)
  return intent
}

export const EMPTY_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export const shippingOf = (given: CheckoutNotes['paymentIntentData']['shipping']): Stripe.PaymentIntent['shipping'] =>
  given ? { name: given.name, address: { ...EMPTY_ADDRESS, ...given.address } } : null

const VAT_PERCENT = 20

/** With automatic tax, French buyers pay 20% VAT on top; all other buyers account for VAT themselves. */
function withTax(session: Stripe.Checkout.Session, country: string): void {
  if (!session.automatic_tax.enabled) return
  const tax = country === 'FR' ? Math.round(((session.amount_subtotal ?? 0) * VAT_PERCENT) / 100) : 0
  session.automatic_tax.status = 'complete'
  session.total_details = { amount_discount: 0, amount_shipping: 0, amount_tax: tax }
  session.amount_total = (session.amount_subtotal ?? 0) + tax
}

function chargeOf(world: World, intent: Stripe.PaymentIntent, payment: Payment, number: string): Stripe.Charge {
  const sepa = /^[A-Z]/.test(number)
  const charge = chargeShape(world, {
    id: newId(sepa ? 'py_' : 'ch_'),
    amount: intent.amount,
    metadata: intent.metadata,
    transferGroup: intent.transfer_group,
  })
  charge.billing_details = { ...charge.billing_details, email: payment.email, name: payment.name }
  charge.customer = intent.customer
  charge.description = intent.description
  charge.payment_intent = intent.id
  charge.payment_method = newId('pm_')
  charge.statement_descriptor_suffix = intent.statement_descriptor_suffix
  world.state.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  intent.payment_method = charge.payment_method
  return charge
}

function refuse(world: World, intent: Stripe.PaymentIntent, payment: Payment, reason: string): Outcome {
  const { code, message } = DECLINES[reason] ?? { code: 'card_declined', message: 'Your card was declined.' }
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { type: 'card_error', code, message, ...(code === 'card_declined' ? { decline_code: reason } : {}) }
  // An unknown number or a failed authentication creates no charge.
  if (reason !== 'unknown' && reason !== 'authentication') {
    const charge = chargeOf(world, intent, payment, payment.card)
    charge.status = 'failed'
    charge.paid = false
    charge.captured = false
    charge.amount_captured = 0
    charge.failure_code = code
    charge.failure_message = message
    emit(world, 'charge.failed', charge)
  }
  emit(world, 'payment_intent.payment_failed', intent)
  return { kind: 'refused', reason, code, message }
}

function complete(world: World, session: Stripe.Checkout.Session, payment: Payment, status: 'paid' | 'unpaid'): Outcome {
  const url = String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id)
  session.status = 'complete'
  session.payment_status = status
  session.url = null
  session.customer_details = {
    address: { ...EMPTY_ADDRESS, country: payment.country },
    business_name: null,
    email: payment.email,
    individual_name: null,
    name: payment.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
  emit(world, 'checkout.session.completed', session)
  return { kind: 'done', url }
}

function completeCharge(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge, pendingDays: number): void {
  charge.status = 'succeeded'
  charge.paid = true
  charge.balance_transaction = book(world, 'platform', {
    amount: charge.amount,
    fee: feeOf(charge.amount),
    type: 'charge',
    category: 'charge',
    source: charge.id,
    description: charge.description,
    pendingDays,
  })
  intent.status = 'succeeded'
  intent.amount_received = charge.amount
  intent.last_payment_error = null
  intent.processing = null
  emit(world, 'charge.succeeded', charge)
  emit(world, 'payment_intent.succeeded', intent)
}

function succeed(world: World, session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent, payment: Payment, number: string): Outcome {
  const atOnce = TEST_METHODS.some((one) => one.number === number && one.effect === 'at_once')
  completeCharge(world, intent, chargeOf(world, intent, payment, number), atOnce ? 0 : PENDING_DAYS)
  return complete(world, session, payment, 'paid')
}

/** Starts a debit. The bank reports the outcome days later; until then, the session is complete but unpaid. */
function wait(world: World, session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent, payment: Payment, number: string): Outcome {
  const charge = chargeOf(world, intent, payment, number)
  charge.status = 'pending'
  charge.paid = false
  intent.status = 'processing'
  emit(world, 'charge.pending', charge)
  emit(world, 'payment_intent.processing', intent)
  world.schedule({ atMs: world.nowMs() + ASYNC_DAYS * DAY_MS, kind: 'async', id: `${session.id} ${number}` })
  return complete(world, session, payment, 'unpaid')
}

/** Applies the bank's response to a debit. `due` contains the session id and the account number. */
export function applyBankAnswer(world: World, due: string): void {
  const [sessionId = '', number = ''] = due.split(' ')
  const session = findOrFault(world.state.sessions, 'checkout.session', sessionId)
  const intent = findOrFault(world.state.intents, 'payment_intent', String(session.payment_intent))
  const charge = findOrFault(world.state.charges, 'charge', String(intent.latest_charge))
  if (TEST_METHODS.some((one) => one.number === number && one.effect === 'later')) {
    completeCharge(world, intent, charge, 0)
    session.payment_status = 'paid'
    emit(world, 'checkout.session.async_payment_succeeded', session)
    return
  }
  const message = 'The customer’s bank account could not be debited.'
  charge.status = 'failed'
  charge.failure_code = 'debit_not_authorized'
  charge.failure_message = message
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_failed', message }
  emit(world, 'charge.failed', charge)
  emit(world, 'payment_intent.payment_failed', intent)
  emit(world, 'checkout.session.async_payment_failed', session)
}
