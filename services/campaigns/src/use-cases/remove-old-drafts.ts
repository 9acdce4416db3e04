import type { Context } from '@reelfair/service-kit'
import { draftsSavedBefore, dropDraft, findDraft } from '../store/drafts.ts'

/** The nightly job removes drafts that were last saved this long ago. */
const DRAFT_DAYS = 90
const BATCH = 100

/** A draft that the brand saves at the same time stays, because both transactions write it. */
export async function removeOldDrafts(_: { day: string }, ctx: Context) {
  const before = new Date(ctx.now().getTime() - DRAFT_DAYS * 86_400_000)
  for (;;) {
    const found = await draftsSavedBefore(ctx, before, BATCH)
    const removed = await ctx.transact(async (tx) => {
      let count = 0
      for (const { id } of found) {
        const draft = await findDraft(tx, id)
        if (!draft || draft.savedAt >= before) continue
        await dropDraft(tx, id)
        count += 1
      }
      return count
    })
    if (removed > 0) ctx.log.info({ removed }, 'old drafts removed')
    if (found.length < BATCH || removed === 0) return
  }
}
