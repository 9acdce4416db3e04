import type { AssignmentQuery, CampaignMetricsQuery, PageQuery } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { tallyOf } from '../domain/count-video.ts'
import { codesIn, titleOf, withoutCodes } from '../domain/find-in-text.ts'
import { fixOf } from '../domain/judge-video.ts'
import { anyOfSubject, codesInUse, loadOwnAssignment } from '../store/assignments.ts'
import { pageOfAssignment, pageOfCreator, pageOfSubject, type StoredVideo } from '../store/videos.ts'

async function viewed(page: { items: StoredVideo[]; next?: string }, ctx: Context<'creator' | 'brand'>) {
  const words = new Set(page.items.flatMap(({ caption }) => codesIn(caption)))
  const taken = new Set(words.size > 0 ? await codesInUse(ctx, [...words]) : [])
  return {
    ...page,
    items: page.items.map(viewVideo).map((video) => ({
      ...video,
      // Only its creator may see a code, because anyone who knows the code could publish videos with it.
      ...(ctx.actor.role !== 'creator' && { caption: withoutCodes(video.caption, taken) }),
      title: titleOf(video.caption, taken),
    })),
  }
}

export const listVideos = async (asked: z.infer<typeof PageQuery>, ctx: Context<'creator'>) =>
  viewed(await pageOfCreator(ctx, ctx.actor.id, asked), ctx)

export async function listAssignmentVideos({ assignmentId, ...asked }: AssignmentQuery, ctx: Context<'creator' | 'brand'>) {
  await loadOwnAssignment(ctx, assignmentId, ctx.actor)
  return viewed(await pageOfAssignment(ctx, assignmentId, asked), ctx)
}

/** Another brand's campaign, an unknown campaign and one without sign-ups all return an empty list. */
export async function listCampaignVideos({ campaignId, ...asked }: CampaignMetricsQuery, ctx: Context<'brand'>) {
  const any = await anyOfSubject(ctx, campaignId)
  if (any?.brandId !== ctx.actor.id) return { items: [] }
  return viewed(await pageOfSubject(ctx, campaignId, asked), ctx)
}

function viewVideo({ externalId, until, faults, count, ...video }: StoredVideo) {
  return {
    ...video,
    ...tallyOf(count),
    videoId: externalId,
    countsUntil: until,
    isOver: count.isOver,
    faults: faults.map((reason) => ({ reason, fix: fixOf(reason) })),
  }
}
