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
  // Money left at Stripe after a partial reversal belongs to no payment until the next transfer has sent the rest.
  {
    part: 'kept',
    collection: transfers,
    owner: 'creatorId',
    by: 'status',
    what: { $cond: [{ $gt: ['$reversedCents', 0] }, { $subtract: ['$amountCents', '$reversedCents'] }, 0] },
  },
  { part: 'earned', collection: earnings, owner: 'creatorId', by: 'station', what: '$cents' },
  { part: 'payments', collection: earnings, owner: 'creatorId', by: 'payment', what: '$cents' },
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
  const kept = every('kept')
  const limits: readonly (readonly [string, number, string, number])[] = [
    ['due', one('payments:due'), 'are payable', ledger('payable') + every('forfeited') + kept],
    ['in transfer', one('payments:in_transfer'), 'are in transfers', open + kept],
    ['payed', one('payments:payed'), 'were paid', paid],
  ]
  return [
    ...expected.flatMap(([what, entered, documents]) =>
      entered === documents
        ? []
        : [`${what} of ${owner}: ${entered} in the ledger, ${documents} according to orders, holds, earnings and transfers`],
    ),
    ...limits.flatMap(([what, payments, where, most]) =>
      payments <= most ? [] : [`partnership payments of ${owner}: ${payments} cents ${what}, but only ${most} ${where}`],
    ),
  ]
}

const SENDING = ['pending', 'processing']
const MAX_FAULTS = 1_000

/** Payments of partnerships whose state contradicts their transfer’s, and transfers that lost the payment they send. */
async function paymentFaults(scope: Scope, ids?: readonly string[]): Promise<{ readonly id: string; readonly fault: string }[]> {
  const some = ids === undefined ? [] : [{ $match: { _id: { $in: ids } } }]
  const payments = await earnings.aggregate<{ _id: string; payment: string; transfer: { status: string; reversedCents: number }[] }>(
    scope,
    [
      ...some,
      { $match: { payment: { $exists: true } } },
      { $lookup: { from: transfers.name, localField: 'transferId', foreignField: '_id', as: 'transfer' } },
      {
        $match: {
          $nor: [
            { payment: 'due', transferId: { $exists: false } },
            { payment: 'in_transfer', 'transfer.status': { $in: SENDING } },
            { payment: 'payed', 'transfer.status': 'completed', 'transfer.reversedCents': 0 },
          ],
        },
      },
      { $limit: MAX_FAULTS },
    ],
  )
  const lost = await transfers.aggregate<{ _id: string; partnershipId: string; status: string }>(scope, [
    ...some,
    { $match: { partnershipId: { $exists: true }, status: { $in: [...SENDING, 'completed'] }, reversedCents: 0 } },
    { $lookup: { from: earnings.name, localField: '_id', foreignField: 'transferId', as: 'payments' } },
    { $match: { payments: { $size: 0 } } },
    { $limit: MAX_FAULTS },
  ])
  return [
    ...payments.map(({ _id: id, payment, transfer: [transfer] }) => {
      const found = transfer ? `its transfer is ${transfer.status}, with ${transfer.reversedCents} cents reversed` : 'it has no transfer'
      return { id, fault: `payment ${id}: ${payment}, but ${found}` }
    }),
    ...lost.map(({ _id: id, partnershipId, status }) => ({
      id,
      fault: `transfer ${id}: ${status}, but the payment of partnership ${partnershipId} is not in it`,
    })),
  ]
}

/**
 * Finds entries that disappeared together with their effect on balances: the ledger alone then looks consistent, but
 * differs from the documents. Also finds payments of partnerships that contradict their transfers. Writes continue in
 * the meantime, so whatever appears to differ is checked again in one short snapshot.
 * @returns one line per difference
 */
export async function differencesToDocuments(ctx: Context): Promise<readonly string[]> {
  const differences: string[] = []
  for (const [owner, sums] of await sumsByOwner(ctx)) {
    if (differencesOf(owner, sums).length === 0) continue
    const again = await ctx.transact(async (tx) => differencesOf(owner, (await sumsByOwner(tx, owner)).get(owner)))
    for (const difference of again) differences.push(difference)
  }
  const suspects = (await paymentFaults(ctx)).map(({ id }) => id)
  if (suspects.length === 0) return differences
  const faults = await ctx.transact((tx) => paymentFaults(tx, suspects))
  return [...differences, ...faults.map(({ fault }) => fault)]
}
