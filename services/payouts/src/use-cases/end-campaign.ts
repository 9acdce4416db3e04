import { type CampaignEnded, type CampaignSettled, CreditsReleased, type DataOf } from '@reelfair/contracts'
import { released, type Tx } from '@reelfair/service-kit'
import { cancelHold, closeHold, type Hold, type HoldRef, returnCredits } from '../domain/credits.ts'
import type { WorkContext } from '../ports.ts'
import { endedCampaigns, saveCampaign, updateCampaign } from '../store/campaigns.ts'
import { accruingOf } from '../store/earnings.ts'
import { findHold, insertHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'
import { holdBackIn } from './earn.ts'

const AT_ONCE = 100

/** Returns unusable credits to the brand, and queues the campaign's earnings to be held for the final checks. */
export const endCampaign = (
  { campaignId, brandId, charged, reserved, kept, payableAt, version }: DataOf<typeof CampaignEnded>,
  ctx: WorkContext,
) =>
  ctx.transact(async (tx) => {
    await updateCampaign(tx, campaignId, brandId, { holdBackFrom: ctx.now() })
    const hold = await holdOrMark(tx, { kind: 'campaign', id: campaignId, brandId }, ctx)
    const ended = { ...hold, payableAt: new Date(payableAt) }
    const cause = `campaign:${campaignId}:ended:${version}`
    const back = returnCredits(ended, { keep: charged + reserved + kept, cause, last: false })
    if (back) await giveBackIn(tx, { ...back, version: hold.version }, ctx)
    else await saveHold(tx, ended)
  })

/**
 * Returns credits only once every charged sign-up is settled, because one sign-up may need credits that another one
 * returns.
 */
export const completeCampaign = ({ campaignId, brandId, charged }: DataOf<typeof CampaignSettled>, ctx: WorkContext) =>
  ctx.transact(async (tx) => {
    const hold = await holdOrMark(tx, { kind: 'campaign', id: campaignId, brandId }, ctx)
    if (hold.status === 'held') await saveOrCloseIn(tx, { ...hold, final: charged }, ctx)
  })

/**
 * If the campaign's end arrives before its credit request, a cancelled hold prevents the request from holding credits.
 */
async function holdOrMark(tx: Tx, ref: HoldRef, ctx: WorkContext): Promise<StoredHold> {
  return (await findHold(tx, ref)) ?? insertHold(tx, cancelHold(ref, ctx.now()))
}

export async function saveOrCloseIn(tx: Tx, hold: StoredHold, ctx: WorkContext): Promise<void> {
  const back = closeHold(hold)
  if (back) await giveBackIn(tx, { ...back, version: hold.version }, ctx)
  else await saveHold(tx, hold)
}

type StoredHold = Hold & { readonly version: number }

async function giveBackIn(
  tx: Tx,
  { hold, credits, entry, version }: NonNullable<ReturnType<typeof returnCredits>> & { readonly version: number },
  ctx: WorkContext,
) {
  if (entry) await postEntry(tx, entry, ctx)
  await saveHold(tx, { ...hold, version })
  if (credits > 0) tx.emit(CreditsReleased.of(hold, { credits }))
}

/**
 * Holds a campaign's earnings after its end, in batches, because there may be many. @returns whether there may be more
 * to do
 */
export const holdBackEarnings = (ctx: WorkContext): Promise<boolean> =>
  endedCampaigns.workInTransaction(ctx, 1, async (tx, ended) => {
    for (const campaign of ended) {
      const hold = await findHold(tx, { kind: 'campaign', id: campaign.id })
      if (!hold?.payableAt) throw new Error(`campaign ${campaign.id} has ended without a date for payable earnings`)
      const some = await accruingOf(tx, campaign.id, AT_ONCE)
      for (const earning of some) await holdBackIn(tx, { ...earning, until: hold.payableAt }, ctx)
      if (some.length < AT_ONCE) await saveCampaign(tx, released({ ...campaign, holdBackFrom: undefined }))
    }
  })
