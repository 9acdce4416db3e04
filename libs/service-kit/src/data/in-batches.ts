import type { Context, Tx } from '../service.ts'

/**
 * Repeats `work` in transactions of its own until nothing is left, so that no transaction grows with the data. An
 * interrupted run continues with what is left.
 * @param work handles up to `limit` documents, so that its query no longer finds them, and returns how many
 * @returns how many documents it handled in all
 * @example await inBatches(ctx, (tx, limit) => drafts.removeSome(tx, { savedAt: { $lt: before } }, { limit }))
 */
export async function inBatches(
  ctx: Pick<Context, 'transact'>,
  work: (tx: Tx, limit: number) => Promise<number>,
  limit = 100,
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await ctx.transact((tx) => work(tx, limit))
    total += count
    if (count < limit) return total
  }
}
