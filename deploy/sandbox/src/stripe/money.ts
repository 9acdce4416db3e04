import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Balance, type Owner, PLATFORM } from '../state.ts'
import { newId, type World } from '../world.ts'
import { type Call, type Endpoint, endpoint, listEndpoint } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault, invalidRequest } from './fault.ts'
import { text } from './params.ts'

export const PENDING_DAYS = 7
const DAY_MS = 86_400_000

export function balanceOf({ state }: World, owner: Owner): Balance {
  const balance = state.balances.get(owner) ?? { available: 0, pending: 0 }
  state.balances.set(owner, balance)
  return balance
}

interface Movement {
  readonly amount: number
  readonly fee?: number
  readonly type: Stripe.BalanceTransaction.Type
  readonly category: string
  readonly source: string | null
  readonly description?: string | null
  /** Days until the funds are available; 0 by default. */
  readonly pendingDays?: number
}

/** @returns the id of the balance transaction */
export function book(world: World, owner: Owner, movement: Movement): string {
  const { amount, fee = 0, pendingDays = 0 } = movement
  const availableMs = world.nowMs() + pendingDays * DAY_MS
  const row: Stripe.BalanceTransaction = {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    available_on: Math.floor(availableMs / 1_000),
    balance_type: 'payments',
    created: world.nowSeconds(),
    currency: 'eur',
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'eur', description: 'Stripe processing fees', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: pendingDays ? 'pending' : 'available',
    type: movement.type,
  }
  world.state.transactions.set(row.id, { owner, row })
  const balance = balanceOf(world, owner)
  balance[pendingDays ? 'pending' : 'available'] += row.net
  if (pendingDays) world.schedule({ atMs: availableMs, kind: 'settle', id: row.id })
  return row.id
}

export function makeAvailable(world: World, transactionId: string): void {
  const { owner, row } = findOrFault(world.state.transactions, 'balance transaction', transactionId)
  row.status = 'available'
  const balance = balanceOf(world, owner)
  balance.pending -= row.net
  balance.available += row.net
  if (owner === PLATFORM) emit(world, 'balance.available', renderBalance(balance))
}

/** @throws StripeFault `balance_insufficient` when the platform's available balance is too low */
export function demandFunds(world: World, amount: number): void {
  if (balanceOf(world, PLATFORM).available >= amount) return
  throw invalidRequest(
    'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. ' +
      'You can use the the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
    'balance_insufficient',
  )
}

const renderBalance = ({ available, pending }: Balance): Stripe.Balance => ({
  object: 'balance',
  available: [{ amount: available, currency: 'eur', source_types: { card: available } }],
  livemode: false,
  pending: [{ amount: pending, currency: 'eur', source_types: { card: pending } }],
})

const ownerOf = ({ account, world }: Call): Owner => (account ? findOrFault(world.state.accounts, 'account', account).id : PLATFORM)

export const moneyEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/v1/balance', {}, (_, call) => renderBalance(balanceOf(call.world, ownerOf(call)))),
  listEndpoint(
    '/v1/balance_transactions',
    // `payout` never matches, because no transaction belongs to a payout.
    { currency: z.string().optional(), payout: text.optional(), source: text.optional(), type: text.optional() },
    (call) => {
      const owner = ownerOf(call)
      return [...call.world.state.transactions.values()].filter((one) => one.owner === owner).map(({ row }) => row)
    },
  ),
  endpoint(
    'GET',
    '/v1/balance_transactions/:id',
    {},
    (_, { world, path }) => findOrFault(world.state.transactions, 'balance transaction', path.id ?? '').row,
  ),
]
