import type { Context, Scope, Tx } from '@reelfair/service-kit'
import { isActive } from '../domain/session.ts'
import { type StoredSession, sessionById } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { continueUserSession, type UserSession } from './start-user-session.ts'

/**
 * Ends all of a user's sessions after a change to how the user signs in, and continues this browser's session with
 * a new secret. A copied or planted secret is then useless.
 * @param user as read in this transaction
 * @returns undefined if this browser is not signed in as the user
 */
export async function rotateSession(tx: Tx, user: User, ctx: Context<'visitor'>): Promise<UserSession | undefined> {
  const here = await sessionHere(tx, user.id, ctx)
  await endAllSessions(tx, user.id)
  return here && continueUserSession(tx, user, here, ctx)
}

/** The token may outlive its session by a few seconds, so the session itself must still be active. */
export async function sessionHere(scope: Scope, userId: string, ctx: Context<'visitor'>): Promise<StoredSession | undefined> {
  const session = ctx.actor.kind === 'user' ? await sessionById(scope, ctx.actor.sessionId) : undefined
  return session?.userId === userId && isActive(session, ctx.now()) ? session : undefined
}
