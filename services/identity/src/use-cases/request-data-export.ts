import { DataExportRequested, type PresenceProof } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { startExport, viewExport } from '../domain/data-export.ts'
import type { Ports } from '../ports.ts'
import { insertExport, latestExport } from '../store/data-exports.ts'
import { saveUser } from '../store/users.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'

/**
 * Asks every service for its share of the data about the user. A request while a file is being prepared returns that
 * one. Guard: the user's document. Open to visitors, so that no password is stored under an idempotency key.
 */
export const requestDataExport = (proof: PresenceProof, ctx: Context<'visitor', Ports>) =>
  proveBothSteps(proof, ctx, async (tx, user) => {
    const latest = await latestExport(tx, user.id)
    if (latest?.state === 'preparing') return viewExport(latest, ctx.now())
    const made = startExport(user, latest, { id: ctx.newId(), at: ctx.now() })
    await saveUser(tx, user)
    await insertExport(tx, made)
    await recordSecurity(tx, user.id, 'data-export-requested', ctx)
    tx.emit(DataExportRequested.of({ exportId: made.id, userId: user.id, role: user.role }))
    return viewExport(made, ctx.now())
  })
