import type { DataOf, PartnershipPaymentChanged } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { partnerships, saveStep } from '../store/partnerships.ts'

/** Keeps the newest state of the payment, because events may arrive in any order. */
export const recordPayment = ({ partnershipId, payment, version }: DataOf<typeof PartnershipPaymentChanged>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const partnership = found(await partnerships.byId(tx, partnershipId))
    if (version <= (partnership.paymentVersion ?? 0)) return
    await saveStep(tx, { partnership: { ...partnership, payment, paymentVersion: version }, events: [] })
  })
