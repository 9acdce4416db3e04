import { type Context, inBatches } from '@reelfair/service-kit'
import { removeDraftsSavedBefore } from '../store/drafts.ts'

/** The nightly job removes drafts that were last saved this long ago. */
const DRAFT_DAYS = 90

/** A draft that the brand saves at the same time stays, because both transactions write it. */
export async function removeOldDrafts(_: { day: string }, ctx: Context) {
  const before = new Date(ctx.now().getTime() - DRAFT_DAYS * 86_400_000)
  const removed = await inBatches(ctx, (tx, limit) => removeDraftsSavedBefore(tx, before, limit))
  if (removed > 0) ctx.log.info({ removed }, 'old drafts removed')
}
