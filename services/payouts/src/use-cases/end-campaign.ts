import { type CampaignEnded, type CampaignSettled, CreditsReleased } from '@reelfair/contracts'
import { released, type Tx } from '@reelfair/service-kit'
import type { z } from 'zod'
import { cancelHold, closeHold, type Hold, type HoldRef, returnCredits } from '../domain/credits.ts'
import type { Work } from '../ports.ts'
import { endedCampaigns, learnCampaign, saveCampaign } from '../store/campaigns.ts'
import { accruingOf } from '../store/earnings.ts'
import { findHold, insertHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'
import { holdBackIn } from './earn.ts'

/** So many earnings one transaction holds back. */
const AT_ONCE = 100

/** A campaign is over: credits that nobody can use any more are the brand's again, and what was earned is held back for the final checks. */
export const endCampaign = (
  { campaignId, brandId, charged, reserved, kept, payableAt, version }: z.infer<typeof CampaignEnded.schema>,
  ctx: Work,
) =>
  ctx.transact(async (tx) => {
    await learnCampaign(tx, campaignId, brandId, { holdBackFrom: ctx.now() })
    const hold = await holdOrMark(tx, { kind: 'campaign', id: campaignId, brandId }, ctx)
    const ended = { ...hold, payableAt: new Date(payableAt) }
    const cause = `campaign:${campaignId}:ended:${version}`
    const back = returnCredits(ended, { keep: charged + reserved + kept, cause, last: false })
    if (back) await giveBackIn(tx, { ...back, version: hold.version }, ctx)
    else await saveHold(tx, ended)
  })

/** The campaign is settled for good: all but what its sign-ups were charged goes back, once each of them is settled. */
export const settleCampaign = ({ campaignId, brandId, charged }: z.infer<typeof CampaignSettled.schema>, ctx: Work) =>
  ctx.transact(async (tx) => {
    const hold = await holdOrMark(tx, { kind: 'campaign', id: campaignId, brandId }, ctx)
    if (hold.status === 'held') await saveOrCloseIn(tx, { ...hold, final: charged }, ctx)
  })

/** An end that overtakes its request leaves a mark, so that the request then holds nothing. */
async function holdOrMark(tx: Tx, ref: HoldRef, ctx: Work): Promise<StoredHold> {
  return (await findHold(tx, ref)) ?? insertHold(tx, cancelHold(ref, ctx.now()))
}

/** Saves a hold that has changed, and closes it if that was the last change of all. */
export async function saveOrCloseIn(tx: Tx, hold: StoredHold, ctx: Work): Promise<void> {
  const back = closeHold(hold)
  if (back) await giveBackIn(tx, { ...back, version: hold.version }, ctx)
  else await saveHold(tx, hold)
}

type StoredHold = Hold & { readonly version: number }

async function giveBackIn(
  tx: Tx,
  { hold, credits, entry, version }: NonNullable<ReturnType<typeof returnCredits>> & { readonly version: number },
  ctx: Work,
) {
  if (entry) await postEntry(tx, entry, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
  await saveHold(tx, { ...hold, version })
  if (credits > 0) tx.emit(CreditsReleased.of(hold, { credits }))
}

/** The worker: holds back the earnings of a campaign that is over, some at a time, since it may have many. @returns whether there may be more to do */
export const holdBackEarnings = (ctx: Work): Promise<boolean> =>
  endedCampaigns.workInTransaction(ctx, 1, async (tx, ended) => {
    for (const campaign of ended) {
      const hold = await findHold(tx, { kind: 'campaign', id: campaign.id })
      if (!hold?.payableAt) throw new Error(`campaign ${campaign.id} ended without a date from which it is payable`)
      const some = await accruingOf(tx, campaign.id, AT_ONCE)
      for (const earning of some) await holdBackIn(tx, { ...earning, until: hold.payableAt }, ctx)
      if (some.length < AT_ONCE) await saveCampaign(tx, released({ ...campaign, holdBackFrom: undefined }))
    }
  })
