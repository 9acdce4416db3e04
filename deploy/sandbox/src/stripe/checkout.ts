import type { Stripe } from 'stripe'
import { z } from 'zod'
import { newId, type World } from '../world.ts'
import { priceShape } from './catalogue.ts'
import { mergeMetadata } from './customers.ts'
import { type Endpoint, endpoint, list, listEndpoint, listing } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault, invalidRequest, wrongParameter } from './fault.ts'
import { bool, currency, int, metadata, shipping, text } from './params.ts'

const HOUR_S = 3_600
const MIN_AMOUNT = 50
const MAX_AMOUNT = 99_999_999

const priceData = z.strictObject({
  currency,
  unit_amount: int,
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  product_data: z.strictObject({
    name: text,
    description: text.optional(),
    images: z.array(text).optional(),
    metadata: metadata.optional(),
    tax_code: text.optional(),
  }),
})

const sessionParams = {
  mode: z.literal('payment'),
  ui_mode: z.literal('hosted_page').optional(),
  success_url: text,
  cancel_url: text.optional(),
  line_items: z
    .array(z.strictObject({ quantity: int, price: text.optional(), price_data: priceData.optional() }))
    .min(1)
    .max(100),
  allowed_payment_method_types: z.array(z.enum(['card', 'sepa_debit'])).optional(),
  automatic_tax: z.strictObject({ enabled: bool }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  client_reference_id: z.string().max(200).optional(),
  customer: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: text.optional(),
  customer_update: z.strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() }).optional(),
  expires_at: int.optional(),
  locale: z.enum(['auto', 'en', 'fr']).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: z.record(z.string(), z.string()).optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
      shipping: shipping.optional(),
      statement_descriptor_suffix: z.string().max(22).optional(),
      transfer_group: text.optional(),
    })
    .optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  tax_id_collection: z.strictObject({ enabled: bool }).optional(),
}
type SessionParams = z.infer<z.ZodObject<typeof sessionParams>>

function lineItem(line: SessionParams['line_items'][number], world: World): Stripe.LineItem {
  const { price, name } = priceOf(line, world)
  const total = (price.unit_amount ?? 0) * line.quantity
  return {
    id: newId('li_'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: 'eur',
    description: name,
    metadata: {},
    price,
    quantity: line.quantity,
  }
}

function priceOf({ price: id, price_data }: SessionParams['line_items'][number], world: World): { price: Stripe.Price; name: string } {
  if (id !== undefined) {
    const price = findOrFault(world.state.prices, 'price', id, 'line_items[0][price]')
    return { price, name: findOrFault(world.state.products, 'product', String(price.product)).name }
  }
  if (!price_data)
    throw wrongParameter('Missing required param: line_items[0][price_data].', 'parameter_missing', 'line_items[0][price_data]')
  const { unit_amount, product_data, tax_behavior = 'unspecified' } = price_data
  const parts = { product: newId('prod_', 14), unitAmount: unit_amount, active: false, taxBehavior: tax_behavior }
  return { price: priceShape(world, parts), name: product_data.name }
}

function demandUrl(url: string | undefined, param: string): void {
  if (url !== undefined && !URL.canParse(url.replace('{CHECKOUT_SESSION_ID}', 'x')))
    throw wrongParameter('Not a valid URL', 'url_invalid', param)
}

function demandExpiry(expiresAt: number, now: number): void {
  if (expiresAt < now + HOUR_S / 2 - 60)
    throw wrongParameter('`expires_at` must be at least 30 minutes from Checkout Session creation.', undefined, 'expires_at')
  if (expiresAt > now + 24 * HOUR_S + 60)
    throw wrongParameter('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', undefined, 'expires_at')
}

function create(params: SessionParams, world: World): Stripe.Checkout.Session {
  const now = world.nowSeconds()
  const expiresAt = params.expires_at ?? now + 24 * HOUR_S
  demandUrl(params.success_url, 'success_url')
  demandUrl(params.cancel_url, 'cancel_url')
  demandExpiry(expiresAt, now)
  if (params.customer && params.customer_email)
    throw wrongParameter('You may only specify one of these parameters: customer, customer_email.', undefined, 'customer_email')
  if (params.customer) findOrFault(world.state.customers, 'customer', params.customer, 'customer')
  const lineItems = params.line_items.map((line) => lineItem(line, world))
  const total = demandTotal(lineItems)
  const session = newSession(params, world, total, expiresAt)
  const { id } = session
  world.state.sessions.set(id, session)
  world.state.checkoutNotes.set(id, { lineItems, paymentIntentData: params.payment_intent_data ?? {} })
  world.schedule({ atMs: expiresAt * 1_000, kind: 'expire', id })
  return session
}

function demandTotal(lineItems: readonly Stripe.LineItem[]): number {
  if (lineItems.some(({ quantity, amount_total }) => (quantity ?? 0) < 1 || amount_total < 0))
    throw wrongParameter('This value must be greater than or equal to 1.', 'parameter_invalid_integer', 'line_items[0][quantity]')
  const total = lineItems.reduce((sum, line) => sum + line.amount_total, 0)
  if (total < MIN_AMOUNT)
    throw invalidRequest('The Checkout Session’s total amount due must add up to at least €0.50 eur', 'amount_too_small')
  if (total > MAX_AMOUNT)
    throw invalidRequest('The Checkout Session’s total amount must be no more than €999,999.99 eur', 'amount_too_large')
  return total
}

const NO_INVOICE = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: {},
  rendering_options: null,
}

/** Session fields that the sandbox never changes. */
const unusedFields = () =>
  ({
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    customer_details: null,
    discounts: [],
    integration_identifier: null,
    invoice: null,
    invoice_creation: { enabled: false, invoice_data: { ...NO_INVOICE } },
    livemode: false,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    wallet_options: null,
  }) satisfies Partial<Stripe.Checkout.Session>

function newSession(params: SessionParams, world: World, total: number, expiresAt: number): Stripe.Checkout.Session {
  const id = newId('cs_test_', 58)
  const hasTax = params.automatic_tax?.enabled ?? false
  return {
    ...unusedFields(),
    id,
    object: 'checkout.session',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: {
      enabled: hasTax,
      liability: hasTax ? { type: 'self' } : null,
      provider: hasTax ? 'stripe' : null,
      status: hasTax ? 'requires_location_inputs' : null,
    },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: world.nowSeconds(),
    currency: 'eur',
    customer: params.customer ?? null,
    customer_creation: params.customer ? null : (params.customer_creation ?? 'if_required'),
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'payment',
    payment_intent: null,
    payment_method_types: params.allowed_payment_method_types ?? ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    status: 'open',
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
    ui_mode: 'hosted_page',
    url: `${world.url()}/checkout/${id}`,
  }
}

export function expireSession(world: World, id: string): void {
  const session = world.state.sessions.get(id)
  if (session?.status !== 'open') return
  session.status = 'expired'
  session.url = null
  emit(world, 'checkout.session.expired', session)
}

export const lineItemsOf = ({ state }: World, id: string) =>
  list(`/v1/checkout/sessions/${id}/line_items`, [...findOrFault(state.checkoutNotes, 'checkout.session', id).lineItems].reverse(), {
    limit: 100,
  })

export const checkoutEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/checkout/sessions', sessionParams, (params, { world }) => create(params, world)),
  listEndpoint(
    '/v1/checkout/sessions',
    { customer: text.optional(), payment_intent: text.optional(), status: z.enum(['open', 'complete', 'expired']).optional() },
    ({ world }) => world.state.sessions.values(),
  ),
  endpoint('GET', '/v1/checkout/sessions/:id', {}, (_, { world, path }) =>
    findOrFault(world.state.sessions, 'checkout.session', path.id ?? ''),
  ),
  endpoint('GET', '/v1/checkout/sessions/:id/line_items', listing, (params, { world, path }) => {
    const { lineItems } = findOrFault(world.state.checkoutNotes, 'checkout.session', path.id ?? '')
    return list(`/v1/checkout/sessions/${path.id}/line_items`, [...lineItems].reverse(), params)
  }),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', {}, (_, { world, path }) => {
    const session = findOrFault(world.state.sessions, 'checkout.session', path.id ?? '')
    if (session.status !== 'open')
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    expireSession(world, session.id)
    return session
  }),
]
