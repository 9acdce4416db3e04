/**
 * Compares the payouts service's webhook route, which verifies and stores Stripe's messages, with a plain route that
 * checks the HMAC and inserts one document.
 */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { makeSessionKeys } from '@reelfair/service-kit'
import { smallLimits } from '@reelfair/testkit/engines'
import Stripe from 'stripe'
import { startChild } from './child.ts'
import { atClose, closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Race, Side, Suite } from './harness.ts'
import { demand } from './items.ts'
import { type Call, openLoad } from './load.ts'
import { connectDriver, databaseOf, NO_STRIPE, newPrefix } from './payouts.ts'
import { sized } from './sizes.ts'

/** More messages than one sample can send. */
const SIGNED_AHEAD = sized(4_000, 10)

/** Returns a message of about 1 KB in Stripe's format. */
function message(): string {
  const id = `tr_${randomUUID().replaceAll('-', '')}`
  const object = {
    id,
    object: 'transfer',
    amount: 12_345,
    amount_reversed: 0,
    balance_transaction: 'txn_1QbEnCh0000000000000000',
    created: 1_795_000_000,
    currency: 'eur',
    description: null,
    destination: 'acct_1QbEnCh000000000',
    destination_payment: 'py_1QbEnCh0000000000000000',
    livemode: false,
    metadata: { transferId: randomUUID() },
    reversals: { object: 'list', data: [], has_more: false, total_count: 0, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: `transfer:${randomUUID()}`,
  }
  return JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: 1_795_000_000,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_1QbEnCh000000', idempotency_key: randomUUID() },
    type: 'transfer.created',
  })
}

function signed(): Call {
  const body = message()
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: NO_STRIPE.STRIPE_WEBHOOK_SECRET })
  return { method: 'POST', path: '/webhooks/stripe/platform', body, headers: { 'stripe-signature': signature } }
}

const world = once(async () => {
  const { uri } = await mongo()
  const DB_PREFIX = newPrefix()
  const DATABASE = `${DB_PREFIX}_baseline`
  // Leaves Stripe's default address in place, as in production; this entry never calls Stripe.
  const { STRIPE_API_BASE: _, ...stripe } = NO_STRIPE
  const secrets = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: randomUUID(), ...stripe }
  const product = await startChild('serve-payouts.ts', { ...smallLimits, MONGODB_URI: uri, DB_PREFIX, ...secrets })
  atClose(product.stop)
  const baseline = await startChild('serve-baseline-webhook.ts', { MONGODB_URI: uri, DATABASE, ...secrets })
  atClose(baseline.stop)
  const client = await connectDriver()
  const sideOf = (url: string, database: string) => {
    const load = openLoad(url)
    atClose(load.close)
    let sent = 0
    return {
      async send(calls: readonly Call[]) {
        sent += calls.length
        await load.run(calls, calls.length)
      },
      async settled() {
        const stored = await client.db(database).collection('stripe_events').countDocuments()
        demand(stored === sent, `${sent} stored messages, found ${stored}`)
      },
    }
  }
  return { product: sideOf(product.url, databaseOf(DB_PREFIX)), baseline: sideOf(baseline.url, DATABASE) }
})

function side(which: 'product' | 'baseline'): Side {
  let ahead: Call[] = []
  return {
    prepare: async () => {
      const { [which]: receiver } = await world()
      await receiver.settled()
      // Each message is new, and recent enough for its signature to be accepted.
      ahead = Array.from({ length: SIGNED_AHEAD }, signed)
    },
    async work(units) {
      const { [which]: receiver } = await world()
      while (ahead.length < units) ahead.push(signed())
      await receiver.send(ahead.splice(0, units))
    },
  }
}

const race: Race = {
  kind: 'race',
  name: 'webhook',
  unit: 'one signed message of about 1 KB: verified, stored once, answered',
  aim: 0.6,
  floor: { ratio: 0.3, cpuRatio: 0.3 },
  sampleMs: 1_000,
  ceiling: side('baseline'),
  product: side('product'),
}

const express = createRequire(import.meta.url)('express/package.json') as { version: string }

export const webhooks: Suite = {
  entries: [race],
  async facts() {
    return [
      (await mongo()).description,
      'webhook: payouts as a separate process, POST /webhooks/stripe/platform, 50 keep-alive connections; the Stripe SDK signs the messages before the sample. Each is stored by one insert, and its id rejects duplicates. The resulting calls to Stripe are left out.',
      `ceiling: Express ${express.version} and the driver in a separate process: raw body, HMAC and tolerance, JSON, one insert outside a transaction, 204.`,
    ]
  },
  close: closeAll,
}
