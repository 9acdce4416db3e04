import { type CampaignEnded, type CampaignSettled, CreditsReleased } from '@reelfair/contracts'
import { released, type Tx } from '@reelfair/service-kit'
import type { z } from 'zod'
import { cancelHold, returnCredits } from '../domain/credits.ts'
import type { Work } from '../ports.ts'
import { endedCampaigns, learnCampaign, saveCampaign } from '../store/campaigns.ts'
import { accruingOf } from '../store/earnings.ts'
import { findHold, insertHold, saveHold } from '../store/holds.ts'
import { postEntry } from '../store/ledger.ts'
import { holdBackIn } from './earn.ts'

/** So many earnings one transaction holds back. */
const AT_ONCE = 100

interface Over {
  readonly campaignId: string
  readonly brandId: string
  readonly keep: number
  readonly cause: string
  readonly last: boolean
}

/** A campaign is over: credits that nobody can use any more are the brand's again, and what was earned is held back for the final checks. */
export const endCampaign = (
  { campaignId, brandId, charged, reserved, kept, payableAt, version }: z.infer<typeof CampaignEnded.schema>,
  ctx: Work,
) =>
  ctx.transact(async (tx) => {
    await learnCampaign(tx, campaignId, brandId, { payableAt: new Date(payableAt), holdBackFrom: ctx.now() })
    const cause = `campaign:${campaignId}:ended:${version}`
    await giveBackIn(tx, { campaignId, brandId, keep: charged + reserved + kept, cause, last: false }, ctx)
  })

/** The final checks are done: all but what was charged for good goes back. */
export const settleCampaign = ({ campaignId, brandId, charged, version }: z.infer<typeof CampaignSettled.schema>, ctx: Work) =>
  ctx.transact((tx) =>
    giveBackIn(tx, { campaignId, brandId, keep: charged, cause: `campaign:${campaignId}:settled:${version}`, last: true }, ctx),
  )

/** An end that overtakes its request leaves a mark, so that the request then holds nothing. */
async function giveBackIn(tx: Tx, { campaignId, brandId, keep, cause, last }: Over, ctx: Work) {
  const ref = { kind: 'campaign', id: campaignId, brandId } as const
  const hold = await findHold(tx, ref)
  if (!hold) {
    await insertHold(tx, cancelHold(ref, ctx.now()))
    return
  }
  const back = returnCredits(hold, { keep, cause, last })
  if (!back) return
  if (back.entry) await postEntry(tx, back.entry, { id: ctx.newId(), causeId: ctx.causeId, at: ctx.now() })
  await saveHold(tx, { ...back.hold, version: hold.version })
  if (back.credits > 0) tx.emit(CreditsReleased.of(ref, { credits: back.credits }))
}

/** The worker: holds back the earnings of a campaign that is over, some at a time, since it may have many. @returns whether there may be more to do */
export const holdBackEarnings = (ctx: Work): Promise<boolean> =>
  endedCampaigns.workInTransaction(ctx, 1, async (tx, ended) => {
    for (const campaign of ended) {
      if (!campaign.payableAt) throw new Error(`campaign ${campaign.id} ended without a date from which it is payable`)
      const some = await accruingOf(tx, campaign.id, AT_ONCE)
      for (const earning of some) await holdBackIn(tx, { ...earning, until: campaign.payableAt }, ctx)
      if (some.length < AT_ONCE) await saveCampaign(tx, released({ ...campaign, holdBackFrom: undefined }))
    }
  })
