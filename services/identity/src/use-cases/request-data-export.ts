import { DataExportRequested, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { startExport, viewExport } from '../domain/data-export.ts'
import { insertExport, latestExport } from '../store/data-exports.ts'
import { saveUser, userById } from '../store/users.ts'
import { recordSecurity } from './record-security.ts'

/**
 * Asks every service for its share of the data about the user. A request made while a file is being prepared returns
 * that file. Guard: the user's document. The session is enough, because only the download reveals the data.
 */
export const requestDataExport = (_: unknown, ctx: Context<'user'>) =>
  ctx.transact(async (tx) => {
    const user = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    const latest = await latestExport(tx, user.id)
    if (latest?.state === 'preparing') return viewExport(latest, ctx.now())
    const made = startExport(user, latest, { id: ctx.newId(), at: ctx.now() })
    await saveUser(tx, user)
    await insertExport(tx, made)
    await recordSecurity(tx, user.id, 'data-export-requested', ctx)
    tx.emit(DataExportRequested.of({ exportId: made.id, userId: user.id, role: user.role }))
    return viewExport(made, ctx.now())
  })
