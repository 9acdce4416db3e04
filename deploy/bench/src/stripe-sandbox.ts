/** The sandbox's Stripe as a process, with accounts that may be paid and money to pay them with. */
import { join } from 'node:path'
import Stripe from 'stripe'
import { startChild } from './child.ts'
import { atClose } from './closing.ts'
import { demand } from './items.ts'

const PLENTY_CENTS = 1_000_000_000

export interface StripeSandbox {
  /** A client of its own library, set as the product's. */
  readonly stripe: Stripe
  /** What payouts is told. */
  readonly env: Readonly<Record<string, string>>
  /** Ids of accounts that take transfers. */
  readonly accounts: readonly string[]
  /** Cents that it has paid to the accounts in all. */
  paid(): Promise<number>
}

export async function startStripeSandbox(accountCount: number): Promise<StripeSandbox> {
  const child = await startChild(join(import.meta.dirname, 'serve-sandbox.ts'), { NODE_ENV: 'test' })
  atClose(child.stop)
  const { stripe: told } = child.said as {
    stripe: { apiBase: string; secretKey: string; webhookSecrets: Record<'platform' | 'connect' | 'thin', string> }
  }
  const { hostname, port } = new URL(told.apiBase)
  const stripe = new Stripe(told.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })

  async function console_<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${child.url}/_sandbox/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    demand(answer.ok, `the sandbox’s console answers ${path}`)
    return (await answer.json()) as T
  }

  await console_('balance', { amount: PLENTY_CENTS })
  const accounts: string[] = []
  for (let i = 0; i < accountCount; i += 1) {
    const account = await stripe.v2.core.accounts.create({
      contact_email: `creator-${i}@bench.example`,
      dashboard: 'express',
      identity: { country: 'fr', entity_type: 'individual' },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { currency: 'eur', responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    })
    await console_(`accounts/${account.id}`, { outcome: 'complete' })
    accounts.push(account.id)
  }
  return {
    stripe,
    accounts,
    env: {
      PUBLIC_ORIGIN: 'http://localhost:4000',
      STRIPE_SECRET_KEY: told.secretKey,
      STRIPE_API_BASE: told.apiBase,
      STRIPE_WEBHOOK_SECRET: told.webhookSecrets.platform,
      STRIPE_CONNECT_WEBHOOK_SECRET: told.webhookSecrets.connect,
      STRIPE_THIN_WEBHOOK_SECRET: told.webhookSecrets.thin,
    },
    paid: async () => {
      const { byDestination } = await console_<{ byDestination: Record<string, number> }>('paid')
      return Object.values(byDestination).reduce((sum, cents) => sum + cents, 0)
    },
  }
}
