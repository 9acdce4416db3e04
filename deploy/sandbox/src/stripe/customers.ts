import type { Stripe } from 'stripe'
import { z } from 'zod'
import { newId } from '../world.ts'
import { type Endpoint, endpoint, listEndpoint } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault, wrongParameter } from './fault.ts'
import { metadata, text } from './params.ts'

const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

const fields = {
  address: address.optional(),
  description: z.string().optional(),
  email: z.string().max(512).optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(20).optional(),
  preferred_locales: z.array(z.string()).optional(),
  tax_exempt: z.enum(['none', 'exempt', 'reverse']).optional(),
}
type Fields = z.infer<z.ZodObject<typeof fields>>

/** An empty string removes one key or all metadata; omitted keys stay unchanged. */
export function mergeMetadata(old: Record<string, string>, given: '' | Record<string, string> | undefined): Record<string, string> {
  if (given === undefined) return old
  const merged = given === '' ? {} : { ...old, ...given }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

function merge(customer: Stripe.Customer, given: Fields): Stripe.Customer {
  if (given.email && !/^\S+@\S+\.\S+$/.test(given.email))
    throw wrongParameter(`Invalid email address: ${given.email}`, 'email_invalid', 'email')
  const merged: Stripe.Customer = { ...customer, metadata: mergeMetadata(customer.metadata, given.metadata) }
  for (const key of ['description', 'email', 'name', 'phone'] as const) if (given[key] !== undefined) merged[key] = given[key] || null
  if (given.address) {
    const { city, country, line1, line2, postal_code, state } = given.address
    merged.address = {
      city: city ?? null,
      country: country ?? null,
      line1: line1 ?? null,
      line2: line2 ?? null,
      postal_code: postal_code ?? null,
      state: state ?? null,
    }
  }
  if (given.preferred_locales) merged.preferred_locales = given.preferred_locales
  if (given.tax_exempt) merged.tax_exempt = given.tax_exempt
  return merged
}

export const customerEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v1/customers', fields, (given, { world }) => {
    const blank: Stripe.Customer = {
      id: newId('cus_', 14),
      object: 'customer',
      address: null,
      balance: 0,
      created: world.nowSeconds(),
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email: null,
      invoice_prefix: newId('', 8).toUpperCase(),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: {},
      name: null,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    }
    const customer = merge(blank, given)
    world.state.customers.set(customer.id, customer)
    emit(world, 'customer.created', customer)
    return customer
  }),
  listEndpoint('/v1/customers', { email: text.optional() }, ({ world }) => world.state.customers.values()),
  endpoint('GET', '/v1/customers/:id', {}, (_, { world, path }) => findOrFault(world.state.customers, 'customer', path.id ?? '')),
  endpoint('POST', '/v1/customers/:id', fields, (given, { world, path }) => {
    const customer = merge(findOrFault(world.state.customers, 'customer', path.id ?? ''), given)
    world.state.customers.set(customer.id, customer)
    emit(world, 'customer.updated', customer)
    return customer
  }),
]
