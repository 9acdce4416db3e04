import { TransferCompleted, TransferReversed } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { payOut, takeBack } from '../domain/earnings.ts'
import { completeTransfer, contradictionOf, flagForReview, reverseTransfer, type TransferReview } from '../domain/transfer.ts'
import type { PaidTransfer, WorkContext } from '../ports.ts'
import { deletion } from '../store/erase-user.ts'
import { postEntry } from '../store/ledger.ts'
import { type StoredTransfer, saveOutcome, transfers } from '../store/transfers.ts'
import { notePaidIn, notePaymentsDueIn } from './enqueue-transfer.ts'

/** Callers have already matched the transfer's group. */
export const matchesRequest = (item: StoredTransfer, { amountCents, destination }: PaidTransfer): boolean =>
  item.amountCents === amountCents && item.stripeAccountId === destination

/**
 * Posts a transfer's payment and later reversals as reported by the provider, each cent once. If the report contradicts
 * what was posted, or the money has been returned, nothing is posted and an operator must review the transfer.
 */
export async function postTransferIn(
  tx: Tx,
  item: StoredTransfer,
  found: Pick<PaidTransfer, 'id' | 'reversedCents'>,
  ctx: WorkContext,
  unmatched: UnmatchedTransfers = NONE_UNMATCHED,
): Promise<void> {
  const contradiction = contradictionOf(item, found.id)
  if (contradiction) {
    const flagged = flagUnmatched(item, { why: contradiction, ids: [found.id, ...unmatched.ids] }, ctx)
    if (flagged) await transfers.save(tx, flagged)
    return
  }
  const completed = completeTransfer(item, found.id, ctx.now())
  const after = completed ?? item
  if (completed) {
    await postEntry(tx, payOut(completed), ctx)
    await notePaidIn(tx, completed)
    tx.emit(TransferCompleted.of(completed, { transferId: completed.id }))
  }
  const reversal = reverseTransfer(after, found.reversedCents)
  if (reversal) {
    await postEntry(tx, takeBack(after, reversal.cents, found.reversedCents), ctx)
    await notePaymentsDueIn(tx, after.id)
    tx.emit(TransferReversed.of(after, { transferId: after.id, amountCents: reversal.cents }))
    if (await deletion.isClosing(tx, after.creatorId))
      ctx.log.error(
        { transferId: after.id, amountCents: reversal.cents },
        'transfer reversed during account deletion; the amount can no longer be transferred',
      )
  }
  const posted = reversal?.item ?? after
  const flagged = flagUnmatched(posted, unmatched, ctx)
  if (completed || reversal || flagged) await saveOutcome(tx, flagged ?? posted)
}

export interface UnmatchedTransfers {
  readonly why: TransferReview['why']
  readonly ids: readonly string[]
}

export const NONE_UNMATCHED: UnmatchedTransfers = { why: 'other_payment', ids: [] }

/** Logs the case, because an operator must review it; undefined if there is nothing new to review. */
export function flagUnmatched(item: StoredTransfer, { why, ids }: UnmatchedTransfers, ctx: WorkContext): StoredTransfer | undefined {
  const flagged = flagForReview(item, why, ids)
  if (flagged)
    ctx.log.error({ transferId: item.id, ...flagged.doubt }, 'transfer needs manual review; nothing posted for these Stripe transfers')
  return flagged
}
