import { TransferCompleted, TransferReversed } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { payOut, takeBack } from '../domain/earnings.ts'
import { completeTransfer, contradictionOf, type Doubt, doubtTransfer, reverseTransfer } from '../domain/transfer.ts'
import type { PaidTransfer, Work } from '../ports.ts'
import { postEntry } from '../store/ledger.ts'
import { type StoredTransfer, saveOutcome, transfers } from '../store/transfers.ts'

/** Whether it is what an item asks for; its group has said already that it bears the item's name. */
export const isOurs = (item: StoredTransfer, { amountCents, destination }: PaidTransfer): boolean =>
  item.amountCents === amountCents && item.stripeAccountId === destination

/**
 * Books what the provider says of a transfer: that it was paid, and what of it was taken back since; each cent once. Nothing is posted for another transfer
 * than the one that was booked, nor for one that was given back: somebody has to look.
 */
export async function settleIn(
  tx: Tx,
  item: StoredTransfer,
  found: Pick<PaidTransfer, 'id' | 'reversedCents'>,
  ctx: Work,
  strangers: Strangers = NONE,
): Promise<void> {
  const contradiction = contradictionOf(item, found.id)
  if (contradiction) {
    const doubted = doubtOf(item, { why: contradiction, ids: [found.id, ...strangers.ids] }, ctx)
    if (doubted) await transfers.save(tx, doubted)
    return
  }
  const made = () => ({ id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
  const completed = completeTransfer(item, found.id, ctx.now())
  const after = completed ?? item
  if (completed) {
    await postEntry(tx, payOut(completed), made())
    tx.emit(TransferCompleted.of(completed, { transferId: completed.id }))
  }
  const reversal = reverseTransfer(after, found.reversedCents)
  if (reversal) {
    await postEntry(tx, takeBack(after, reversal.cents, found.reversedCents), made())
    tx.emit(TransferReversed.of(after, { transferId: after.id, amountCents: reversal.cents }))
  }
  const settled = reversal?.item ?? after
  const doubted = doubtOf(settled, strangers, ctx)
  if (completed || reversal || doubted) await saveOutcome(tx, doubted ?? settled)
}

/** Transfers at the provider that bear an item's name and are not the one that was asked for. */
export interface Strangers {
  readonly why: Doubt['why']
  readonly ids: readonly string[]
}

export const NONE: Strangers = { why: 'other_payment', ids: [] }

/** The item with the mark that somebody has to look; undefined when there is nothing new to look at. */
export function doubtOf(item: StoredTransfer, { why, ids }: Strangers, ctx: Work): StoredTransfer | undefined {
  const doubted = doubtTransfer(item, why, ids)
  if (doubted) ctx.log.error({ transferId: item.id, ...doubted.doubt }, 'somebody has to look at a transfer: nothing was posted for these')
  return doubted
}
