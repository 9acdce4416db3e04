import { SessionEnded } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { removeSession, sessionById, sessionsOf } from '../store/sessions.ts'

export async function endOwnSession(_: unknown, ctx: Context<'user'>): Promise<void> {
  await ctx.transact((tx) => endSession(tx, ctx.actor.sessionId))
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  const session = await sessionById(tx, sessionId)
  if (!session) return
  await removeSession(tx, session)
  tx.emit(SessionEnded.of({ sessionId, userId: session.userId }))
}

export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  for (const session of await sessionsOf(tx, userId)) {
    await removeSession(tx, session)
    tx.emit(SessionEnded.of({ sessionId: session.id, userId }))
  }
}
