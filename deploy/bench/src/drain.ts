/**
 * Compares the payouts service's transfer worker with a baseline that uses Stripe's library and makes the same writes
 * directly with the driver. Both use the sandbox's Stripe.
 */
import { randomUUID } from 'node:crypto'
import { creatorAccount, enqueue, holdBack, makePayable, payOut, postEarned, signUpCause } from '@reelfair/payouts/domain/earnings'
import type { Account } from '@reelfair/payouts/domain/ledger'
import { enqueueTransfer, groupOf, keyOf, type QueuedTransfer } from '@reelfair/payouts/domain/transfer'
import { postEntry } from '@reelfair/payouts/store/ledger'
import { insertTransfer } from '@reelfair/payouts/store/transfers'
import type { Queued } from '@reelfair/service-kit'
import type { Collection } from 'mongodb'
import { entryWrites, rowOf } from './baseline-ledger.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Limit, Race, Suite } from './harness.ts'
import { demand } from './items.ts'
import { newPrefix, openBaselineDatabase, startPayouts } from './payouts.ts'
import { sized } from './sizes.ts'
import { type StripeSandbox, startStripeSandbox } from './stripe-sandbox.ts'

const QUEUED = sized(10_000, 10)
const FILLED_TOGETHER = 50
/** More transfers than one sample can process. */
const AHEAD = sized(1_000, 5)
const CENTS = 100
const CREATORS = sized(100, 3)
const STRIPE_ACCOUNTS = 10
/** The payouts service's lease time. */
const LEASE_MS = 60_000

const creatorIds = Array.from({ length: CREATORS }, () => randomUUID())

const itemsOf = (count: number, accounts: readonly string[], newId: () => string): QueuedTransfer[] =>
  Array.from({ length: count }, (_, i) => {
    const creatorId = creatorIds[i % CREATORS] as string
    const stripeAccountId = accounts[i % accounts.length] as string
    return enqueueTransfer({ id: newId(), creatorId, stripeAccountId, amountCents: CENTS, cause: 'manual' }, new Date())
  })

/** Queues transfers whose money has already been earned, held and made payable. */
async function openProduct(sandbox: StripeSandbox) {
  const { ctx, auditLedger, transferWorker } = await startPayouts(newPrefix(), sandbox.env)
  let waiting = 0
  let done = 0
  return {
    async fill(count: number) {
      const items = itemsOf(count - waiting, sandbox.accounts, ctx.newId)
      while (items.length > 0) {
        const some = items.splice(0, FILLED_TOGETHER)
        await ctx.transact(async (tx) => {
          const at = ctx.now()
          for (const item of some) {
            const earning = { creatorId: item.creatorId, subject: item.id }
            const earned = postEarned(earning, { cents: CENTS, station: 'accruing', cause: signUpCause(item.id, 1) })
            for (const draft of [earned, holdBack(earning, CENTS, at), makePayable(earning, CENTS), enqueue(item)])
              await postEntry(tx, draft, ctx)
            await insertTransfer(tx, item)
          }
        })
        waiting += some.length
      }
    },
    async drain(count: number) {
      for (let i = 0; i < count; i += 1) demand(await transferWorker(), 'a due transfer')
      waiting -= count
      done += count
    },
    async settled() {
      await auditLedger()
      const completed = await ctx.connection.collection('transfers').countDocuments({ status: 'completed' })
      demand(completed === done, `${done} completed transfers, found ${completed}`)
      return done * CENTS
    },
  }
}

type Stored = Omit<QueuedTransfer & Queued, 'id'> & { _id: string; version: number }

async function claimNext(transfers: Collection<Stored>) {
  const now = new Date()
  const queue = { holder: randomUUID(), leaseUntil: new Date(now.getTime() + LEASE_MS), failures: 0 }
  const claimed = await transfers.findOneAndUpdate(
    {
      dueAt: { $lte: now },
      'queue.deadAt': { $exists: false },
      'queue.leaseUntil': { $not: { $gt: now } },
      'queue.retryAt': { $not: { $gt: now } },
    },
    { $set: { status: 'processing', attempts: 1, triedAt: now, queue }, $inc: { version: 1 } },
    { sort: { dueAt: 1, _id: 1 }, returnDocument: 'after' },
  )
  if (!claimed) throw new Error('no transfer is due')
  const { _id: id, version, ...fields } = claimed
  return { version, item: { id, ...fields, answered: 0 } }
}

/**
 * Makes the same call and the same writes with Stripe's library and the driver. The documents are known in advance, so
 * only the queue item is read.
 */
async function openBaseline({ stripe, accounts: destinations }: StripeSandbox) {
  const { db, writeTogether } = await openBaselineDatabase()
  const transfers = db.collection<Stored>('transfers')
  const known = new Map<string, Account>()
  for (const creatorId of creatorIds) {
    const account = { ...creatorAccount(creatorId, 'in-transfer'), balance: 1_000_000_000, version: 1 }
    known.set(account.id, account)
    await db.collection<{ _id: string }>('accounts').insertOne(rowOf(account))
  }
  let waiting = 0
  let done = 0

  async function processOne() {
    const { item, version } = await claimNext(transfers)
    const { id: transferId, creatorId, amountCents } = item
    const { lastResponse, ...body } = await stripe.transfers.create(
      {
        amount: amountCents,
        currency: 'eur',
        destination: item.stripeAccountId,
        transfer_group: groupOf(item),
        metadata: { transferId },
      },
      { idempotencyKey: keyOf(item) },
    )
    const at = new Date()
    const answer = { outcome: 'paid', httpStatus: lastResponse.statusCode, body: JSON.stringify(body) }
    const attempt = { _id: randomUUID(), version: 1, transferId, creatorId, attempt: 1, at, ...answer }
    const { dueAt: _, queue: __, answered: ___, ...rest } = rowOf(item)
    const completed = { ...rest, status: 'completed', stripeTransferId: body.id, finishedAt: at, version: version + 1 }
    const event = { _id: randomUUID(), body: JSON.stringify({ type: 'transfer.completed', transferId, amountCents }) }
    await writeTogether([
      { name: 'insertOne', namespace: db.collection('transfer_attempts').namespace, document: attempt },
      ...entryWrites(db, known, payOut(item)),
      { name: 'replaceOne', namespace: transfers.namespace, filter: { _id: transferId, version }, replacement: completed },
      { name: 'insertOne', namespace: db.collection('outbox').namespace, document: event },
    ])
  }

  return {
    async fill(count: number) {
      const items = itemsOf(count - waiting, destinations, randomUUID)
      if (items.length > 0) await transfers.insertMany(items.map((item) => ({ ...rowOf(item), version: 1 })))
      waiting += items.length
    },
    async drain(count: number) {
      for (let i = 0; i < count; i += 1) await processOne()
      waiting -= count
      done += count
    },
    async settled() {
      const completed = await transfers.countDocuments({ status: 'completed' })
      demand(completed === done, `${done} completed transfers, found ${completed}`)
      return done * CENTS
    },
  }
}

/** Checks that the cents paid equal the cents posted; does nothing unless both sides were opened. */
let check: () => Promise<void> = async () => {}

const world = once(async () => {
  const sandbox = await startStripeSandbox(STRIPE_ACCOUNTS)
  const sides = { product: await openProduct(sandbox), baseline: await openBaseline(sandbox) }
  check = async () => {
    const postedCents = (await sides.product.settled()) + (await sides.baseline.settled())
    const paid = await sandbox.paid()
    demand(paid === postedCents, `the sandbox to have paid ${postedCents} cents, found ${paid}`)
  }
  return sides
})

const sideOf = (which: 'product' | 'baseline') => ({
  prepare: async () => (await world())[which].fill(AHEAD),
  work: async (units: number) => {
    const { [which]: queue } = await world()
    await queue.drain(units)
  },
})

const race: Race = {
  kind: 'race',
  name: 'transfer',
  unit: 'one queued transfer: claimed, created in the sandbox’s Stripe, logged, posted to the ledger, event emitted',
  aim: 0.6,
  floor: { ratio: 0.3, cpuRatio: 0.3 },
  sampleMs: 1_000,
  ceiling: sideOf('baseline'),
  product: sideOf('product'),
}

const drainLimit: Limit = {
  kind: 'limit',
  name: 'transfer-drain',
  unit: `${QUEUED.toLocaleString('en')} queued transfers processed by one worker; then the ledger is recomputed and compared with the sandbox’s payments`,
  measure: '(seconds, or transfers per second)',
  limits: { duration: 600, 'per second': Number.POSITIVE_INFINITY },
  needed: 1,
  async attempt() {
    const { product } = await world()
    await product.fill(QUEUED)
    const start = performance.now()
    await product.drain(QUEUED)
    const duration = (performance.now() - start) / 1000
    await check()
    return { duration, 'per second': QUEUED / duration }
  },
}

export const drain: Suite = {
  entries: [race, drainLimit],
  async facts() {
    return [
      (await mongo()).description,
      'transfer: payouts’ own worker in the bench’s process, one item at a time; the sandbox is a separate process and sends no webhooks.',
      'ceiling: the driver claims an item with one update that leases it, Stripe’s library makes the same call, and one transaction writes the same six documents.',
    ]
  },
  async close() {
    try {
      await check()
    } finally {
      await closeAll()
    }
  },
}
