/**
 * Payments without a page, as made by `stripe trigger`. Only test tokens and test IBANs are accepted. `payment_pages`
 * is the undocumented endpoint behind the hosted page; the Stripe CLI calls this endpoint.
 */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { newId, type World } from '../world.ts'
import { intentShape } from './charges.ts'
import { mergeMetadata } from './customers.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault, invalidRequest, StripeFault } from './fault.ts'
import { bool, currency, int, metadata, shipping as shippingParam, text } from './params.ts'
import { confirmIntent, EMPTY_ADDRESS, type Outcome, pay, shippingOf, TEST_METHODS } from './pay.ts'

const OK = '4242424242424242'
/** Test card numbers by token name, without the prefix `tok_` or `pm_card_`. */
const NUMBERS: Record<string, string> = {
  visa: OK,
  bypassPending: '4000000000000077',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  authenticationRequired: '4000002500003155',
}

const billing = z.strictObject({
  address: z.record(z.string(), z.string()).optional(),
  email: text.optional(),
  name: text.optional(),
  phone: text.optional(),
})

function numberOf(token: string, prefix: string): string {
  const number = NUMBERS[token.replace(prefix, '')]
  if (!token.startsWith(prefix) || !number) throw invalidRequest(`No such token: '${token}'`, 'resource_missing')
  return number
}

const card = (number: string): Stripe.PaymentMethod.Card => ({
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
  country: 'US',
  display_brand: 'visa',
  exp_month: 12,
  exp_year: 2034,
  fingerprint: null,
  funding: 'credit',
  generated_from: null,
  last4: number.slice(-4),
  networks: { available: ['visa'], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

const sepaDebit = (number: string): Stripe.PaymentMethod.SepaDebit => ({
  bank_code: number.slice(4, 9),
  branch_code: null,
  country: number.slice(0, 2),
  fingerprint: null,
  generated_from: null,
  last4: number.slice(-4),
})

/** @throws StripeFault 402 with the card issuer's message */
function demandPaid(outcome: Outcome): void {
  if (outcome.kind === 'refused') throw new StripeFault(402, { type: 'card_error', code: outcome.code, message: outcome.message })
}

const methodNumber = (world: World, id: string): string =>
  world.state.paymentMethods.get(id)?.number ?? numberOf(id.replace(/^pm_card_/, 'tok_'), 'tok_')

export const methodEndpoints: readonly Endpoint[] = [
  endpoint(
    'POST',
    '/v1/payment_methods',
    {
      type: z.enum(['card', 'sepa_debit']),
      card: z.strictObject({ token: text }).optional(),
      sepa_debit: z.strictObject({ iban: text }).optional(),
      billing_details: billing.optional(),
      metadata: metadata.optional(),
    },
    ({ type, card: given, sepa_debit, billing_details, metadata: kept }, { world }) => {
      const number = type === 'card' ? numberOf(given?.token ?? '', 'tok_') : (sepa_debit?.iban ?? '').replace(/\s/g, '').toUpperCase()
      if (!TEST_METHODS.some((one) => one.number === number)) throw invalidRequest('Only test IBANs are accepted.', 'invalid_iban')
      const { address, email = null, name = null, phone = null } = billing_details ?? {}
      const method: Stripe.PaymentMethod = {
        id: newId('pm_'),
        object: 'payment_method',
        allow_redisplay: 'unspecified',
        billing_details: {
          address: { ...EMPTY_ADDRESS, ...address },
          email,
          name,
          phone,
          tax_id: null,
        },
        ...(type === 'card' ? { card: card(number) } : { sepa_debit: sepaDebit(number) }),
        created: world.nowSeconds(),
        customer: null,
        customer_account: null,
        livemode: false,
        metadata: mergeMetadata({}, kept),
        type,
      }
      world.state.paymentMethods.set(method.id, { row: method, number })
      return method
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_methods/:id',
    {},
    (_, { world, path }) => findOrFault(world.state.paymentMethods, 'payment_method', path.id ?? '').row,
  ),
  endpoint(
    'POST',
    '/v1/payment_intents',
    {
      amount: int.pipe(z.int().min(50)),
      currency,
      confirm: bool.optional(),
      customer: text.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      payment_method: text.optional(),
      shipping: shippingParam.optional(),
      transfer_group: text.optional(),
    },
    (params, { world }) => {
      if (params.customer) findOrFault(world.state.customers, 'customer', params.customer, 'customer')
      const number = params.payment_method ? methodNumber(world, params.payment_method) : undefined
      const intent = intentShape(world, {
        amount: params.amount,
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        methodTypes: ['card'],
        statementDescriptorSuffix: null,
        transferGroup: params.transfer_group ?? null,
      })
      intent.shipping = shippingOf(params.shipping)
      world.state.intents.set(intent.id, intent)
      emit(world, 'payment_intent.created', intent)
      if (!params.confirm) return intent
      if (!number) throw invalidRequest('You cannot confirm this PaymentIntent because it’s missing a payment method.')
      demandPaid(confirmIntent(world, intent, number))
      return intent
    },
  ),
  endpoint('GET', '/v1/payment_pages/:id', {}, (_, { world, path }) =>
    findOrFault(world.state.sessions, 'checkout.session', path.id ?? ''),
  ),
  endpoint(
    'POST',
    '/v1/payment_pages/:id/confirm',
    { payment_method: text, expected_amount: int.optional() },
    ({ payment_method, expected_amount }, { world, path }) => {
      const session = findOrFault(world.state.sessions, 'checkout.session', path.id ?? '')
      if (expected_amount !== undefined && expected_amount !== session.amount_total)
        throw invalidRequest(`The amount is ${session.amount_total}, not ${expected_amount}.`, undefined, 'expected_amount')
      const { email, name, address } = world.state.paymentMethods.get(payment_method)?.row.billing_details ?? {}
      demandPaid(
        pay(world, session.id, {
          card: methodNumber(world, payment_method),
          email: email ?? 'buyer@example.test',
          name: name ?? 'A Buyer',
          country: address?.country ?? 'FR',
        }),
      )
      return session
    },
  ),
]
