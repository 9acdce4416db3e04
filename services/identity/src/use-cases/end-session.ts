import { SessionEnded } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { removeSession, sessionById, sessionsOf } from '../store/sessions.ts'
import { recordSecurity } from './record-security.ts'

export async function endOwnSession(_: unknown, ctx: Context<'user'>): Promise<void> {
  const { id, sessionId } = ctx.actor
  await ctx.transact(async (tx) => {
    if (await endSession(tx, sessionId)) await recordSecurity(tx, id, 'signed-out', ctx)
  })
}

/** @returns whether the session still existed */
export async function endSession(tx: Tx, sessionId: string): Promise<boolean> {
  const session = await sessionById(tx, sessionId)
  if (!session) return false
  await removeSession(tx, session)
  tx.emit(SessionEnded.of({ sessionId, userId: session.userId }))
  return true
}

export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  for (const session of await sessionsOf(tx, userId)) {
    await removeSession(tx, session)
    tx.emit(SessionEnded.of({ sessionId: session.id, userId }))
  }
}
