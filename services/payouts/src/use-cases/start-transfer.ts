import { type PayoutAccountStatus, refuse, type Transfer, TransferQueued } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import type { Context } from '@reelfair/service-kit'
import { creatorAccount, enqueue } from '../domain/earnings.ts'
import { enqueueTransfer } from '../domain/transfer.ts'
import { balanceOf, postEntry } from '../store/ledger.ts'
import { findAccount } from '../store/payout-accounts.ts'
import { insertTransfer } from '../store/transfers.ts'
import { shownTransfer } from './list-transfers.ts'

/**
 * Enqueues a transfer of the whole payable balance. The money leaves `payable` in the same transaction, so a second
 * click finds nothing to transfer. Guard: the account's version, which every posting increments.
 */
export async function startTransfer(_: unknown, ctx: Context<'creator'>): Promise<Transfer> {
  return ctx.transact(async (tx) => {
    const creatorId = ctx.actor.id
    const account = await findAccount(tx, creatorId)
    const stripeAccountId = account?.stripeAccountId ?? refuse('payout_account_missing')
    if (account?.status !== 'active') refuse(inactive(account?.status))
    const payable = await balanceOf(tx, creatorAccount(creatorId, 'payable'))
    if (payable < MINIMUM_TRANSFER_CENTS) refuse('transfer_below_minimum', { minimum: MINIMUM_TRANSFER_CENTS, payable })
    const queued = enqueueTransfer({ id: ctx.newId(), creatorId, stripeAccountId, amountCents: payable, cause: 'manual' }, ctx.now())
    await postEntry(tx, enqueue(queued), ctx)
    await insertTransfer(tx, queued)
    tx.emit(TransferQueued.of(queued, { transferId: queued.id }))
    // The transaction's result is stored as the response to repeated requests.
    return shownTransfer(queued, ctx.locale)
  })
}

function inactive(status: PayoutAccountStatus | undefined) {
  if (status === 'closed') return 'payout_account_closed'
  return status === 'restricted' ? 'payout_account_restricted' : 'payout_account_not_active'
}
