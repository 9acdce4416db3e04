import { RefreshCompleted } from '@reelfair/contracts'
import type { Work } from '../ports.ts'
import { finalQueue } from '../store/assignments.ts'
import { refreshesUnderWay, refreshOf, saveRefresh } from '../store/refreshes.ts'
import { anyFinalOpen, anyOpen, countFailed } from '../store/tasks.ts'

/**
 * Completes a nightly refresh when all of its accounts and all due final readings have been processed. Days complete in
 * order. Failed accounts are counted at the end, so that the accounts' transactions do not all write one document.
 * @returns false, so that the worker pauses before its next check
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
    if (failed > 0) ctx.log.error({ day, failed }, 'nightly refresh finished; some accounts could not be read')
  }
  return false
}
