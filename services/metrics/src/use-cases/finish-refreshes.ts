import { RefreshCompleted } from '@reelfair/contracts'
import type { Work } from '../ports.ts'
import { finalQueue } from '../store/assignments.ts'
import { refreshesUnderWay, refreshOf, saveRefresh } from '../store/refreshes.ts'
import { anyFinalOpen, anyOpen, countFailed } from '../store/tasks.ts'

/**
 * The worker: completes a nightly refresh once none of its accounts waits, and no final reading that was due meanwhile. Days complete in their order; counting
 * happens at the end, not in a document that every account's transaction would write.
 * @returns false: it looks again after a while
 */
export async function finishRefreshes(ctx: Work): Promise<boolean> {
  for (const { id: day } of await refreshesUnderWay(ctx)) {
    if ((await anyOpen(ctx, day)) || (await finalQueue.due(ctx, ctx.now(), 1)).length > 0 || (await anyFinalOpen(ctx))) return false
    const failed = await countFailed(ctx, day)
    await ctx.transact(async (tx) => {
      const refresh = await refreshOf(tx, day)
      if (refresh?.state !== 'reading') return
      const state = refresh.isMissed ? 'missed' : 'done'
      const done = await saveRefresh(tx, { ...refresh, state, failed, completedAt: ctx.now() })
      tx.emit(RefreshCompleted.of(done, { day }))
    })
    if (failed > 0) ctx.log.error({ day, failed }, 'accounts could not be read')
  }
  return false
}
