import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { movableClock } from '@reelfair/testkit/clock'
import { Stripe } from 'stripe'
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts'

const START = '2026-11-21T12:00:00Z'

export function clientOf(sandbox: Sandbox, config: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(sandbox.url)
  return new Stripe(sandbox.stripe.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })
}

export async function open(options: SandboxOptions = {}) {
  const clock = options.clock ?? movableClock(START)
  const sandbox = await startSandbox({ clock, ...options })
  return { sandbox, clock, stripe: clientOf(sandbox) }
}

export async function callConsole<Body = unknown>(
  sandbox: Sandbox,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}

export interface Received {
  readonly path: string
  readonly signature: string
  readonly raw: string
  readonly type: string
  readonly id: string
}

async function receiver() {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    let raw = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      raw += part
    })
    request.on('end', () => {
      const { type, id } = JSON.parse(raw)
      received.push({ path: request.url ?? '', signature: String(request.headers['stripe-signature']), raw, type, id })
      response.statusCode = answers.shift() ?? 200
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export async function openWithWebhooks() {
  const hooks = await receiver()
  const world = await open({ appOrigin: hooks.origin })
  const stop = async () => {
    await world.sandbox.stop()
    await hooks.stop()
  }
  return { ...world, hooks, stop }
}
export type WebhookWorld = Awaited<ReturnType<typeof openWithWebhooks>>

export const sale = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  success_url: 'https://reelfair.test/purchase/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://reelfair.test/purchase',
  client_reference_id: 'order-1',
  metadata: { orderId: 'order-1' },
  payment_intent_data: { metadata: { orderId: 'order-1' }, transfer_group: 'credits:order-1' },
  line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 10_000, product_data: { name: '100 credits' } } }],
  ...more,
})

export const recipient: Stripe.V2.Core.AccountCreateParams = {
  contact_email: 'creator@example.test',
  display_name: 'A Creator',
  dashboard: 'express',
  identity: { country: 'fr', entity_type: 'individual' },
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  defaults: { currency: 'eur', responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  metadata: { creatorId: 'c-1' },
  include: ['configuration.recipient', 'requirements'],
}

export async function activeAccount({ sandbox, stripe }: { sandbox: Sandbox; stripe: Stripe }): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create(recipient)
  await callConsole(sandbox, `/_sandbox/accounts/${id}`, { outcome: 'complete' })
  return id
}
