import { SignupCounted, type ViewsQualified } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import { keepNewest } from '../domain/settlement.ts'
import { loadSignUp, putVideos, saveSignUp } from '../store/sign-ups.ts'

/** What metrics has counted for a sign-up in all; the newest revision stays, in whatever order they come. */
export const countViews = ({ assignmentId, videos, ...totals }: z.infer<typeof ViewsQualified.schema>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const counted = keepNewest(await loadSignUp(tx, assignmentId), totals)
    if (!counted) return
    const after = await saveSignUp(tx, { ...counted, totals, observed: totals.observed })
    await putVideos(tx, assignmentId, totals.revision, videos)
    // Not views.qualified itself: a screen that heard it at once would ask here before this is stored.
    tx.emit(SignupCounted.of(after, { signupId: assignmentId }))
  })
