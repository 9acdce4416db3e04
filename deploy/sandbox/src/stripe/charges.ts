import type { Stripe } from 'stripe'
import { newId, type World } from '../world.ts'
import { type Endpoint, endpoint, listEndpoint } from './endpoint.ts'
import { findOrFault } from './fault.ts'
import { text } from './params.ts'

interface ChargeParts {
  readonly id: string
  readonly amount: number
  readonly metadata: Record<string, string>
  readonly transferGroup: string | null
}

/** Creates a successful charge without a customer, a description or payment details. */
export const chargeShape = (world: World, { id, amount, metadata, transferGroup }: ChargeParts): Stripe.Charge => ({
  id,
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: null,
    name: null,
    phone: null,
    tax_id: null,
  },
  calculated_statement_descriptor: null,
  captured: true,
  created: world.nowSeconds(),
  currency: 'eur',
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata,
  on_behalf_of: null,
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    reason: null,
    risk_level: 'normal',
    seller_message: 'Payment complete.',
    type: 'authorized',
  },
  paid: true,
  payment_intent: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: transferGroup,
})

interface IntentParts {
  readonly amount: number
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Record<string, string>
  readonly methodTypes: string[]
  readonly statementDescriptorSuffix: string | null
  readonly transferGroup: string | null
}

export function intentShape(world: World, parts: IntentParts): Stripe.PaymentIntent {
  const id = newId('pi_')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: parts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('')}`,
    confirmation_method: 'automatic',
    created: world.nowSeconds(),
    currency: 'eur',
    customer: parts.customer,
    customer_account: null,
    description: parts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: parts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: parts.methodTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: parts.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: parts.transferGroup,
  }
}

/** Only the account itself can see the charges that its transfers created. */
const isAccounts = (charge: Stripe.Charge) => charge.source_transfer !== null

export const chargeEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/v1/payment_intents/:id', { client_secret: text.optional() }, (_, { world, path }) =>
    findOrFault(world.state.intents, 'payment_intent', path.id ?? ''),
  ),
  listEndpoint('/v1/payment_intents', { customer: text.optional() }, ({ world }) => world.state.intents.values()),
  endpoint('GET', '/v1/charges/:id', {}, (_, { world, path, account }) => {
    const mine = [...world.state.charges].filter(([, charge]) => isAccounts(charge) === (account !== undefined))
    return findOrFault(new Map(mine), 'charge', path.id ?? '')
  }),
  listEndpoint(
    '/v1/charges',
    { customer: text.optional(), payment_intent: text.optional(), transfer_group: text.optional() },
    ({ world, account }) => [...world.state.charges.values()].filter((one) => isAccounts(one) === (account !== undefined)),
  ),
]
