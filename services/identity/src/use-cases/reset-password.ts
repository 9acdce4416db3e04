import { RESET_LINK_MINUTES, type ResetPasswordInput, refuse } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { isCommonPassword } from '../adapters/frequent-passwords.ts'
import { hashPassword } from '../adapters/password-hash.ts'
import { hashOfSecret } from '../adapters/secret.ts'
import { linkByHash } from '../store/links.ts'
import { type User, userById } from '../store/users.ts'
import { replacePassword } from './replace-password.ts'
import { type SignInResult, startUserSession } from './start-user-session.ts'

/**
 * Sets a new password with an e-mailed link and signs the browser in. `replacePassword` removes the link, so that it
 * works once.
 */
export async function resetPassword({ token, password }: ResetPasswordInput, ctx: Context<'visitor'>): Promise<SignInResult> {
  if (isCommonPassword(password)) refuse('password_common')
  const tokenHash = hashOfSecret(token)
  // Checked before the expensive hash, and again in the transaction.
  await userOfLink(ctx, tokenHash, ctx.now())
  const passwordHash = await hashPassword(password)
  return ctx.transact(async (tx) => {
    const user = await userOfLink(tx, tokenHash, ctx.now())
    const changed = await replacePassword(tx, user, { passwordHash, cause: 'password-reset' }, ctx)
    return startUserSession(tx, changed, undefined, ctx)
  })
}

/** An unconfirmed user's sign-up may be a stranger's, so a reset must not activate it. */
async function userOfLink(scope: Scope, tokenHash: string, at: Date): Promise<User> {
  const link = await linkByHash(scope, tokenHash)
  const user = await userById(scope, link?.userId ?? '')
  const isValid = link?.purpose === 'reset' && link.expiresAt > at
  return isValid && user?.confirmedAt ? user : refuse('reset_link_invalid', { minutes: RESET_LINK_MINUTES })
}
