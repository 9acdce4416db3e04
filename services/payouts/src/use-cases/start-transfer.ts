import { type PayoutAccountStatus, refuse, type Transfer } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { creatorAccount } from '../domain/earnings.ts'
import type { Ports } from '../ports.ts'
import { duePayments } from '../store/earnings.ts'
import { balanceOf } from '../store/ledger.ts'
import { findAccount } from '../store/payout-accounts.ts'
import { enqueueTransferIn } from './enqueue-transfer.ts'
import { shownTransfer } from './list-transfers.ts'

/**
 * Enqueues a transfer of the whole payable balance. The money leaves `payable` in the same transaction, so a second
 * click finds nothing to transfer. Payments of partnerships beyond the maximum per transfer stay payable for the next.
 */
export async function startTransfer(_: unknown, ctx: Context<'creator', Ports>): Promise<Transfer> {
  return ctx.transact(async (tx) => {
    const creatorId = ctx.actor.id
    const account = await findAccount(tx, creatorId)
    const stripeAccountId = account?.stripeAccountId ?? refuse('payout_account_missing')
    if (account?.status !== 'active') refuse(inactive(account?.status))
    const payable = await balanceOf(tx, creatorAccount(creatorId, 'payable'))
    if (payable < MINIMUM_TRANSFER_CENTS) refuse('transfer_below_minimum', { minimum: MINIMUM_TRANSFER_CENTS, payable })
    const { covered, leftCents } = await duePayments(tx, creatorId)
    // After partial reversals, the payments left out may exceed the balance.
    const amountCents = payable - leftCents < MINIMUM_TRANSFER_CENTS ? payable : payable - leftCents
    const queued = await enqueueTransferIn(tx, { creatorId, stripeAccountId, amountCents, cause: 'manual' }, covered, ctx)
    // The transaction's result is stored as the response to repeated requests.
    return shownTransfer(queued, ctx.locale)
  })
}

function inactive(status: PayoutAccountStatus | undefined) {
  if (status === 'closed') return 'payout_account_closed'
  return status === 'restricted' ? 'payout_account_restricted' : 'payout_account_not_active'
}
