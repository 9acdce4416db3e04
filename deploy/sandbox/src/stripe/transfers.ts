/** Transfers are immediate, so no later event marks them as paid. */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { PLATFORM } from '../state.ts'
import { newId, type World } from '../world.ts'
import { chargeShape } from './charges.ts'
import { mergeMetadata } from './customers.ts'
import { type Endpoint, endpoint, list, listEndpoint, listing } from './endpoint.ts'
import { emit } from './events.ts'
import { findOrFault, invalidRequest, wrongParameter } from './fault.ts'
import { balanceOf, book, demandFunds } from './money.ts'
import { currency, int, metadata, text } from './params.ts'

function demandPositive(amount: number): void {
  if (amount < 1) throw wrongParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
}

function demandReceiver({ state }: World, id: string): Stripe.V2.Core.Account {
  const account = state.accounts.get(id)
  if (!account || account.closed) throw invalidRequest(`No such destination: '${id}'`, 'resource_missing', 'destination')
  if (account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status !== 'active')
    throw invalidRequest(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'insufficient_capabilities_for_transfer',
    )
  return account
}

function demandSource({ state }: World, id: string, amount: number): Stripe.Charge {
  const charge = findOrFault(state.charges, 'charge', id, 'source_transaction')
  const used = [...state.transfers.values()].filter((one) => one.source_transaction === id).reduce((sum, one) => sum + one.amount, 0)
  if (used + amount > charge.amount)
    throw invalidRequest(
      `Cannot transfer more than the source amount. The source has ${charge.amount - used} left.`,
      'transfer_source_balance_parameters_mismatch',
    )
  return charge
}

const reversalsOf = (transfer: string, data: Stripe.TransferReversal[]): Stripe.Transfer['reversals'] => ({
  object: 'list',
  data,
  has_more: false,
  url: `/v1/transfers/${transfer}/reversals`,
})

export const transferEndpoints: readonly Endpoint[] = [
  endpoint(
    'POST',
    '/v1/transfers',
    {
      amount: int,
      currency,
      destination: text,
      description: z.string().optional(),
      metadata: metadata.optional(),
      source_transaction: text.optional(),
      source_type: z.enum(['bank_account', 'card', 'fpx']).optional(),
      transfer_group: text.optional(),
    },
    (params, { world }) => {
      demandPositive(params.amount)
      demandReceiver(world, params.destination)
      if (params.source_transaction) demandSource(world, params.source_transaction, params.amount)
      else demandFunds(world, params.amount)
      const id = newId('tr_')
      const payment = newId('py_')
      const { amount } = params
      const transfer: Stripe.Transfer = {
        id,
        object: 'transfer',
        amount,
        amount_reversed: 0,
        balance_transaction: book(world, PLATFORM, { amount: -amount, type: 'transfer', category: 'transfer', source: id }),
        created: world.nowSeconds(),
        currency: 'eur',
        description: params.description ?? null,
        destination: params.destination,
        destination_payment: payment,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        reversals: reversalsOf(id, []),
        reversed: false,
        source_transaction: params.source_transaction ?? null,
        source_type: params.source_type ?? 'card',
        transfer_group: params.transfer_group ?? null,
      }
      const received = book(world, params.destination, { amount, type: 'payment', category: 'charge', source: payment })
      world.state.charges.set(payment, {
        ...chargeShape(world, { id: payment, amount, metadata: {}, transferGroup: null }),
        balance_transaction: received,
        source_transfer: id,
      })
      world.state.transfers.set(id, transfer)
      if (transfer.transfer_group) {
        const group = world.state.transfersByGroup.get(transfer.transfer_group) ?? []
        world.state.transfersByGroup.set(transfer.transfer_group, [...group, id])
      }
      emit(world, 'transfer.created', transfer)
      return transfer
    },
  ),
  listEndpoint(
    '/v1/transfers',
    { destination: text.optional(), transfer_group: text.optional() },
    ({ world: { state } }, { transfer_group: group }) =>
      // Uses an index, because the payouts service may look up many transfers in a row by their group.
      typeof group === 'string'
        ? (state.transfersByGroup.get(group) ?? []).map((id) => findOrFault(state.transfers, 'transfer', id))
        : state.transfers.values(),
  ),
  endpoint('GET', '/v1/transfers/:id', {}, (_, { world, path }) => findOrFault(world.state.transfers, 'transfer', path.id ?? '')),
  endpoint(
    'POST',
    '/v1/transfers/:id',
    { description: z.string().optional(), metadata: metadata.optional() },
    ({ description, metadata: given }, { world, path }) => {
      const transfer = findOrFault(world.state.transfers, 'transfer', path.id ?? '')
      transfer.metadata = mergeMetadata(transfer.metadata, given)
      if (description !== undefined) transfer.description = description || null
      emit(world, 'transfer.updated', transfer)
      return transfer
    },
  ),
  endpoint(
    'POST',
    '/v1/transfers/:id/reversals',
    { amount: int.optional(), description: z.string().optional(), metadata: metadata.optional() },
    (params, { world, path }) => reverse(world, path.id ?? '', params),
  ),
  endpoint('GET', '/v1/transfers/:id/reversals', listing, (params, { world, path }) => {
    const transfer = findOrFault(world.state.transfers, 'transfer', path.id ?? '')
    return list(`/v1/transfers/${transfer.id}/reversals`, transfer.reversals.data, params)
  }),
  endpoint('GET', '/v1/transfers/:id/reversals/:reversal', {}, (_, { world, path }) => {
    const { reversals } = findOrFault(world.state.transfers, 'transfer', path.id ?? '')
    return findOrFault(new Map(reversals.data.map((one) => [one.id, one])), 'transfer reversal', path.reversal ?? '')
  }),
]

interface ReversalParams {
  readonly amount?: number | undefined
  readonly metadata?: '' | Record<string, string> | undefined
}

/**
 * Takes money back from the connected account. By default, reverses the full remaining amount.
 * @throws StripeFault when the amount exceeds the remainder or the account's balance
 */
export function reverse(world: World, transferId: string, params: ReversalParams): Stripe.TransferReversal {
  const transfer = findOrFault(world.state.transfers, 'transfer', transferId)
  const left = transfer.amount - transfer.amount_reversed
  const amount = params.amount ?? left
  demandPositive(params.amount ?? 1)
  if (left === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`, 'transfer_already_reversed')
  if (amount > left)
    throw invalidRequest(
      `Reversal amount (€${(amount / 100).toFixed(2)}) is greater than unreversed amount on transfer (€${(left / 100).toFixed(2)})`,
      undefined,
      'amount',
    )
  const account = String(transfer.destination)
  if (balanceOf(world, account).available < amount)
    throw invalidRequest(`Insufficient funds in the account ${account} to reverse this transfer.`, 'balance_insufficient')
  const reversal: Stripe.TransferReversal = {
    id: newId('trr_'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: book(world, PLATFORM, { amount, type: 'transfer_refund', category: 'transfer_reversal', source: transfer.id }),
    created: world.nowSeconds(),
    currency: 'eur',
    destination_payment_refund: null,
    metadata: mergeMetadata({}, params.metadata),
    source_refund: null,
    transfer: transfer.id,
  }
  book(world, account, { amount: -amount, type: 'payment_refund', category: 'refund', source: null })
  transfer.amount_reversed += amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  transfer.reversals = reversalsOf(transfer.id, [reversal, ...transfer.reversals.data])
  emit(world, 'transfer.reversed', transfer)
  return reversal
}
