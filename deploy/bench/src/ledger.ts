/**
 * Compares the payouts service's ledger code with the driver alone, one entry at a time. Also measures reading balances
 * in a large ledger.
 */
import { randomUUID } from 'node:crypto'
import { balancesOf, postEntry } from '@reelfair/payouts/store/ledger'
import { centEarned, type Ledger, openBaselineLedger } from './baseline-ledger.ts'
import { closeAll, once } from './closing.ts'
import { mongo } from './engines.ts'
import { fillLedger } from './fill-ledger.ts'
import type { Race, Side, Suite } from './harness.ts'
import { demand } from './items.ts'
import { newPrefix, startPayouts } from './payouts.ts'
import { sized } from './sizes.ts'

/** Each client posts to its own creators, so that transactions do not contend for an account. */
const CREATORS_PER_CLIENT = sized(50, 2)
const SMALL = sized(10_000, 100)
const LARGE = sized(1_000_000, 200)

const ids = (count: number) => Array.from({ length: count }, () => randomUUID())

async function openLedger(): Promise<Ledger & { check(): Promise<unknown> }> {
  const { ctx, auditLedger } = await startPayouts(newPrefix())
  let posted = 0
  return {
    async post(creatorId) {
      posted += 1
      const draft = centEarned(creatorId, posted)
      await ctx.transact((tx) => postEntry(tx, draft, ctx))
    },
    async check() {
      const { entries } = await auditLedger()
      demand(entries === posted, `${posted} ledger entries, found ${entries}`)
    },
  }
}

/** Recomputes the product's ledger when the suite closes; does nothing unless the ledger was opened. */
let check: () => Promise<unknown> = async () => {}

const world = once(async () => {
  const product = await openLedger()
  check = product.check
  const baseline = await openBaselineLedger()
  const clients = Array.from({ length: 8 }, () => ids(CREATORS_PER_CLIENT))
  // Each creator's accounts are opened only once, so open them before measuring.
  for (const ledger of [product, baseline]) for (const creatorId of clients.flat()) await ledger.post(creatorId)
  return { product, baseline, clients }
})

const prepare = async () => void (await world())

function oneByOne(which: 'product' | 'baseline', clientCount: number): Side {
  return {
    prepare,
    async work(units) {
      const { [which]: ledger, clients } = await world()
      let left = units
      const client = async (creators: readonly string[]) => {
        for (let next = 0; left > 0; next += 1) {
          left -= 1
          await ledger.post(creators[next % creators.length] as string)
        }
      }
      await Promise.all(clients.slice(0, clientCount).map(client))
    },
  }
}

const entryRace = (clients: number): Race => ({
  kind: 'race',
  name: `ledger-entry/${clients}`,
  unit: 'one entry with two postings, in one transaction: the entry and both accounts',
  aim: 0.7,
  floor: { ratio: 0.35, cpuRatio: 0.35 },
  sampleMs: 1_000,
  ceiling: oneByOne('baseline', clients),
  product: oneByOne('product', clients),
})

const filled = once(async () => ({ small: await fillLedger(SMALL), large: await fillLedger(LARGE) }))

const balanceReads = (which: 'small' | 'large'): Side => ({
  prepare: async () => void (await filled()),
  async work(units) {
    const { ctx, creators, cents } = (await filled())[which]
    // Spread the reads over all creators, to avoid reading the same pages of the data file repeatedly.
    for (let unit = 0; unit < units; unit += 1) {
      const creatorId = creators[(unit * 7919) % creators.length] as string
      const sum = (await balancesOf(ctx, creatorId)).reduce(
        (total, { kind, balance }) => (kind === 'creator-cost' ? total : total + balance),
        0,
      )
      demand(sum === cents, `a balance of ${cents} cents, found ${sum}`)
    }
  },
})

const balanceRace: Race = {
  kind: 'race',
  name: 'ledger-balance',
  unit: `one creator’s balances, in a ledger of ${LARGE.toLocaleString('en')} entries (product) and one of ${SMALL.toLocaleString('en')} (ceiling)`,
  // A read from the large ledger may take at most 1.5 times as long as one from the small ledger.
  aim: 0.67,
  floor: { ratio: 0.67, cpuRatio: 0.67 },
  ceiling: balanceReads('small'),
  product: balanceReads('large'),
}

export const ledger: Suite = {
  entries: [entryRace(1), entryRace(8), balanceRace],
  async facts() {
    return [
      (await mongo()).description,
      'ledger: payouts’ own `postEntry` in `transact`, in the bench’s process: reads accounts, builds and checks entries, applies schemas and versions.',
      'ceiling: the driver alone. It knows the balances and reads nothing: both accounts in one bulk write, the entry, the commit. For ledger-balance: the same read in the small ledger.',
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
