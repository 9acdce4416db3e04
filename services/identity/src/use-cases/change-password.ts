import { type ChangePasswordInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import { userById } from '../store/users.ts'
import { provePassword } from './prove-password.ts'
import { replacePassword } from './replace-password.ts'
import type { SignInResult } from './start-user-session.ts'

/** The browser gets a new session, and all other sessions end. */
export async function changePassword({ currentPassword, password }: ChangePasswordInput, ctx: Context<'visitor'>): Promise<SignInResult> {
  if (ctx.actor.kind !== 'user') refuse('not_signed_in')
  if (isCommonPassword(password)) refuse('password_common')
  const proven = await provePassword(currentPassword, ctx)
  const passwordHash = await hashPassword(password)
  return ctx.transact(async (tx) => {
    const user = await userById(tx, proven.id)
    if (!user || user.passwordHash !== proven.passwordHash) return refuse('wrong_password')
    return replacePassword(tx, user, { passwordHash, cause: 'password-changed' }, ctx)
  })
}
