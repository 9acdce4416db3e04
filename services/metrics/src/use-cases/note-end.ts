import type { CampaignEnded, DataOf, PartnershipEnded } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { lockSubject, putEnd } from '../store/assignments.ts'

export const noteCampaignEnd = ({ campaignId, ...end }: DataOf<typeof CampaignEnded>, ctx: Context) => noteEnd(campaignId, end, ctx)

export const notePartnershipEnd = ({ partnershipId, ...end }: DataOf<typeof PartnershipEnded>, ctx: Context) =>
  noteEnd(partnershipId, end, ctx)

/** A worker ends the assignments, because a campaign may have many. */
const noteEnd = (subjectId: string, { version, endedAt }: { readonly version: number; readonly endedAt: string }, ctx: Context) =>
  ctx.transact(async (tx) => {
    await lockSubject(tx, subjectId, ctx.now())
    await putEnd(tx, { id: subjectId, version, endedAt: new Date(endedAt), pendingSince: ctx.now() })
  })
