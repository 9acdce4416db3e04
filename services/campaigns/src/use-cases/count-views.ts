import { type DataOf, SignupCounted, type ViewsQualified } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { keepNewest } from '../domain/settlement.ts'
import { loadSignUp, putVideos, saveSignUp } from '../store/sign-ups.ts'

/**
 * Stores the newest revision of a sign-up's totals, because events may arrive in any order. Ignores the totals of
 * partnerships, which are reported by the same event.
 */
export async function countViews({ subject, assignmentId, videos, ...totals }: DataOf<typeof ViewsQualified>, ctx: Context) {
  if (subject !== 'campaign') return
  await ctx.transact(async (tx) => {
    const counted = keepNewest(await loadSignUp(tx, assignmentId), totals)
    if (!counted) return
    const after = await saveSignUp(tx, { ...counted, totals, observed: totals.observed })
    await putVideos(tx, assignmentId, totals.revision, videos)
    // Screens reload on `signup.counted`, because when they receive `views.qualified`, this service may not have stored
    // the counts yet.
    tx.emit(SignupCounted.of(after, { signupId: assignmentId }))
  })
}
