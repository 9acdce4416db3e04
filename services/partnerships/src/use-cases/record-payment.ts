import { type DataOf, PartnershipCounted, type PartnershipPaymentChanged } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { partnerships } from '../store/partnerships.ts'

/** Keeps the newest state of the payment, because events may arrive in any order. */
export const recordPayment = ({ partnershipId, payment, paidAt, version }: DataOf<typeof PartnershipPaymentChanged>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const partnership = found(await partnerships.byId(tx, partnershipId))
    if (version <= (partnership.paymentVersion ?? 0)) return
    const paid = { payment, paymentVersion: version, paidAt: paidAt ? new Date(paidAt) : undefined }
    const after = await partnerships.save(tx, { ...partnership, ...paid })
    tx.emit(PartnershipCounted.of(after, { partnershipId }))
  })
