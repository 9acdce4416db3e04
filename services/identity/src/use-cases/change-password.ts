import { type ChangePasswordInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import type { Ports } from '../ports.ts'
import { sessionById } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { provePassword } from './prove-password.ts'
import { replacePassword } from './replace-password.ts'
import { continueUserSession, openSession, type UserSession } from './start-user-session.ts'

/** The browser gets a new session, and all other sessions end. */
export async function changePassword(
  { currentPassword, password }: ChangePasswordInput,
  ctx: Context<'user', Ports>,
): Promise<UserSession> {
  if (isCommonPassword(password)) refuse('password_common')
  const proven = await provePassword(currentPassword, ctx)
  const passwordHash = await hashPassword(password)
  return ctx.transact(async (tx) => {
    const user = await userById(tx, proven.id)
    if (!user || user.passwordHash !== proven.passwordHash) return refuse('wrong_password')
    const former = await sessionById(tx, ctx.actor.sessionId)
    // The token outlives the session for a few seconds, and only an active session replaces the second step.
    if (user.secondFactor && !former) return refuse('not_signed_in')
    const changed = await replacePassword(tx, user, { passwordHash, cause: 'password-changed' }, ctx)
    // The password proves that the user is present now.
    return former ? continueUserSession(tx, changed, { ...former, createdAt: ctx.now() }, ctx) : openSession(tx, changed, undefined, ctx)
  })
}
