import { DataExportChanged, type DataExportPart, type DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { addPart, hasNewShare } from '../domain/data-export.ts'
import { exportById, putPart, saveExport } from '../store/data-exports.ts'
import { userById } from '../store/users.ts'
import { notifyAll } from './notify.ts'

/** Ignores repeated parts, and parts of exports that have failed or been deleted in the meantime. */
export const storeExportPart = (part: DataOf<typeof DataExportPart>, ctx: Context) =>
  ctx.transact(async (tx) => {
    const before = await exportById(tx, part.exportId)
    if (before?.state !== 'preparing' || !(await putPart(tx, part))) return
    const after = addPart(before, part, ctx.now())
    await saveExport(tx, after)
    if (hasNewShare(before, after)) tx.emit(DataExportChanged.of({ userId: after.userId }))
    const user = after.state === 'ready' ? await userById(tx, after.userId) : undefined
    if (!user) return
    const message = { kind: 'data-export-ready', values: { readyUntil: after.endsAt.toISOString() } } as const
    await notifyAll(tx, [{ user, message }], after.id, ctx)
  })
