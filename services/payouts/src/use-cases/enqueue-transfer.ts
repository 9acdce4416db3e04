import { PartnershipPaymentChanged, TransferQueued } from '@reelfair/contracts'
import type { Tx } from '@reelfair/service-kit'
import { enqueue } from '../domain/earnings.ts'
import { enqueueTransfer, type QueuedTransfer } from '../domain/transfer.ts'
import type { WorkContext } from '../ports.ts'
import { earnings, paymentsIn, type StoredEarning } from '../store/earnings.ts'
import { postEntry } from '../store/ledger.ts'
import { insertTransfer } from '../store/transfers.ts'

type Asked = Omit<Parameters<typeof enqueueTransfer>[0], 'id'>

/**
 * Moves money out of `payable` and queues its transfer. Guard: the account's version, which every posting increments.
 *
 * @param covered payments of partnerships that the transfer contains
 */
export async function enqueueTransferIn(
  tx: Tx,
  asked: Asked,
  covered: readonly StoredEarning[],
  ctx: WorkContext,
): Promise<QueuedTransfer> {
  const queued = enqueueTransfer({ ...asked, id: ctx.newId() }, ctx.now())
  await postEntry(tx, enqueue(queued), ctx)
  await insertTransfer(tx, queued)
  for (const earning of covered) await earnings.save(tx, { ...earning, payment: 'in_transfer', transferId: queued.id })
  tx.emit(TransferQueued.of(queued, { transferId: queued.id }))
  return queued
}

/** The transfer has reached the payout account, and with it the payments that it contains. */
export async function notePaidIn(tx: Tx, { id, finishedAt: paidAt }: QueuedTransfer): Promise<void> {
  for (const earning of await paymentsIn(tx, id)) {
    const { subject, creatorId, cents, version } = await earnings.save(tx, { ...earning, payment: 'payed' })
    tx.emit(PartnershipPaymentChanged.of({ partnershipId: subject, creatorId, version, payment: 'payed', cents, paidAt }))
  }
}

/**
 * The transfer failed or was reversed, wholly or in part, so the next one contains its payments. Part of a transfer
 * belongs to no particular payment: none of them counts as made until the whole amount has left again.
 */
export async function notePaymentsDueIn(tx: Tx, transferId: string): Promise<void> {
  for (const earning of await paymentsIn(tx, transferId)) {
    const { subject, creatorId, cents, version } = await earnings.save(tx, { ...earning, payment: 'due', transferId: undefined })
    tx.emit(PartnershipPaymentChanged.of({ partnershipId: subject, creatorId, version, payment: 'pending', cents }))
  }
}
