/** The queue of transfers, worked off by payouts' own worker against the sandbox's Stripe; against Stripe's library alone and the same writes by the driver. */
import { randomUUID } from 'node:crypto'
import { accrue, creatorAccount, enqueue, holdBack, makePayable, payOut } from '@reelfair/payouts/domain/earnings'
import { type Account, type Entry, post } from '@reelfair/payouts/domain/ledger'
import { enqueueTransfer, groupOf, keyOf, type QueuedTransfer } from '@reelfair/payouts/domain/transfer'
import { postEntries } from '@reelfair/payouts/store/ledger'
import { insertTransfer } from '@reelfair/payouts/store/transfers'
import type { Queued } from '@reelfair/service-kit'
import type { Collection } from 'mongodb'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import type { Limit, Race, Suite } from './harness.ts'
import { demand } from './items.ts'
import { newPrefix, openBareDatabase, startPayouts, TRANSACTION } from './payouts.ts'
import { sized } from './sizes.ts'
import { type StripeSandbox, startStripeSandbox } from './stripe-sandbox.ts'

const QUEUED = sized(10_000, 10)
const FILLED_TOGETHER = 250
/** More than a sample works off. */
const AHEAD = sized(1_000, 5)
const CENTS = 100
const CREATORS = sized(100, 3)
const STRIPE_ACCOUNTS = 10
/** As long as payouts' own. */
const LEASE_MS = 60_000

const creatorIds = Array.from({ length: CREATORS }, () => randomUUID())

const itemsOf = (count: number, accounts: readonly string[], newId: () => string): QueuedTransfer[] =>
  Array.from({ length: count }, (_, i) => {
    const creatorId = creatorIds[i % CREATORS] as string
    const stripeAccountId = accounts[i % accounts.length] as string
    return enqueueTransfer({ id: newId(), creatorId, stripeAccountId, amountCents: CENTS, cause: 'manual' }, new Date())
  })

/** Payouts with a queue: the money was earned, held back, made payable and enqueued. */
async function openProduct(sandbox: StripeSandbox) {
  const { ctx, auditLedger, transferWorker } = await startPayouts(newPrefix(), sandbox.env)
  const { newId, causeId } = ctx
  let waiting = 0
  let done = 0
  return {
    async fill(count: number) {
      const items = itemsOf(count - waiting, sandbox.accounts, newId)
      while (items.length > 0) {
        const some = items.splice(0, FILLED_TOGETHER)
        await ctx.transact(async (tx) => {
          const drafts = some.flatMap((item) => {
            const earning = { creatorId: item.creatorId, subject: item.id }
            return [accrue(earning, CENTS, CENTS), holdBack(earning, CENTS, ctx.now()), makePayable(earning, CENTS), enqueue(item)]
          })
          await postEntries(tx, drafts, { newId, causeId, at: ctx.now() })
          for (const item of some) await insertTransfer(tx, item)
        })
        waiting += some.length
      }
    },
    async drain(count: number) {
      for (let i = 0; i < count; i += 1) demand(await transferWorker(), 'a transfer was waiting')
      waiting -= count
      done += count
    },
    async settled() {
      await auditLedger()
      const completed = await ctx.connection.collection('transfers').countDocuments({ status: 'completed' })
      demand(completed === done, `${done} transfers were worked off and ${completed} are completed`)
      return done * CENTS
    },
  }
}

/** Stripe's library and the driver: the same call, and the same documents in the same transactions. It knows what they hold, so it looks nothing up but the item. */
async function openBare({ stripe, accounts: destinations }: StripeSandbox) {
  const { client, db } = await openBareDatabase()
  type Stored<T> = Omit<T, 'id'> & { _id: string; version: number }
  const transfers: Collection<Stored<QueuedTransfer & Queued>> = db.collection('transfers')
  const accounts: Collection<Stored<Account>> = db.collection('accounts')
  const entries: Collection<Stored<Entry>> = db.collection('entries')
  const attempts: Collection<{ _id: string } & Record<string, unknown>> = db.collection('transfer_attempts')
  const outbox: Collection<{ _id: string; body: string }> = db.collection('outbox')
  const known = new Map<string, Account>()
  for (const creatorId of creatorIds) {
    const account = { ...creatorAccount(creatorId, 'in-transfer'), balance: 1_000_000_000, version: 1 }
    known.set(account.id, account)
    const { id: _id, ...fields } = account
    await accounts.insertOne({ _id, ...fields })
  }
  let waiting = 0
  let done = 0

  async function one() {
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
    if (!claimed) throw new Error('no transfer was waiting')
    const { _id, version, ...fields } = claimed
    const item = { id: _id, ...fields, answered: 0 }
    const { lastResponse, ...body } = await stripe.transfers.create(
      {
        amount: item.amountCents,
        currency: 'eur',
        destination: item.stripeAccountId,
        transfer_group: groupOf(item),
        metadata: { transferId: item.id },
      },
      { idempotencyKey: keyOf(item) },
    )
    const at = new Date()
    const { entry, accounts: after } = post(payOut(item), known, { id: randomUUID(), causeId: 'bench', at })
    const { id: entryId, ...posted } = entry
    const session = client.startSession()
    try {
      session.startTransaction(TRANSACTION)
      await attempts.insertOne(
        {
          _id: randomUUID(),
          version: 1,
          transferId: item.id,
          creatorId: item.creatorId,
          attempt: 1,
          at,
          outcome: 'paid',
          httpStatus: lastResponse.statusCode,
          body: JSON.stringify(body),
        },
        { session },
      )
      await accounts.bulkWrite(
        after.map((account) => {
          const next = { ...account, version: account.version + 1 }
          known.set(account.id, next)
          const { id, ...replacement } = next
          return { replaceOne: { filter: { _id: id, version: account.version }, replacement: { _id: id, ...replacement }, upsert: true } }
        }),
        { session },
      )
      await entries.insertOne({ _id: entryId, version: 1, ...posted }, { session })
      const { dueAt: _, queue: __, ...rest } = fields
      const completed = { ...rest, status: 'completed' as const, stripeTransferId: body.id, finishedAt: at, version: version + 1 }
      await transfers.replaceOne({ _id, version }, completed, { session })
      const said = { _id: randomUUID(), body: JSON.stringify({ type: 'transfer.completed', transferId: item.id, amountCents: CENTS }) }
      await outbox.insertOne(said, { session })
      await session.commitTransaction()
    } finally {
      await session.endSession()
    }
  }

  return {
    async fill(count: number) {
      const items = itemsOf(count - waiting, destinations, randomUUID)
      if (items.length > 0) await transfers.insertMany(items.map(({ id: _id, ...item }) => ({ _id, version: 1, ...item })))
      waiting += items.length
    },
    async drain(count: number) {
      for (let i = 0; i < count; i += 1) await one()
      waiting -= count
      done += count
    },
    async settled() {
      const completed = await transfers.countDocuments({ status: 'completed' })
      demand(completed === done, `${done} transfers were worked off and ${completed} are completed`)
      return done * CENTS
    },
  }
}

/** Of what was started: whether each cent that was booked was paid, and no other one. */
let check: () => Promise<void> = async () => {}

const world = once(async () => {
  const sandbox = await startStripeSandbox(STRIPE_ACCOUNTS)
  const sides = { product: await openProduct(sandbox), bare: await openBare(sandbox) }
  check = async () => {
    const booked = (await sides.product.settled()) + (await sides.bare.settled())
    const paid = await sandbox.paid()
    demand(paid === booked, `${booked} cents were booked as paid and the sandbox has paid ${paid}`)
  }
  return sides
})

const sideOf = (which: 'product' | 'bare') => ({
  prepare: async () => (await world())[which].fill(AHEAD),
  work: async (units: number) => {
    const { [which]: queue } = await world()
    await queue.drain(units)
  },
})

const race: Race = {
  kind: 'race',
  name: 'transfer',
  unit: 'one queued transfer: claimed, made at the sandbox’s Stripe, logged, booked and told',
  aim: 0.6,
  floor: { ratio: 0.3, cpuRatio: 0.3 },
  sampleMs: 1_000,
  ceiling: sideOf('bare'),
  product: sideOf('product'),
}

const whole: Limit = {
  kind: 'limit',
  name: 'transfer-drain',
  unit: `${QUEUED.toLocaleString('en')} queued transfers worked off by one worker; then the ledger is recomputed and compared with what the sandbox has paid`,
  measure: '(seconds, or transfers a second)',
  limits: { duration: 600, 'a second': Number.POSITIVE_INFINITY },
  needed: 1,
  async attempt() {
    const { product } = await world()
    await product.fill(QUEUED)
    const began = performance.now()
    await product.drain(QUEUED)
    const duration = (performance.now() - began) / 1000
    await check()
    return { duration, 'a second': QUEUED / duration }
  },
}

export const drain: Suite = {
  entries: [race, whole],
  async facts() {
    return [
      (await mongo()).said,
      'transfer: payouts’ own worker in the bench’s process, one item after the other; the sandbox is a process of its own and delivers no messages.',
      'ceiling: Stripe’s library with the same call, then the driver: the claim as one update that leases the item, the outcome as one transaction of the same six documents.',
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
