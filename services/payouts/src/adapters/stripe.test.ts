/** Uses a fake server for Stripe's responses, because the sandbox cannot simulate a proxy in front of Stripe. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ProviderFault } from '../ports.ts'
import { stripeProvider } from './stripe.ts'

let answer: (response: ServerResponse) => void = () => {}
let sent = ''
const server = createServer((request, response) => {
  sent = ''
  request.setEncoding('utf8').on('data', (part: string) => {
    sent += part
  })
  request.once('end', () => answer(response))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const options = {
  secretKey: 'sk_test_of_the_tests',
  apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  webhookSecrets: { platform: 'whsec_1', connect: 'whsec_2', thin: 'whsec_3' },
  publicOrigin: 'http://localhost:4000',
}
const provider = stripeProvider({ ...options, timeoutMs: 20_000 })
const transfer = (by = provider) => by.createTransfer({ key: 'k', group: 'g', amountCents: 1, destination: 'acct_1', transferId: 't' })
const faultOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error as ProviderFault)
const respondWith = (status: number, error: object, headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }))
}
const REPLAYED = { 'idempotent-replayed': 'true' }

test.each([
  // A proxy may have responded while Stripe is still processing the call, so the idempotency key stays the same.
  [500, {}, {}, { kind: 'unknown', stored: false }],
  [502, {}, {}, { kind: 'unknown', stored: false }],
  [503, {}, {}, { kind: 'unknown', stored: false }],
  [504, {}, {}, { kind: 'unknown', stored: false }],
  // Stripe stored this response and repeats it for a day.
  [500, {}, REPLAYED, { kind: 'unknown', stored: true }],
  [400, { code: 'balance_insufficient' }, {}, { kind: 'later', stored: true }],
  [400, { code: 'insufficient_capabilities_for_transfer' }, {}, { kind: 'refused', stored: true }],
  [409, { code: 'lock_timeout' }, {}, { kind: 'later', stored: false }],
  [429, { code: 'rate_limit' }, {}, { kind: 'later', stored: false }],
  [401, {}, {}, { kind: 'later', stored: false }],
  [403, {}, {}, { kind: 'later', stored: false }],
  [403, { code: 'account_invalid' }, {}, { kind: 'refused', stored: false }],
] as const)('maps status %i with error %j and headers %j to %j', async (status, error, headers, meaning) => {
  respondWith(status, error, headers)
  expect(await faultOf(transfer())).toMatchObject({ name: 'ProviderFault', ...meaning })
})

test('sends Stripe nothing about a brand or a creator except what the privacy policy lists', async () => {
  answer = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'x', url: 'https://pay.example' }))
  const order = { id: 'order', brandId: 'brand', package: 'growth', credits: 50_000, priceCents: 1_400, locale: 'en', key: 'k' } as const
  await provider.openCheckout(order)
  expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
    mode: 'payment',
    client_reference_id: 'order',
    'metadata[orderId]': 'order',
    'metadata[brandId]': 'brand',
    'metadata[package]': 'growth',
    locale: 'en',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1400',
    'line_items[0][price_data][product_data][name]': expect.stringContaining('50,000'),
    'payment_intent_data[metadata][orderId]': 'order',
    'payment_intent_data[metadata][brandId]': 'brand',
    'payment_intent_data[metadata][package]': 'growth',
    'payment_intent_data[transfer_group]': 'credits:order',
    'payment_intent_data[description]': 'Reelfair, growth',
    success_url: 'http://localhost:4000/brand-dashboard/purchase?order=order',
    cancel_url: 'http://localhost:4000/brand-dashboard/purchase?order=order&cancelled=true',
  })
  await provider.openAccount({ id: 'creator', email: 'lea@people.example', country: 'FR', key: 'k', locale: 'fr' })
  const { configuration: _, dashboard: __, ...about } = JSON.parse(sent)
  expect(about).toEqual({
    contact_email: 'lea@people.example',
    identity: { country: 'fr', entity_type: 'individual' },
    defaults: {
      currency: 'eur',
      locales: ['fr-FR'],
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    metadata: { creatorId: 'creator' },
  })
  await transfer()
  expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
    amount: '1',
    currency: 'eur',
    destination: 'acct_1',
    transfer_group: 'g',
    'metadata[transferId]': 't',
  })
})

test('treats an account that is no longer connected to the platform as missing', async () => {
  respondWith(403, { code: 'account_invalid' })
  expect(await provider.readAccount('acct_1')).toBeUndefined()
  respondWith(403, {})
  expect(await faultOf(provider.readAccount('acct_1'))).toMatchObject({ kind: 'later' })
})

test('returns no dashboard link for an account that is still being set up, and throws for any other rejection', async () => {
  const refused = (message: string) => respondWith(400, { type: 'invalid_request_error', message })
  refused('Cannot create a login link for an account that has not completed onboarding.')
  expect(await provider.dashboardLink('acct_1')).toBeUndefined()
  refused('Login links can only be created for accounts with an Express dashboard.')
  expect(await faultOf(provider.dashboardLink('acct_1'))).toMatchObject({ kind: 'refused' })
})

test.each(['headers', 'body'])('times out on a response with endless %s, and reports an unknown outcome', async (part) => {
  let dripping: NodeJS.Timeout | undefined
  answer = (response) => {
    if (part === 'body') response.writeHead(200, { 'content-type': 'application/json' })
    dripping = setInterval(() => (part === 'body' ? response.write(' ') : response.writeProcessing()), 50)
    response.once('close', () => clearInterval(dripping))
  }
  const fault = await faultOf(transfer(stripeProvider({ ...options, timeoutMs: 600 })))
  clearInterval(dripping)
  expect(fault).toBeInstanceOf(ProviderFault)
  expect(fault).toMatchObject({ kind: 'unknown', stored: false })
})

test('reads undelivered events page by page, and throws a ProviderFault if loading a page fails', async () => {
  const event = (id: string) => ({ id, type: 'transfer.created', data: { object: { id: 'tr_1' } } })
  const pages = [
    { data: [event('evt_1'), event('evt_2')], has_more: true },
    { data: [event('evt_3')], has_more: false },
  ]
  answer = (response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', ...pages.shift() }))
  const ids: string[] = []
  for await (const { id } of provider.undeliveredEvents(['transfer.created'])) ids.push(id)
  expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3'])
  respondWith(500, {})
  expect(await faultOf(provider.undeliveredEvents([])[Symbol.asyncIterator]().next())).toBeInstanceOf(ProviderFault)
})
