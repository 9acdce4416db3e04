import { DataExportRequested, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { startExport, viewExport } from '../domain/data-export.ts'
import { insertExport, latestExport } from '../store/data-exports.ts'
import { saveUser, userById } from '../store/users.ts'

/** Asks every service for its share of the data about the user. Guard: the user's document. */
export const requestDataExport = (_: unknown, ctx: Context<'user'>) =>
  ctx.transact(async (tx) => {
    const user = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    const made = startExport(user, await latestExport(tx, user.id), { id: ctx.newId(), at: ctx.now() })
    await saveUser(tx, user)
    await insertExport(tx, made)
    tx.emit(DataExportRequested.of({ exportId: made.id, userId: user.id, role: user.role }))
    return viewExport(made, ctx.now())
  })
