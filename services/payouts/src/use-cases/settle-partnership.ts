import type { DataOf, PartnershipEnded, PartnershipSettled } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { found, type Tx } from '@reelfair/service-kit'
import type { WorkContext } from '../ports.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { findAccount } from '../store/payout-accounts.ts'
import { enqueueTransferIn } from './enqueue-transfer.ts'
import { postTotalsIn, settleTotalsIn, type Totals } from './post-totals.ts'

type Settled = DataOf<typeof PartnershipSettled>

const earnerOf = ({ partnershipId, brandId, creatorId, version }: Pick<Settled, 'partnershipId' | 'brandId' | 'creatorId' | 'version'>) =>
  ({
    earner: 'partnership',
    id: partnershipId,
    version,
    // A partnership has the id of its invitation, whose credits stay held until the settlement.
    hold: { kind: 'invitation', id: partnershipId, brandId },
    creatorId,
  }) as const satisfies Partial<Totals>

/** Holds the provisional pay until the final checks. No credits are used yet. @source decisions §4 */
export const endPartnership = ({ cents, payableAt, ...event }: DataOf<typeof PartnershipEnded>, ctx: WorkContext) =>
  ctx.transact((tx) => postTotalsIn(tx, { ...earnerOf(event), charged: 0, cents, payableAt: new Date(payableAt) }, ctx))

/**
 * In one transaction, sets the pay to its final cents, uses credits, returns the others, makes the pay payable and
 * starts its transfer. @source decisions §4
 */
export const settlePartnership = (event: Settled, ctx: WorkContext) =>
  ctx.transact(async (tx) => {
    const { consumed: charged, returned, viewsGoal, cents, settledAt } = event
    if (charged + returned !== viewsGoal)
      throw new Error(`partnership ${event.partnershipId} uses ${charged} and returns ${returned} of ${viewsGoal} credits`)
    const isNew = await settleTotalsIn(tx, { ...earnerOf(event), charged, cents, payableAt: new Date(settledAt) }, ctx)
    if (isNew && cents > 0) await payIn(tx, event, ctx)
  })

/** Without an active payout account, or below the minimum, the pay waits for a transfer by the creator. */
async function payIn(tx: Tx, { partnershipId, brandId, creatorId, viewsGoal, cents }: Settled, ctx: WorkContext): Promise<void> {
  const earning = found(await earnings.byId(tx, earningId(creatorId, partnershipId)))
  const due = await earnings.save(tx, { ...earning, payment: 'due' })
  const account = await findAccount(tx, creatorId)
  if (account?.status !== 'active' || account.stripeAccountId === undefined || cents < MINIMUM_TRANSFER_CENTS) return
  const { stripeAccountId } = account
  await enqueueTransferIn(
    tx,
    { creatorId, stripeAccountId, amountCents: cents, cause: 'partnership', partnershipId, brandId, viewsGoal },
    [due],
    ctx,
  )
}
