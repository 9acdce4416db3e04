import type { Stripe } from 'stripe'
import { newId, type World } from '../world.ts'
import { mergeMetadata } from './customers.ts'
import { type Endpoint, endpoint, list, listing } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault } from './fault.ts'
import { bool, currency, int, metadata, text } from './params.ts'

interface PriceParts {
  readonly product: string
  readonly unitAmount: number
  readonly active: boolean
  readonly taxBehavior: Stripe.Price.TaxBehavior
  readonly metadata?: Record<string, string>
}

export const priceShape = (world: World, parts: PriceParts): Stripe.Price => ({
  id: newId('price_'),
  object: 'price',
  active: parts.active,
  billing_scheme: 'per_unit',
  created: world.nowSeconds(),
  currency: 'eur',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: parts.metadata ?? {},
  nickname: null,
  product: parts.product,
  recurring: null,
  tax_behavior: parts.taxBehavior,
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount: parts.unitAmount,
  // The API sends decimals as strings, which the SDK converts to `Decimal`.
  unit_amount_decimal: String(parts.unitAmount) as unknown as Stripe.Decimal,
})

export const catalogueEndpoints: readonly Endpoint[] = [
  endpoint(
    'POST',
    '/v1/products',
    { name: text, description: text.optional(), active: bool.optional(), metadata: metadata.optional() },
    ({ name, description = null, active = true, metadata: given }, { world }) => {
      const now = world.nowSeconds()
      const product: Stripe.Product = {
        id: newId('prod_', 14),
        object: 'product',
        active,
        created: now,
        default_price: null,
        description,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: mergeMetadata({}, given),
        name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_details: null,
        tax_code: null,
        type: 'service',
        unit_label: null,
        updated: now,
        url: null,
      }
      world.state.products.set(product.id, product)
      emit(world, 'product.created', product)
      return product
    },
  ),
  endpoint('GET', '/v1/products', listing, (params, { world }) => list('/v1/products', [...world.state.products.values()], params)),
  endpoint('GET', '/v1/products/:id', {}, (_, { world, path }) => findOrFault(world.state.products, 'product', path.id ?? '')),
  endpoint(
    'POST',
    '/v1/prices',
    { product: text, unit_amount: int, currency, metadata: metadata.optional() },
    ({ product, unit_amount, metadata: given }, { world }) => {
      findOrFault(world.state.products, 'product', product, 'product')
      const price = priceShape(world, {
        product,
        unitAmount: unit_amount,
        active: true,
        taxBehavior: 'unspecified',
        metadata: mergeMetadata({}, given),
      })
      world.state.prices.set(price.id, price)
      emit(world, 'price.created', price)
      return price
    },
  ),
  endpoint('GET', '/v1/prices', listing, (params, { world }) => list('/v1/prices', [...world.state.prices.values()], params)),
  endpoint('GET', '/v1/prices/:id', {}, (_, { world, path }) => findOrFault(world.state.prices, 'price', path.id ?? '')),
]
