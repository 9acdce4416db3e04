/** Ledger entries through payouts' own code, one by one and in batches, against the driver alone; and what a balance costs in a large ledger. */
import { randomUUID } from 'node:crypto'
import { accrue } from '@reelfair/payouts/domain/earnings'
import { balancesOf, postEntries, postEntry } from '@reelfair/payouts/store/ledger'
import { type Ledger, openBareLedger } from './bare-ledger.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import { fillLedger } from './fill-ledger.ts'
import type { Race, Side, Suite } from './harness.ts'
import { demand } from './items.ts'
import { newPrefix, startPayouts } from './payouts.ts'
import { sized } from './sizes.ts'

const BATCH = sized(1_000, 50)
/** Each client posts to creators of its own: what two transactions do to one account is not measured here. */
const CREATORS_PER_CLIENT = sized(50, 2)
const SMALL = sized(10_000, 100)
const LARGE = sized(1_000_000, 200)

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

async function openLedger(): Promise<Ledger & { check(): Promise<unknown> }> {
  const { ctx, auditLedger } = await startPayouts(newPrefix())
  let posted = 0
  const draft = (creatorId: string) => accrue({ creatorId, subject: 'bench' }, 1, ++posted)
  return {
    async post(creatorIds) {
      for (const creatorId of creatorIds) {
        const made = { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() }
        await ctx.transact((tx) => postEntry(tx, draft(creatorId), made))
      }
    },
    async postBatch(creatorIds) {
      const drafts = creatorIds.map(draft)
      await ctx.transact((tx) => postEntries(tx, drafts, { newId: ctx.newId, causeId: ctx.causeId, at: ctx.now() }))
    },
    entries: async () => posted,
    async check() {
      const { entries } = await auditLedger()
      demand(entries === posted, `${posted} entries were posted and ${entries} are there`)
    },
  }
}

/** Of what was started: whether the ledger is sound after all. */
let check: () => Promise<unknown> = async () => {}

const world = once(async () => {
  const product = await openLedger()
  check = product.check
  const bare = await openBareLedger()
  const clients = Array.from({ length: 8 }, () => ids(CREATORS_PER_CLIENT))
  const batch = ids(BATCH)
  // Accounts are opened once in a creator's life, so that is not measured.
  for (const ledger of [product, bare]) {
    for (const creators of clients) await ledger.postBatch(creators)
    await ledger.postBatch(batch)
  }
  return { product, bare, clients, batch }
})

/** Opening and filling is no part of any sample. */
const prepare = async () => void (await world())

/** Shares the units among the clients, who post to their own creators in turn. */
function oneByOne(which: 'product' | 'bare', clientCount: number): Side {
  return {
    prepare,
    async work(units) {
      const { [which]: ledger, clients } = await world()
      let left = units
      const client = async (creators: readonly string[]) => {
        for (let next = 0; left > 0; next += 1) {
          left -= 1
          await ledger.post([creators[next % creators.length] as string])
        }
      }
      await Promise.all(clients.slice(0, clientCount).map(client))
    },
  }
}

const inBatches = (which: 'product' | 'bare'): Side => ({
  prepare,
  async work(units) {
    const { [which]: ledger, batch } = await world()
    for (let unit = 0; unit < units; unit += 1) await ledger.postBatch(batch)
  },
})

const entryRace = (clients: number): Race => ({
  kind: 'race',
  name: `ledger-entry/${clients}`,
  unit: 'one entry of two postings, in a transaction of its own: entry and both accounts',
  aim: 0.7,
  floor: { ratio: 0.35, cpuRatio: 0.35 },
  sampleMs: 1_000,
  ceiling: oneByOne('bare', clients),
  product: oneByOne('product', clients),
})

const batchRace: Race = {
  kind: 'race',
  name: 'ledger-batch',
  unit: `${BATCH} entries for as many creators in one transaction: the entries and ${2 * BATCH} accounts`,
  aim: 0.6,
  floor: { ratio: 0.35, cpuRatio: 0.35 },
  sampleMs: 2_000,
  ceiling: inBatches('bare'),
  product: inBatches('product'),
}

const filled = once(async () => ({ small: await fillLedger(SMALL), large: await fillLedger(LARGE) }))

const balanceReads = (which: 'small' | 'large'): Side => ({
  prepare: async () => void (await filled()),
  async work(units) {
    const { ctx, creators, cents } = (await filled())[which]
    // Spread over all creators, so that not the same pages of the data file are read again and again.
    for (let unit = 0; unit < units; unit += 1) {
      const creatorId = creators[(unit * 7919) % creators.length] as string
      const sum = (await balancesOf(ctx, creatorId)).reduce(
        (total, { kind, balance }) => (kind === 'creator-cost' ? total : total + balance),
        0,
      )
      demand(sum === cents, `a balance is ${cents} cents and not ${sum}`)
    }
  },
})

const balanceRace: Race = {
  kind: 'race',
  name: 'ledger-balance',
  unit: `one creator’s balances, in a ledger of ${LARGE.toLocaleString('en')} entries (product) and of ${SMALL.toLocaleString('en')} (ceiling)`,
  // At most 1.5 times as long.
  aim: 0.67,
  floor: { ratio: 0.67, cpuRatio: 0.67 },
  ceiling: balanceReads('small'),
  product: balanceReads('large'),
}

export const ledger: Suite = {
  entries: [entryRace(1), entryRace(8), batchRace, balanceRace],
  async facts() {
    return [
      (await mongo()).said,
      'ledger: payouts’ own `postEntry` and `postEntries` in `transact` (accounts read, entry made and checked, schemas, versions), in the bench’s process.',
      'ceiling: the driver alone; it knows the balances and so reads nothing: both accounts in one bulk write, the entry, the commit. ledger-balance: the same read in the small ledger.',
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
