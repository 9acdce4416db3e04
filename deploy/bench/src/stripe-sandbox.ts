/** Runs the sandbox's Stripe as a process, with payable accounts and a funded balance. */
import Stripe from 'stripe'
import { startChild } from './child.ts'
import { atClose } from './closing.ts'
import { demand } from './items.ts'

const PLENTY_CENTS = 1_000_000_000

export interface StripeSandbox {
  /** A Stripe client with the product's configuration. */
  readonly stripe: Stripe
  readonly env: Readonly<Record<string, string>>
  readonly accounts: readonly string[]
  /** Returns the total paid to all accounts, in cents. */
  paid(): Promise<number>
}

export async function startStripeSandbox(accountCount: number): Promise<StripeSandbox> {
  const child = await startChild('serve-sandbox.ts', { NODE_ENV: 'test' })
  atClose(child.stop)
  const { stripe: settings } = child.readyMessage as {
    stripe: { apiBase: string; secretKey: string; webhookSecrets: Record<'platform' | 'connect' | 'thin', string> }
  }
  const { hostname, port } = new URL(settings.apiBase)
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })

  async function callConsole<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${child.url}/_sandbox/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    demand(answer.ok, `the sandbox console to accept ${path}`)
    return (await answer.json()) as T
  }

  await callConsole('balance', { amount: PLENTY_CENTS })
  const accounts: string[] = []
  for (let i = 0; i < accountCount; i += 1) {
    const account = await stripe.v2.core.accounts.create({
      contact_email: `creator-${i}@bench.example`,
      dashboard: 'express',
      identity: { country: 'fr', entity_type: 'individual' },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { currency: 'eur', responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    })
    await callConsole(`accounts/${account.id}`, { outcome: 'complete' })
    accounts.push(account.id)
  }
  return {
    stripe,
    accounts,
    env: {
      PUBLIC_ORIGIN: 'http://localhost:4000',
      STRIPE_SECRET_KEY: settings.secretKey,
      STRIPE_API_BASE: settings.apiBase,
      STRIPE_WEBHOOK_SECRET: settings.webhookSecrets.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET: settings.webhookSecrets.connect,
      STRIPE_THIN_WEBHOOK_SECRET: settings.webhookSecrets.thin,
    },
    paid: async () => {
      const { byDestination } = await callConsole<{ byDestination: Record<string, number> }>('paid')
      return Object.values(byDestination).reduce((sum, cents) => sum + cents, 0)
    },
  }
}
