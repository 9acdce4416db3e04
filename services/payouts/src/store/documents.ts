import type { Context, Scope } from '@reelfair/service-kit'
import type { AccountKind } from '../domain/ledger.ts'
import { earnings } from './earnings.ts'
import { forfeits } from './forfeits.ts'
import { holds } from './holds.ts'
import { accounts } from './ledger.ts'
import { orders } from './orders.ts'
import { transfers } from './transfers.ts'

type Summed = typeof accounts | typeof orders | typeof holds | typeof earnings | typeof transfers | typeof forfeits

/** Sums keyed by part and value, such as `transfers:pending`. */
type Sums = Map<string, number>

const parts: readonly { part: string; collection: Summed; owner: string; by: string; what: object | string }[] = [
  { part: 'ledger', collection: accounts, owner: 'ownerId', by: 'kind', what: '$balance' },
  {
    part: 'transfers',
    collection: transfers,
    owner: 'creatorId',
    by: 'status',
    what: { $subtract: ['$amountCents', '$reversedCents'] },
  },
  { part: 'held', collection: holds, owner: 'brandId', by: 'status', what: { $subtract: ['$credits', '$consumed'] } },
  { part: 'consumed', collection: holds, owner: 'brandId', by: 'status', what: '$consumed' },
  { part: 'sold', collection: orders, owner: 'brandId', by: 'status', what: '$priceCents' },
  { part: 'earned', collection: earnings, owner: 'creatorId', by: 'station', what: '$cents' },
  { part: 'forfeited', collection: forfeits, owner: 'creatorId', by: 'reason', what: '$cents' },
]

async function sumsByOwner(scope: Scope, only?: string): Promise<ReadonlyMap<string, Sums>> {
  const all = new Map<string, Sums>()
  for (const { part, collection, owner, by, what } of parts) {
    const stages = [
      ...(only === undefined ? [] : [{ $match: { [owner]: only } }]),
      { $group: { _id: { owner: `$${owner}`, by: `$${by}` }, sum: { $sum: what } } },
    ]
    const rows = await collection.aggregate<{ _id: { owner: string; by: string }; sum: number }>(scope, stages)
    for (const { _id, sum } of rows) all.set(_id.owner, (all.get(_id.owner) ?? new Map()).set(`${part}:${_id.by}`, sum))
  }
  return all
}

function differencesOf(owner: string, sums: Sums = new Map()): readonly string[] {
  const one = (name: string) => sums.get(name) ?? 0
  const ledger = (kind: AccountKind) => one(`ledger:${kind}`)
  const every = (part: string) => [...sums].reduce((sum, [name, value]) => (name.startsWith(`${part}:`) ? sum + value : sum), 0)
  const open = one('transfers:pending') + one('transfers:processing')
  const paid = one('transfers:completed')
  const expected: readonly (readonly [string, number, number])[] = [
    ['in transfer', ledger('in-transfer'), open],
    ['paid', ledger('stripe') + ledger('sales'), paid],
    ['payable', ledger('payable'), one('earned:payable') - open - paid - every('forfeited')],
    ['given up', ledger('forfeited'), every('forfeited')],
    ['accruing', ledger('accruing'), one('earned:accruing')],
    ['held', ledger('held'), one('earned:held')],
    ['earned', 0 - ledger('creator-cost'), every('earned')],
    ['sold', ledger('sales'), one('sold:paid')],
    ['credits held', ledger('hold'), one('held:held')],
    ['credits consumed', ledger('credits-consumed'), every('consumed')],
  ]
  return expected.flatMap(([what, entered, documents]) =>
    entered === documents
      ? []
      : [`${what} of ${owner}: ${entered} in the ledger, ${documents} according to orders, holds, earnings and transfers`],
  )
}

/**
 * Finds entries that disappeared together with their effect on balances. The ledger alone then looks consistent, but
 * differs from the documents. Writes continue in the meantime, so an owner who appears to differ is checked again in
 * one short snapshot.
 * @returns one line per difference
 */
export async function differencesToDocuments(ctx: Context): Promise<readonly string[]> {
  const differences: string[] = []
  for (const [owner, sums] of await sumsByOwner(ctx)) {
    if (differencesOf(owner, sums).length === 0) continue
    const again = await ctx.transact(async (tx) => differencesOf(owner, (await sumsByOwner(tx, owner)).get(owner)))
    for (const difference of again) differences.push(difference)
  }
  return differences
}
