/** Stripe's messages by payouts' own route, verified and stored, against a bare route with HMAC and one insert. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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

/** More than a sample sends. */
const SIGNED_AHEAD = sized(4_000, 10)

const program = (name: string) => join(import.meta.dirname, name)

/** About 1 KB, as Stripe sends it. */
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
  const DATABASE = `${DB_PREFIX}_bare`
  // In production Stripe is at its own address, and nothing is asked of it here.
  const { STRIPE_API_BASE: _, ...stripe } = NO_STRIPE
  const secrets = { SESSION_PUBLIC_KEY: makeSessionKeys().publicKey, GATEWAY_SECRET: randomUUID(), ...stripe }
  const product = await startChild(program('serve-payouts.ts'), { ...smallLimits, MONGODB_URI: uri, DB_PREFIX, ...secrets })
  atClose(product.stop)
  const bare = await startChild(program('serve-bare-webhook.ts'), { MONGODB_URI: uri, DATABASE, ...secrets })
  atClose(bare.stop)
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
        demand(stored === sent, `of ${sent} messages ${stored} were stored`)
      },
    }
  }
  return { product: sideOf(product.url, databaseOf(DB_PREFIX)), bare: sideOf(bare.url, DATABASE) }
})

function side(which: 'product' | 'bare'): Side {
  let ahead: Call[] = []
  return {
    prepare: async () => {
      const { [which]: receiver } = await world()
      await receiver.settled()
      // Each is new, and younger than the tolerance of its signature.
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
  ceiling: side('bare'),
  product: side('product'),
}

const express = createRequire(import.meta.url)('express/package.json') as { version: string }

export const webhooks: Suite = {
  entries: [race],
  async facts() {
    return [
      (await mongo()).said,
      'webhook: payouts as a process, POST /webhooks/stripe/platform, 50 kept connections; signed by the Stripe SDK before the sample. Stored as one insert; one taken before is refused by its id. What Stripe would be asked then is left out.',
      `ceiling: Express ${express.version} and the driver in a process: raw body, HMAC and tolerance, JSON, one insert outside a transaction, 204.`,
    ]
  },
  close: closeAll,
}
