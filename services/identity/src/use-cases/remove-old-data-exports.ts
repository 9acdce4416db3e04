import { DataExportChanged } from '@reelfair/contracts'
import { type Context, inBatches } from '@reelfair/service-kit'
import { endState } from '../domain/data-export.ts'
import { exportById, exportsEndingBy, PARTS_AT_ONCE, removeExport, removeSomeParts, saveExport } from '../store/data-exports.ts'

const BATCH = 100

/**
 * Deletes files after seven days, and gives up on exports that are still incomplete by then. Parts are removed in small
 * transactions; an interrupted run continues with those that are left.
 */
export async function removeOldDataExports(_: { day: string }, ctx: Context) {
  const now = ctx.now()
  for (;;) {
    const due = await exportsEndingBy(ctx, now, BATCH)
    for (const { id } of due) await end(id, now, ctx)
    if (due.length < BATCH) return
  }
}

async function end(id: string, now: Date, ctx: Context): Promise<void> {
  // No further part is stored for a failed export, so that the batches below remove them all.
  const failed = await ctx.transact(async (tx) => {
    const one = await exportById(tx, id)
    const after = one && one.endsAt <= now ? endState(one) : undefined
    if (after) await saveExport(tx, after)
    return after
  })
  await inBatches(ctx, (tx) => removeSomeParts(tx, id), PARTS_AT_ONCE)
  if (failed) ctx.log.error({ exportId: id }, 'data export failed: a service sent no data within seven days')
  await ctx.transact(async (tx) => {
    const one = await exportById(tx, id)
    if (!one) return
    if (one.endsAt <= now) await removeExport(tx, one)
    tx.emit(DataExportChanged.of({ userId: one.userId }))
  })
}
